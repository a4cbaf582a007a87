import { eventDetail } from '#contract/event/detail.ts'
import { eventIdParams, eventListQuery, eventPage } from '#contract/event/event.ts'
import { groupingQuery, issueGrouping } from '#contract/issue/grouping.ts'
import { suspectCommits } from '#contract/issue/suspect-commits.ts'
import { idParams } from '#contract/scalars.ts'
import {
  getEvent,
  getIssueEvents,
  getIssueGrouping,
  getLatestEvent,
  getSuspectCommits,
} from '../../api/issue/events.ts'
import { authenticatedRoute, type Route, streamedRoute } from '../route.ts'

export function eventRoutes(): Route[] {
  return [
    streamedRoute(
      'GET /api/v1/issues/{id}/events',
      {
        access: 'issues:read',
        summary: 'List the stored events of an issue',
        params: idParams,
        query: eventListQuery,
        answer: eventPage,
      },
      getIssueEvents,
    ),
    authenticatedRoute(
      'GET /api/v1/issues/{id}/events/latest',
      {
        access: 'issues:read',
        summary: 'Show the newest stored event of an issue',
        params: idParams,
        answer: eventDetail,
      },
      getLatestEvent,
    ),
    authenticatedRoute(
      'GET /api/v1/events/{id}',
      { access: 'issues:read', summary: 'Show a stored event', params: eventIdParams, answer: eventDetail },
      getEvent,
    ),
    authenticatedRoute(
      'GET /api/v1/issues/{id}/grouping',
      {
        access: 'issues:read',
        params: idParams,
        summary: 'Explain the grouping of an issue',
        query: groupingQuery,
        answer: issueGrouping,
      },
      getIssueGrouping,
    ),
    authenticatedRoute(
      'GET /api/v1/issues/{id}/suspect-commits',
      {
        access: 'issues:read',
        params: idParams,
        summary: 'List commits of the release an issue began in that changed files of its stack',
        answer: suspectCommits,
      },
      getSuspectCommits,
    ),
  ]
}

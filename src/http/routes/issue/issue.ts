import { issueActivityAnswer } from '#contract/issue/activity.ts'
import { bulkChangeBody, bulkDeleteBody } from '#contract/issue/change/bulk.ts'
import { mergeBody, splitBody } from '#contract/issue/change/merge.ts'
import { issuePatch } from '#contract/issue/change/patch.ts'
import { snoozeBody } from '#contract/issue/change/snooze.ts'
import { completionAnswer, completionQuery } from '#contract/issue/completion.ts'
import {
  issueDetail,
  issueFacetsAnswer,
  issueList,
  issueListQuery,
  issuePage,
  issueSummary,
} from '#contract/issue/issue.ts'
import { issueReleasesAnswer, issueReleasesQuery } from '#contract/issue/release.ts'
import { issueTags } from '#contract/issue/tags.ts'
import { timeline, timelineQuery } from '#contract/issue/timeline.ts'
import { trendsAnswer, trendsBody } from '#contract/issue/trend.ts'
import { idParams, updatedAnswer } from '#contract/scalars.ts'
import {
  deleteManyIssues,
  getIssue,
  getIssueActivity,
  getIssueFacets,
  getIssueReleases,
  getIssues,
  getIssueTags,
  getMergedIssues,
  getTimeline,
  patchIssue,
  patchIssues,
  postMerge,
  postSnooze,
  postSplit,
  postTrends,
} from '../../api/issue/issues.ts'
import { getSearchValues } from '../../api/issue/search.ts'
import { authenticatedRoute, type Route } from '../route.ts'
import { eventRoutes } from './event.ts'
import { savedViewRoutes } from './saved-view.ts'

export function issueRoutes(): Route[] {
  return [
    ...triageRoutes(),
    ...mergeRoutes(),
    ...listRoutes(),
    ...savedViewRoutes(),
    ...readIssueRoutes(),
    ...eventRoutes(),
  ]
}

function triageRoutes(): Route[] {
  return [
    authenticatedRoute(
      'PATCH /api/v1/issues/{id}',
      {
        access: 'issues:triage',
        summary: 'Change an issue',
        params: idParams,
        body: issuePatch,
        answer: issueSummary,
      },
      patchIssue,
    ),
    authenticatedRoute(
      'POST /api/v1/issues/{id}/snooze',
      {
        access: 'issues:triage',
        summary: 'Snooze an issue',
        params: idParams,
        body: snoozeBody,
        answer: issueSummary,
      },
      postSnooze,
    ),
    authenticatedRoute(
      'PATCH /api/v1/issues/bulk',
      { access: 'issues:triage', summary: 'Change many issues', body: bulkChangeBody, answer: updatedAnswer },
      patchIssues,
    ),
    authenticatedRoute(
      'DELETE /api/v1/issues/bulk',
      {
        access: 'issues:triage',
        summary: 'Delete issues and their events',
        body: bulkDeleteBody,
        answer: updatedAnswer,
      },
      deleteManyIssues,
    ),
  ]
}

function mergeRoutes(): Route[] {
  return [
    authenticatedRoute(
      'POST /api/v1/issues/merge',
      {
        access: 'issues:triage',
        summary: 'Merge issues into one',
        body: mergeBody,
        answer: updatedAnswer,
        errors: ['not_found'],
      },
      postMerge,
    ),
    authenticatedRoute(
      'POST /api/v1/issues/split',
      {
        access: 'issues:triage',
        summary: 'Split merged issues',
        body: splitBody,
        answer: updatedAnswer,
        errors: ['not_found'],
      },
      postSplit,
    ),
  ]
}

function listRoutes(): Route[] {
  return [
    authenticatedRoute(
      'GET /api/v1/issues',
      {
        access: 'issues:read',
        summary: 'List issues',
        query: issueListQuery,
        answer: issuePage,
        errors: ['not_found'],
      },
      getIssues,
    ),
    authenticatedRoute(
      'POST /api/v1/issues/trends',
      {
        access: 'issues:read',
        summary: 'Show the events of many issues over time',
        body: trendsBody,
        answer: trendsAnswer,
      },
      postTrends,
    ),
    authenticatedRoute(
      'GET /api/v1/search/values',
      {
        access: 'issues:read',
        summary: 'List completions of a search value',
        query: completionQuery,
        answer: completionAnswer,
        errors: ['not_found'],
      },
      getSearchValues,
    ),
  ]
}

function readIssueRoutes(): Route[] {
  const ofIssue = { access: 'issues:read', params: idParams } as const
  return [
    authenticatedRoute(
      'GET /api/v1/issues/{id}',
      { ...ofIssue, summary: 'Show an issue', answer: issueDetail },
      getIssue,
    ),
    authenticatedRoute(
      'GET /api/v1/issues/{id}/timeline',
      {
        ...ofIssue,
        summary: 'Show the events of an issue over time',
        query: timelineQuery,
        answer: timeline,
      },
      getTimeline,
    ),
    authenticatedRoute(
      'GET /api/v1/issues/{id}/releases',
      {
        ...ofIssue,
        summary: 'List the releases an issue was seen in',
        query: issueReleasesQuery,
        answer: issueReleasesAnswer,
      },
      getIssueReleases,
    ),
    authenticatedRoute(
      'GET /api/v1/issues/{id}/facets',
      {
        ...ofIssue,
        summary: "List the most frequent values of an issue's events",
        answer: issueFacetsAnswer,
      },
      getIssueFacets,
    ),
    authenticatedRoute(
      'GET /api/v1/issues/{id}/tags',
      { ...ofIssue, summary: "Count the tags and users of an issue's newest events", answer: issueTags },
      getIssueTags,
    ),
    authenticatedRoute(
      'GET /api/v1/issues/{id}/activity',
      { ...ofIssue, summary: 'Show the activity of an issue', answer: issueActivityAnswer },
      getIssueActivity,
    ),
    authenticatedRoute(
      'GET /api/v1/issues/{id}/merged',
      { ...ofIssue, summary: 'List the issues merged into an issue', answer: issueList },
      getMergedIssues,
    ),
  ]
}

import { completionAnswer, completionQuery } from '#contract/issue/completion.ts'
import {
  bulkChangeBody,
  bulkDeleteBody,
  issueActivityAnswer,
  issueDetail,
  issueFacetsAnswer,
  issueList,
  issueListQuery,
  issuePage,
  issueSummary,
  mergeBody,
  splitBody,
  timeline,
  timelineQuery,
  updatedAnswer,
} from '#contract/issue/issue.ts'
import { issuePatch } from '#contract/issue/patch.ts'
import { issueReleasesAnswer, issueReleasesQuery } from '#contract/issue/release.ts'
import { snoozeBody } from '#contract/issue/snooze.ts'
import { issueTags } from '#contract/issue/tags.ts'
import { trendsAnswer, trendsBody } from '#contract/issue/trend.ts'
import { idParams } from '#contract/scalars.ts'
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
import { type Route, sessionRoute } from '../route.ts'
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
    sessionRoute(
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
    sessionRoute(
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
    sessionRoute(
      'PATCH /api/v1/issues/bulk',
      { access: 'issues:triage', summary: 'Change many issues', body: bulkChangeBody, answer: updatedAnswer },
      patchIssues,
    ),
    sessionRoute(
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
    sessionRoute(
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
    sessionRoute(
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
    sessionRoute(
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
    sessionRoute(
      'POST /api/v1/issues/trends',
      {
        access: 'issues:read',
        summary: 'Show the events of many issues over time',
        body: trendsBody,
        answer: trendsAnswer,
      },
      postTrends,
    ),
    sessionRoute(
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
    sessionRoute(
      'GET /api/v1/issues/{id}',
      { ...ofIssue, summary: 'Show an issue', answer: issueDetail },
      getIssue,
    ),
    sessionRoute(
      'GET /api/v1/issues/{id}/timeline',
      {
        ...ofIssue,
        summary: 'Show the events of an issue over time',
        query: timelineQuery,
        answer: timeline,
      },
      getTimeline,
    ),
    sessionRoute(
      'GET /api/v1/issues/{id}/releases',
      {
        ...ofIssue,
        summary: 'List the releases an issue was seen in',
        query: issueReleasesQuery,
        answer: issueReleasesAnswer,
      },
      getIssueReleases,
    ),
    sessionRoute(
      'GET /api/v1/issues/{id}/facets',
      {
        ...ofIssue,
        summary: "List the most frequent values of an issue's events",
        answer: issueFacetsAnswer,
      },
      getIssueFacets,
    ),
    sessionRoute(
      'GET /api/v1/issues/{id}/tags',
      { ...ofIssue, summary: "Count the tags and users of an issue's newest events", answer: issueTags },
      getIssueTags,
    ),
    sessionRoute(
      'GET /api/v1/issues/{id}/activity',
      { ...ofIssue, summary: 'Show the activity of an issue', answer: issueActivityAnswer },
      getIssueActivity,
    ),
    sessionRoute(
      'GET /api/v1/issues/{id}/merged',
      { ...ofIssue, summary: 'List the issues merged into an issue', answer: issueList },
      getMergedIssues,
    ),
  ]
}

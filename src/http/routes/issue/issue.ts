import { actorOf } from '#actions/accounts/write-as-member.ts'
import { issueFacets, releasesOfIssue } from '#actions/issues/facets.ts'
import { issueHistory } from '#actions/issues/history.ts'
import { listIssues } from '#actions/issues/list-issues.ts'
import { mergedIssues, readIssue } from '#actions/issues/read-issue.ts'
import { issueTags as tagsOfIssue } from '#actions/issues/tags.ts'
import { issueTimeline } from '#actions/issues/timeline.ts'
import { issueTrends } from '#actions/issues/trends.ts'
import { completeSearch } from '#actions/search/complete-search.ts'
import { issueActivityAnswer } from '#contract/issue/activity.ts'
import { completionAnswer, completionQuery } from '#contract/issue/completion.ts'
import {
  type IssueDetail,
  issueDetail,
  issueFacetsAnswer,
  issueList,
  issueListQuery,
  issuePage,
} from '#contract/issue/issue.ts'
import { issueReleasesAnswer, issueReleasesQuery } from '#contract/issue/release.ts'
import { issueTags } from '#contract/issue/tags.ts'
import { timeline, timelineQuery } from '#contract/issue/timeline.ts'
import { trendsAnswer, trendsBody } from '#contract/issue/trend.ts'
import { type IdParams, idParams } from '#contract/scalars.ts'
import { type AuthenticatedCall, authenticatedRoute, type Route, tokenRoute } from '../route.ts'

const OF_ISSUE = { access: 'issues:read', params: idParams } as const

/** Lists of issues, and what there is to read about one. */
export const ISSUE_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/issues',
    {
      access: 'issues:read',
      summary: 'List issues',
      query: issueListQuery,
      answer: issuePage,
      errors: ['not_found'],
    },
    ({ services, principal, query }) => listIssues(services, principal, query),
  ),
  authenticatedRoute(
    'POST /api/v1/issues/trends',
    {
      access: 'issues:read',
      summary: 'Show the events of many issues over time',
      body: trendsBody,
      answer: trendsAnswer,
    },
    async ({ services, principal, body }) => ({ trends: await issueTrends(services, principal, body) }),
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
    async ({ services, principal, query }) => ({
      values: await completeSearch(services, principal, query),
    }),
  ),
  authenticatedRoute(
    'GET /api/v1/issues/{id}',
    { ...OF_ISSUE, summary: 'Show an issue', answer: issueDetail },
    getIssue,
  ),
  authenticatedRoute(
    'GET /api/v1/issues/{id}/timeline',
    {
      ...OF_ISSUE,
      summary: 'Show the events of an issue over time',
      query: timelineQuery,
      answer: timeline,
    },
    ({ services, principal, params, query }) =>
      issueTimeline(services, principal, { issueId: params.id, query }),
  ),
  authenticatedRoute(
    'GET /api/v1/issues/{id}/releases',
    {
      ...OF_ISSUE,
      summary: 'List the releases an issue was seen in',
      query: issueReleasesQuery,
      answer: issueReleasesAnswer,
    },
    async ({ services, principal, params, query }) => {
      const { releases, seen } = await releasesOfIssue(services, principal, params.id)
      return { releases, ...(query.events === 'true' && { seen }) }
    },
  ),
  authenticatedRoute(
    'GET /api/v1/issues/{id}/facets',
    {
      ...OF_ISSUE,
      summary: "List the most frequent values of an issue's events",
      answer: issueFacetsAnswer,
    },
    ({ services, principal, params }) => issueFacets(services, principal, params.id),
  ),
  authenticatedRoute(
    'GET /api/v1/issues/{id}/tags',
    { ...OF_ISSUE, summary: "Count the tags and users of an issue's newest events", answer: issueTags },
    ({ services, principal, params }) => tagsOfIssue(services, principal, params.id),
  ),
  authenticatedRoute(
    'GET /api/v1/issues/{id}/activity',
    { ...OF_ISSUE, summary: 'Show the activity of an issue', answer: issueActivityAnswer },
    async ({ services, principal, params }) => ({
      activity: await issueHistory(services, principal, params.id),
    }),
  ),
  authenticatedRoute(
    'GET /api/v1/issues/{id}/merged',
    { ...OF_ISSUE, summary: 'List the issues merged into an issue', answer: issueList },
    ({ services, principal, params }) => mergedIssues(services, principal, params.id),
  ),
  tokenRoute(
    'GET /api/v1/agent/issues/{id}',
    { ...OF_ISSUE, summary: 'Show an issue, for agents', answer: issueDetail },
    getIssue,
  ),
]

function getIssue({
  services,
  principal,
  params,
}: AuthenticatedCall<{ params: IdParams }>): Promise<IssueDetail> {
  return readIssue(services, principal, { issueId: params.id, viewer: actorOf(principal) })
}

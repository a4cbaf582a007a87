import { claim, claimBody, releasedAnswer } from '#contract/issue/claim.ts'
import { contextQuery, issueContext } from '#contract/issue/context.ts'
import { fixStats, fixStatsQuery } from '#contract/issue/fix.ts'
import { queuePage, queueQuery } from '#contract/issue/queue.ts'
import { idParams } from '#contract/scalars.ts'
import { getFixStats } from '../api/issue/fixes.ts'
import { getIssueContext } from '../api/issue/issue-context.ts'
import { deleteClaim, getQueue, postClaim } from '../api/issue/queue.ts'
import { authenticatedRoute, type Route, tokenRoute, writtenRoute } from './route.ts'

export function queueRoutes(): Route[] {
  const queue = {
    access: 'issues:read',
    query: queueQuery,
    answer: queuePage,
    errors: ['not_found'],
  } as const
  const context = {
    access: 'issues:read',
    params: idParams,
    query: contextQuery,
    answer: issueContext,
    textTypes: ['text/markdown'],
  } as const
  const ofClaim = { access: 'issues:triage', params: idParams, errors: ['conflict'] } as const
  const taking = { ...ofClaim, body: claimBody, answer: claim }
  const leaving = { ...ofClaim, answer: releasedAnswer }
  return [
    fixStatsRoute(),
    authenticatedRoute(
      'GET /api/v1/issues/queue',
      { ...queue, summary: 'List issues to work on, most urgent first' },
      getQueue,
    ),
    authenticatedRoute('POST /api/v1/issues/{id}/claim', { ...taking, summary: 'Claim an issue' }, postClaim),
    authenticatedRoute(
      'DELETE /api/v1/issues/{id}/claim',
      { ...leaving, summary: 'Release an issue; with a token, your own claim only' },
      deleteClaim,
    ),
    writtenRoute(
      'GET /api/v1/issues/{id}/context',
      { ...context, credential: 'session_or_token', summary: 'Get the fix context of an issue' },
      getIssueContext,
    ),
    writtenRoute(
      'GET /api/v1/agent/issues/{id}/context',
      { ...context, credential: 'token', summary: 'Get the fix context of an issue, for agents' },
      getIssueContext,
    ),
    tokenRoute(
      'GET /api/v1/agent/queue',
      { ...queue, summary: 'List issues to work on, most urgent first, for agents' },
      getQueue,
    ),
    tokenRoute(
      'POST /api/v1/agent/issues/{id}/claim',
      { ...taking, summary: 'Claim an issue so that no one else works on it' },
      postClaim,
    ),
    tokenRoute(
      'DELETE /api/v1/agent/issues/{id}/claim',
      { ...leaving, summary: 'Release an issue that you claimed' },
      deleteClaim,
    ),
  ]
}

function fixStatsRoute(): Route {
  return authenticatedRoute(
    'GET /api/v1/stats/fixes',
    {
      access: 'issues:read',
      summary: 'Count fixes and their outcomes by person and token',
      query: fixStatsQuery,
      answer: fixStats,
      errors: ['not_found'],
    },
    getFixStats,
  )
}

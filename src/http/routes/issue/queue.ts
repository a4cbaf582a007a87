import { actorOf } from '#actions/accounts/write-as-member.ts'
import { claimIssue, releaseIssue } from '#actions/agents/claim-issue.ts'
import { issueContext as contextOf, contextTag } from '#actions/agents/context.ts'
import { agentQueue } from '#actions/agents/queue.ts'
import { fixesStats } from '#actions/fixes/fix-stats.ts'
import {
  type Claim,
  type ClaimBody,
  claim,
  claimBody,
  type ReleasedAnswer,
  releasedAnswer,
} from '#contract/issue/claim.ts'
import { type ContextQuery, contextQuery, issueContext } from '#contract/issue/context.ts'
import { fixStats, fixStatsQuery } from '#contract/issue/fix.ts'
import { type QueuePage, type QueueQuery, queuePage, queueQuery } from '#contract/issue/queue.ts'
import { type IdParams, idParams } from '#contract/scalars.ts'
import { originOf } from '../../origin-of.ts'
import {
  type AuthenticatedCall,
  authenticatedRoute,
  type Route,
  tokenRoute,
  WrittenAnswer,
  writtenRoute,
} from '../route.ts'

const QUEUE = {
  access: 'issues:read',
  query: queueQuery,
  answer: queuePage,
  errors: ['not_found'],
} as const
const CONTEXT = {
  access: 'issues:read',
  params: idParams,
  query: contextQuery,
  answer: issueContext,
  textTypes: ['text/markdown'],
} as const
const OF_CLAIM = { access: 'issues:triage', params: idParams, errors: ['conflict'] } as const
const TAKING = { ...OF_CLAIM, body: claimBody, answer: claim }
const LEAVING = { ...OF_CLAIM, answer: releasedAnswer }
const MARKDOWN = 'text/markdown'

/** The queue of issues to work on, for people and agents: what is in it, claims, the context of a fix, and its outcome. */
export const QUEUE_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/stats/fixes',
    {
      access: 'issues:read',
      summary: 'Count fixes and their outcomes by person and token',
      query: fixStatsQuery,
      answer: fixStats,
      errors: ['not_found'],
    },
    ({ services, principal, query }) => fixesStats(services, principal, query),
  ),
  authenticatedRoute(
    'GET /api/v1/issues/queue',
    { ...QUEUE, summary: 'List issues to work on, most urgent first' },
    getQueue,
  ),
  authenticatedRoute('POST /api/v1/issues/{id}/claim', { ...TAKING, summary: 'Claim an issue' }, postClaim),
  authenticatedRoute(
    'DELETE /api/v1/issues/{id}/claim',
    { ...LEAVING, summary: 'Release an issue; with a token, your own claim only' },
    deleteClaim,
  ),
  writtenRoute(
    'GET /api/v1/issues/{id}/context',
    { ...CONTEXT, credential: 'session_or_token', summary: 'Get the fix context of an issue' },
    getIssueContext,
  ),
  writtenRoute(
    'GET /api/v1/agent/issues/{id}/context',
    { ...CONTEXT, credential: 'token', summary: 'Get the fix context of an issue, for agents' },
    getIssueContext,
  ),
  tokenRoute(
    'GET /api/v1/agent/queue',
    { ...QUEUE, summary: 'List issues to work on, most urgent first, for agents' },
    getQueue,
  ),
  tokenRoute(
    'POST /api/v1/agent/issues/{id}/claim',
    { ...TAKING, summary: 'Claim an issue so that no one else works on it' },
    postClaim,
  ),
  tokenRoute(
    'DELETE /api/v1/agent/issues/{id}/claim',
    { ...LEAVING, summary: 'Release an issue that you claimed' },
    deleteClaim,
  ),
]

async function getQueue(call: AuthenticatedCall<{ query: QueueQuery }>): Promise<QueuePage> {
  const { services, principal, query } = call
  return agentQueue(services, { ...principal, actor: actorOf(principal) }, query)
}

async function postClaim(call: AuthenticatedCall<{ params: IdParams; body: ClaimBody }>): Promise<Claim> {
  const { services, principal, params, body } = call
  return claimIssue(services, principal, { issueId: params.id, minutes: body.minutes })
}

async function deleteClaim(call: AuthenticatedCall<{ params: IdParams }>): Promise<ReleasedAnswer> {
  const { services, principal, params } = call
  const mayEndOthers = principal.kind === 'session'
  const request = { issueId: params.id, mayEndOthers }
  return { released: await releaseIssue(services, principal, request) }
}

async function getIssueContext(
  call: AuthenticatedCall<{ params: IdParams; query: ContextQuery }>,
): Promise<WrittenAnswer> {
  const { services, request, principal, params, query } = call
  const format = wantsMarkdown(query.format, request.headers.accept) ? 'markdown' : 'json'
  const origin = originOf(services.config, request)
  const asked = { issueId: params.id, query, format, origin } as const
  const { text } = await contextOf(services, principal, asked)
  return new WrittenAnswer(text, format === 'markdown' ? MARKDOWN : 'application/json', contextTag(text))
}

function wantsMarkdown(format: string | undefined, accept = ''): boolean {
  return format === undefined ? accept.includes(MARKDOWN) : format === 'markdown'
}

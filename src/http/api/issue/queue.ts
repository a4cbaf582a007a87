import { actorOf } from '#actions/accounts/write-as-member.ts'
import { claimIssue, releaseIssue } from '#actions/agents/claim-issue.ts'
import { agentQueue } from '#actions/agents/queue.ts'
import type { Claim, ClaimBody, ReleasedAnswer } from '#contract/issue/claim.ts'
import type { QueuePage, QueueQuery } from '#contract/issue/queue.ts'
import type { IdParams } from '#contract/scalars.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

type OfIssue = { params: IdParams }

export async function getQueue(call: AuthenticatedCall<{ query: QueueQuery }>): Promise<QueuePage> {
  const { services, principal, query } = call
  return agentQueue(services, { ...principal, actor: actorOf(principal) }, query)
}

export async function postClaim(call: AuthenticatedCall<OfIssue & { body: ClaimBody }>): Promise<Claim> {
  const { services, principal, params, body } = call
  return claimIssue(services, principal, { issueId: params.id, minutes: body.minutes })
}

export async function deleteClaim(call: AuthenticatedCall<OfIssue>): Promise<ReleasedAnswer> {
  const { services, principal, params } = call
  const mayEndOthers = principal.kind === 'session'
  const request = { issueId: params.id, mayEndOthers }
  return { released: await releaseIssue(services, principal, request) }
}

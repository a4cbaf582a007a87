import { AGENT_LIMITS } from '#contract/limits.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { ActorKind } from '#contract/vocabulary.ts'
import { actorNames } from '../account/actor-name.ts'
import type { OrgScope } from '../engine/scope.ts'

/** One that has longer to go was made by a clock that was ahead: it keeps nobody off. */
const LONGEST_MS = AGENT_LIMITS.claimMinutesMax * MINUTE_MS + HOUR_MS

export interface ClaimHolder {
  kind: ActorKind
  id: string
}

export interface ClaimRow {
  issue_id: number
  actor_kind: ActorKind
  actor_id: string
  actor_name: string | null
  claimed_at: number
  expires_at: number
}

/** The claims on issues (row keys) that have not ended at `now` (epoch ms), by issue. */
export async function findClaims(
  scope: OrgScope,
  issueIds: readonly number[],
  now: number,
): Promise<Map<number, ClaimRow>> {
  if (issueIds.length === 0) return new Map()
  const actor = actorNames(scope, { kind: 'issue_claim.actor_kind', id: 'issue_claim.actor_id' })
  const rows = await scope.db
    .selectFrom('issue_claim')
    .select(['issue_id', 'actor_kind', 'actor_id', actor.shown.as('actor_name'), 'claimed_at', 'expires_at'])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', now + LONGEST_MS)
    .execute()
  return new Map(rows.map((row) => [row.issue_id, row]))
}

/** Writes a claim in place of any there is. Lock the issue before, and see that nobody else holds one. */
export async function saveClaim(
  scope: OrgScope,
  issueId: number,
  { holder, claimedAt, expiresAt }: { holder: ClaimHolder; claimedAt: number; expiresAt: number },
): Promise<void> {
  const claim = {
    actor_kind: holder.kind,
    actor_id: holder.id,
    claimed_at: claimedAt,
    expires_at: expiresAt,
  }
  await scope.db
    .insertInto('issue_claim')
    .values({ org_id: scope.orgId, issue_id: issueId, ...claim })
    .onConflict((conflict) => conflict.columns(['org_id', 'issue_id']).doUpdateSet(claim))
    .execute()
}

export async function dropClaim(scope: OrgScope, issueId: number): Promise<void> {
  await scope.db
    .deleteFrom('issue_claim')
    .where('org_id', '=', scope.orgId)
    .where('issue_id', '=', issueId)
    .execute()
}

export function otherClaims(scope: OrgScope, holder: ClaimHolder, now: number) {
  return scope.db
    .selectFrom('issue_claim')
    .select('issue_claim.issue_id')
    .where('issue_claim.org_id', '=', scope.orgId)
    .where('issue_claim.expires_at', '>', now)
    .where('issue_claim.expires_at', '<=', now + LONGEST_MS)
    .where((eb) =>
      eb.or([eb('issue_claim.actor_kind', '<>', holder.kind), eb('issue_claim.actor_id', '<>', holder.id)]),
    )
}

/** Issues whose claim ended by itself in a span of time (epoch ms); as a subquery. */
export function claimsEndedIn(scope: OrgScope, { from, to }: { from: number; to: number }) {
  return scope.db
    .selectFrom('issue_claim')
    .select('issue_claim.issue_id')
    .where('issue_claim.org_id', '=', scope.orgId)
    .where('issue_claim.expires_at', '>=', from)
    .where('issue_claim.expires_at', '<=', to)
}

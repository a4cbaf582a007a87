import type { Claim } from '#contract/issue/claim.ts'
import { isoTime } from '#contract/time.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { type ClaimRow, findClaims } from '#storage/issue/claim.ts'
import type { IssueRow } from '#storage/issue/issue.ts'
import type { Actor } from '../action-deps.ts'

/** The claim on an issue, or on the one it is merged into; undefined if nobody holds one at `now` (epoch ms). */
export async function findClaim(
  scope: OrgScope,
  { id, merge_parent_id }: Pick<IssueRow, 'id' | 'merge_parent_id'>,
  now: number,
): Promise<ClaimRow | undefined> {
  const rootId = merge_parent_id ?? id
  return (await findClaims(scope, [rootId], now)).get(rootId)
}

export function claimView(row: ClaimRow, viewer: Actor): Claim {
  return {
    claimed_by: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    claimed_at: isoTime(row.claimed_at),
    expires_at: isoTime(row.expires_at),
    mine: isHeldBy(row, viewer),
  }
}

export function isHeldBy(row: ClaimRow, { kind, id }: Actor): boolean {
  return row.actor_kind === kind && row.actor_id === id
}

import type { ActorKind } from '#contract/vocabulary.ts'

/** At most one row per issue. */
export interface IssueClaimTable {
  org_id: number
  issue_id: number
  actor_kind: ActorKind
  actor_id: string
  claimed_at: number
  expires_at: number
}

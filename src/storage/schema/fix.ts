import type { Generated } from 'kysely'
import type { ActorKind, FixState } from '#contract/vocabulary.ts'

export interface IssueFixTable {
  id: Generated<number>
  org_id: number
  issue_id: number
  is_current: number
  state: FixState
  release: string
  commit_id: string | null
  url: string | null
  note: string | null
  actor_kind: ActorKind
  actor_id: string | null
  opened_at: number
  fixed_at: number
  watch_ms: number
  seen_at: number | null
  check_at: number | null
  decided_at: number | null
  failed_in: string | null
}

import type { Generated } from 'kysely'

export interface IssueFixTable {
  id: Generated<number>
  org_id: number
  issue_id: number
  is_current: number
  state: string
  release: string
  commit_id: string | null
  url: string | null
  note: string | null
  actor_kind: string
  actor_id: string | null
  opened_at: number
  fixed_at: number
  watch_ms: number
  seen_at: number | null
  check_at: number | null
  decided_at: number | null
  failed_in: string | null
}

import type { Generated } from 'kysely'
import type { IssueSort, IssueWindow } from '#contract/vocabulary.ts'

export interface SavedViewTable {
  id: Generated<number>
  uid: string
  org_id: number
  /** Null: shared with the organization. */
  user_id: string | null
  author_id: string
  project_id: number | null
  name: string
  query: string
  time_window: IssueWindow
  sort: IssueSort
  created_at: number
}

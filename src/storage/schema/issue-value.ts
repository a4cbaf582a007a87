export interface IssueFacetTable {
  org_id: number
  issue_id: number
  facet: string
  value: string
  event_count: number
  first_seen_at: number
  last_seen_at: number
}

export interface IssueTagTable {
  org_id: number
  issue_id: number
  tag_key: string
  value: string
  /** Epoch day. */
  seen_day: number
}

export interface IssueMessageTable {
  org_id: number
  issue_id: number
  /** Hash of the text without its values. */
  shape: number
  /** In the form that searches compare. */
  text: string
  /** Epoch day. */
  seen_day: number
}

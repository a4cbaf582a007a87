/** How many events of an issue have a value of a facet, and when. */
export interface IssueFacetTable {
  org_id: number
  issue_id: number
  facet: string
  value: string
  event_count: number
  first_seen_at: number
  last_seen_at: number
}

/** A value that events of an issue have in a tag. */
export interface IssueTagTable {
  org_id: number
  issue_id: number
  tag_key: string
  value: string
  /** Epoch day. */
  seen_day: number
}

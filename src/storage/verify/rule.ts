import { type RawBuilder, sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'
import { type IssueRange, within } from './range.ts'

/** Rows that one rule names of a range of issues; more of them are found when these are put right. */
export const MAX_ROWS = 50

export interface Row {
  issue_id: number
  what: string | number
  stored: number
  found: number
}

export interface Rule {
  check: string
  rows: (scope: OrgScope, range: IssueRange) => RawBuilder<Row>
  message: (row: Row) => string
}

export function ownIssues(scope: OrgScope, range: IssueRange): RawBuilder<unknown> {
  const columns = OWN.map((name) => {
    const [own, issue] = [sql.ref(`own.${name}`), sql.ref(`issue.${name}`)]
    return sql`CASE WHEN issue.has_merged = 1 THEN ${own} ELSE ${issue} END AS ${sql.ref(name)}`
  })
  return sql`(SELECT issue.id, issue.project_id, ${sql.join(columns)}
    FROM issue LEFT JOIN issue_own AS own ON own.org_id = issue.org_id AND own.issue_id = issue.id
    WHERE ${within(scope, range, 'issue.id')})`
}

const OWN = [
  'event_count',
  'stored_event_count',
  'evicted_event_count',
  'first_seen_at',
  'last_seen_at',
  'level',
  'environment',
  'release',
  'first_release',
  'labelled_at',
] as const

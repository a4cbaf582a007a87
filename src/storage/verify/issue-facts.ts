import { type Selectable, sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'
import { countTags } from '../issue/tag.ts'
import { isOfShownProject } from '../project/deletion.ts'
import type { IssueOwnTable, IssueTable } from '../schema/schema.ts'
import { type IssueRange, within } from './range.ts'

export type OwnNumbers = Omit<Selectable<IssueOwnTable>, 'org_id' | 'issue_id'>

export type VerifiedIssue = Selectable<IssueTable>

interface Span {
  count: number
  first: number
  last: number
}

export interface IssueFacts {
  issue: VerifiedIssue
  /** Null if the row that has to hold it is missing. */
  own: OwnNumbers | null
  hasOwnRow: boolean
  hours: { count: number; stored: number; evicted: number; first: number; last: number; broken: number }
  users: number
  facets: Map<string, Span>
  tags: Map<string, number>
  events: EventNumbers
  /** Row key of its newest event; null without one. */
  newestSeq: number | null
  /** Row keys of the last event with a document of each dictionary, and of none. */
  sampledSeqs: number[]
  fingerprints: number
}

export type EventNumbers = Span & { ofOtherProject: number; withoutRelease: number }

const NO_HOURS = { count: 0, stored: 0, evicted: 0, first: 0, last: 0, broken: 0 }
const NO_EVENTS = { count: 0, first: 0, last: 0, ofOtherProject: 0, withoutRelease: 0 }

/** By key. Rows of deleted issues go in parts; their remains add up to nothing. */
export function listIssues(scope: OrgScope, after: number, limit: number): Promise<VerifiedIssue[]> {
  return scope.db
    .selectFrom('issue')
    .selectAll()
    .where('org_id', '=', scope.orgId)
    .where('id', '>', after)
    .where(isOfShownProject(scope, 'issue.project_id'))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Everything but what `tallyEvents` adds. */
export async function gatherFacts(
  scope: OrgScope,
  issues: readonly VerifiedIssue[],
  range: IssueRange,
): Promise<Map<number, IssueFacts>> {
  const own = byIssue(await ownRows(scope, range))
  const facts = new Map<number, IssueFacts>()
  for (const issue of issues) {
    const row = own.get(issue.id)
    facts.set(issue.id, {
      issue,
      own: issue.has_merged === 1 ? (row ?? null) : issue,
      hasOwnRow: row !== undefined,
      hours: NO_HOURS,
      users: 0,
      facets: new Map(),
      tags: new Map(),
      events: NO_EVENTS,
      newestSeq: null,
      sampledSeqs: [],
      fingerprints: 0,
    })
  }
  for (const row of await hourSums(scope, range)) assign(facts, row.issue_id, { hours: row })
  for (const row of await countRowsOf(scope, range, 'issue_user'))
    assign(facts, row.issue_id, { users: row.count })
  for (const row of await countRowsOf(scope, range, 'issue_fingerprint'))
    assign(facts, row.issue_id, { fingerprints: row.count })
  for (const row of await countTags(scope, range)) facts.get(row.issue_id)?.tags.set(row.tag_key, row.count)
  return facts
}

function assign(facts: Map<number, IssueFacts>, issueId: number, part: Partial<IssueFacts>): void {
  const entry = facts.get(issueId)
  // Rows of an issue that does not exist are named as orphans.
  if (entry) Object.assign(entry, part)
}

function byIssue<R extends { issue_id: number }>(rows: readonly R[]): Map<number, R> {
  return new Map(rows.map((row) => [row.issue_id, row]))
}

function ownRows(scope: OrgScope, { first, last }: IssueRange) {
  return scope.db
    .selectFrom('issue_own')
    .selectAll()
    .where('org_id', '=', scope.orgId)
    .where('issue_id', '>=', first)
    .where('issue_id', '<=', last)
    .execute()
}

async function hourSums(scope: OrgScope, range: IssueRange) {
  const { rows } = await sql<IssueFacts['hours'] & { issue_id: number }>`
    SELECT issue_id, sum(event_count) AS count, sum(stored_event_count) AS stored,
      sum(evicted_event_count) AS evicted, min(hour) AS first, max(hour) AS last,
      sum(CASE WHEN stored_event_count < 0 OR evicted_event_count < 0
        OR event_count < stored_event_count + evicted_event_count THEN 1 ELSE 0 END) AS broken
    FROM issue_hour WHERE ${within(scope, range, 'issue_hour.issue_id')}
    GROUP BY issue_id`.execute(scope.db)
  return rows
}

async function countRowsOf(scope: OrgScope, range: IssueRange, table: 'issue_user' | 'issue_fingerprint') {
  const { rows } = await sql<{ issue_id: number; count: number }>`
    SELECT issue_id, count(*) AS count FROM ${sql.table(table)}
    WHERE ${within(scope, range, `${table}.issue_id`)} GROUP BY issue_id`.execute(scope.db)
  return rows
}

import type { Selectable } from 'kysely'
import { type BulkStatement, bulkWrite } from '../engine/bulk-write.ts'
import type { IssueTable } from '../schema/schema.ts'
import type { BatchTransaction, PlacedItem } from './batch.ts'
import {
  DESCRIBED_COLUMNS,
  DESCRIBED_SQL,
  describedValues,
  type NewDescriptions,
} from './describe/new-descriptions.ts'

export type IssueRow = Selectable<IssueTable>

export interface IssueDelta {
  orgId: number
  issueId: number
  events: number
  stored: number
  newUsers: number
  earliest: PlacedItem
  latest: PlacedItem
  /** The latest one that is stored: a counted-only record changes neither level, environment nor release. */
  latestStored: PlacedItem | null
}

export function sumByIssue(placed: PlacedItem[], newUsers: Map<number, number>): Map<number, IssueDelta> {
  const deltas = new Map<number, IssueDelta>()
  for (const entry of placed) {
    const { item, issueId, at } = entry
    let delta = deltas.get(issueId)
    if (!delta) {
      const counts = { events: 0, stored: 0, newUsers: newUsers.get(issueId) ?? 0 }
      delta = { orgId: item.orgId, issueId, ...counts, earliest: entry, latest: entry, latestStored: null }
      deltas.set(issueId, delta)
    }
    delta.events += 1
    if (item.kind === 'stored') {
      delta.stored += 1
      if (at >= (delta.latestStored?.at ?? at)) delta.latestStored = entry
    }
    if (at < delta.earliest.at) delta.earliest = entry
    if (at >= delta.latest.at) delta.latest = entry
  }
  return deltas
}

/** VALUES has no column names of its own that both engines take; these are theirs, by position. */
function additions(table: 'issue' | 'issue_own', key: 'id' | 'issue_id'): BulkStatement {
  // Null if no record of the batch is stored, and then not true.
  const isFirst = `v.column6 < ${table}.first_seen_at`
  const isLatest = `v.column12 >= ${table}.labelled_at`
  return {
    columns: [
      ['org_id', 'bigint'],
      [key, 'bigint'],
      ['events', 'bigint'],
      ['stored', 'bigint'],
      ['users', 'bigint'],
      ['first_at', 'bigint'],
      ['last_at', 'bigint'],
      ['level', 'text'],
      ['environment', 'text'],
      ['release', 'text'],
      ['now', 'bigint'],
      ['labelled_at', 'bigint'],
      ['first_release', 'text'],
      ...(table === 'issue' ? DESCRIBED_COLUMNS : []),
    ],
    text: (rows) => `UPDATE ${table} SET
      event_count = ${table}.event_count + v.column3,
      stored_event_count = ${table}.stored_event_count + v.column4,
      unique_user_count = ${table}.unique_user_count + v.column5,
      first_release = CASE WHEN ${isFirst} THEN v.column13 ELSE ${table}.first_release END,
      first_seen_at = CASE WHEN ${isFirst} THEN v.column6 ELSE ${table}.first_seen_at END,
      level = CASE WHEN ${isLatest} THEN v.column8 ELSE ${table}.level END,
      environment = CASE WHEN ${isLatest} THEN v.column9 ELSE ${table}.environment END,
      release = CASE WHEN ${isLatest} THEN v.column10 ELSE ${table}.release END,
      labelled_at = CASE WHEN ${isLatest} THEN v.column12 ELSE ${table}.labelled_at END,
      last_seen_at = CASE WHEN v.column7 > ${table}.last_seen_at THEN v.column7 ELSE ${table}.last_seen_at END
      ${table === 'issue' ? `, updated_at = v.column11, ${DESCRIBED_SQL}` : ''}
    FROM (VALUES ${rows}) AS v
    WHERE ${table}.org_id = v.column1 AND ${table}.${key} = v.column2`,
  }
}
const ADD_TO_ISSUES = additions('issue', 'id')
const ADD_TO_OWN = additions('issue_own', 'issue_id')

/** Adds a batch to its issues' counters; labels and `said` follow the latest stored event. */
export async function addToIssues(
  tx: BatchTransaction,
  deltas: Iterable<IssueDelta>,
  said: NewDescriptions,
): Promise<void> {
  const sorted = sortedDeltas(deltas)
  const counted = additionRows(tx, sorted)
  const rows = sorted.map(({ issueId }, at) => [...counted[at]!, ...describedValues(said.get(issueId))])
  await bulkWrite(tx, ADD_TO_ISSUES, rows)
}

export async function addToOwn(tx: BatchTransaction, deltas: Iterable<IssueDelta>): Promise<void> {
  await bulkWrite(tx, ADD_TO_OWN, additionRows(tx, sortedDeltas(deltas)))
}

/** In key order, so that writers never deadlock. */
function sortedDeltas(deltas: Iterable<IssueDelta>): IssueDelta[] {
  return [...deltas].sort((a, b) => a.issueId - b.issueId)
}

function additionRows(tx: BatchTransaction, deltas: readonly IssueDelta[]): unknown[][] {
  return deltas.map(({ orgId, issueId, events, stored, newUsers, earliest, latest, latestStored }) => [
    orgId,
    issueId,
    events,
    stored,
    newUsers,
    earliest.at,
    latest.at,
    latestStored?.level ?? null,
    latestStored?.environment ?? null,
    latestStored?.release ?? null,
    tx.now,
    latestStored?.at ?? null,
    earliest.release,
  ])
}

import type { Selectable } from 'kysely'
import { type BulkStatement, bulkWrite } from '../bulk-write.ts'
import type { IssueTable } from '../schema.ts'
import type { BatchTransaction, PlacedItem } from './batch.ts'

/** An issue was deleted between being found and being locked: find the issues again and repeat. */
export class IssueGoneError extends Error {}

export type IssueRow = Selectable<IssueTable>

/**
 * Locks the issues a batch touches, in key order, the same in every writer.
 * @throws IssueGoneError when one no longer exists.
 */
export async function lockIssues(
  tx: BatchTransaction,
  ids: Iterable<number>,
): Promise<Map<number, IssueRow>> {
  const wanted = [...new Set(ids)].sort((a, b) => a - b)
  const rows = new Map<number, IssueRow>()
  if (wanted.length === 0) return rows
  let query = tx.db.selectFrom('issue').selectAll().where('id', 'in', wanted).orderBy('id')
  if (tx.dialect === 'postgres') query = query.forUpdate()
  for (const row of await query.execute()) rows.set(row.id, row)
  if (rows.size !== wanted.length) throw new IssueGoneError('An issue was deleted meanwhile.')
  return rows
}

/** What a batch adds to one issue. */
export interface IssueDelta {
  orgId: number
  issueId: number
  events: number
  stored: number
  newUsers: number
  first: number
  /** The latest record of the batch for this issue. */
  latest: PlacedItem
}

/** Sums a batch by issue. */
export function sumByIssue(placed: PlacedItem[], newUsers: Map<number, number>): Map<number, IssueDelta> {
  const deltas = new Map<number, IssueDelta>()
  for (const entry of placed) {
    const { item, issueId, at } = entry
    let delta = deltas.get(issueId)
    if (!delta) {
      delta = { orgId: item.orgId, issueId, events: 0, stored: 0, newUsers: 0, first: at, latest: entry }
      delta.newUsers = newUsers.get(issueId) ?? 0
      deltas.set(issueId, delta)
    }
    delta.events += 1
    if (item.kind === 'stored') delta.stored += 1
    if (at < delta.first) delta.first = at
    if (at >= delta.latest.at) delta.latest = entry
  }
  return deltas
}

/** VALUES has no column names of its own that both engines take; these are theirs, by position. */
const UPDATE_ISSUES: BulkStatement = {
  columns: [
    ['org_id', 'bigint'],
    ['id', 'bigint'],
    ['events', 'bigint'],
    ['stored', 'bigint'],
    ['users', 'bigint'],
    ['first_at', 'bigint'],
    ['last_at', 'bigint'],
    ['level', 'text'],
    ['environment', 'text'],
    ['release', 'text'],
    ['now', 'bigint'],
  ],
  text: (rows) => `UPDATE issue SET
      event_count = issue.event_count + v.column3,
      stored_event_count = issue.stored_event_count + v.column4,
      unique_user_count = issue.unique_user_count + v.column5,
      first_seen_at = CASE WHEN v.column6 < issue.first_seen_at THEN v.column6 ELSE issue.first_seen_at END,
      level = CASE WHEN v.column7 >= issue.last_seen_at THEN v.column8 ELSE issue.level END,
      environment = CASE WHEN v.column7 >= issue.last_seen_at THEN v.column9 ELSE issue.environment END,
      release = CASE WHEN v.column7 >= issue.last_seen_at THEN v.column10 ELSE issue.release END,
      last_seen_at = CASE WHEN v.column7 > issue.last_seen_at THEN v.column7 ELSE issue.last_seen_at END,
      updated_at = v.column11
    FROM (VALUES ${rows}) AS v
    WHERE issue.org_id = v.column1 AND issue.id = v.column2`,
}

/** Adds a batch to the counters of its issues; level, environment and release follow the latest event. */
export async function addToIssues(tx: BatchTransaction, deltas: Iterable<IssueDelta>): Promise<void> {
  const rows = [...deltas]
    .sort((a, b) => a.issueId - b.issueId)
    .map(({ orgId, issueId, events, stored, newUsers, first, latest }) => [
      orgId,
      issueId,
      events,
      stored,
      newUsers,
      first,
      latest.at,
      latest.level,
      latest.environment,
      latest.release,
      tx.now,
    ])
  await bulkWrite(tx, UPDATE_ISSUES, rows)
}

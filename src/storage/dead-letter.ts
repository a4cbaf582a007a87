import type { BatchTransaction, PlacedItem } from './batch/batch.ts'
import { bulkInsert, bulkWrite } from './bulk-write.ts'
import type { OrgScope } from './scope.ts'

const INSERT_DEAD_LETTERS = bulkInsert('dead_letter', [
  ['org_id', 'bigint'],
  ['project_id', 'bigint'],
  ['issue_id', 'bigint'],
  ['event_id', 'bytes'],
  ['reason', 'text'],
  ['received_at', 'bigint'],
  ['created_at', 'bigint'],
  ['meta', 'text'],
  ['body', 'bytes'],
])

/**
 * Keeps the records of a batch that could not be processed, each with its reason. The body is not kept:
 * what could not be read could not be scrubbed either.
 */
export async function insertDeadLetters(tx: BatchTransaction, placed: PlacedItem[]): Promise<void> {
  const rows: unknown[][] = []
  for (const { item, issueId } of placed) {
    if (item.kind !== 'counted' || !item.deadLetter) continue
    const { reason, meta } = item.deadLetter
    rows.push([
      item.orgId,
      item.projectId,
      issueId,
      item.eventId,
      reason,
      item.receivedAt,
      tx.now,
      meta,
      null,
    ])
  }
  await bulkWrite(tx, INSERT_DEAD_LETTERS, rows)
}

/** Takes issues (row keys) that are about to be deleted out of the dead letters that name them. */
export async function forgetInDeadLetters(scope: OrgScope, issueIds: readonly number[]): Promise<void> {
  await scope.db
    .updateTable('dead_letter')
    .set({ issue_id: null })
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .execute()
}

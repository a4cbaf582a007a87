import { epochHour } from '#contract/time.ts'
import type { BatchTransaction, StoredItem } from '../batch/batch.ts'
import { PayloadDictionaries } from '../batch/payload-dictionaries.ts'
import { writeFacets, writeUsers } from '../batch/write-counters.ts'
import { withoutDuplicates, writeEvents } from '../batch/write-events.ts'
import type { OrgScope } from '../engine/scope.ts'
import { lockFamilies } from '../issue/family.ts'
import { addRestored } from '../issue/stored-counts.ts'
import { noteStored } from '../project/project-hour.ts'
import { reserveEventKey } from '../upkeep/consumer.ts'

export type Restoration = 'restored' | 'letter_gone' | 'issue_gone' | 'already_stored'

/** A dead letter (row key) and the processed event it is about, which happened, for the list, when it was counted. */
export interface Restoring {
  letterId: number
  item: StoredItem
  now: number
}

/**
 * Stores an event that was only counted; only the stored count changes. Its dead letter is removed, also if the event
 * is already stored.
 * Run in a transaction across organizations: event row keys are the pipeline's to give.
 */
export async function restoreEvent(
  scope: OrgScope,
  { letterId, item, now }: Restoring,
): Promise<Restoration> {
  const { db, orgId } = scope
  const letter = await db
    .selectFrom('dead_letter')
    .select('issue_id')
    .where('org_id', '=', orgId)
    .where('id', '=', letterId)
    .forUpdate()
    .executeTakeFirst()
  if (!letter) return 'letter_gone'
  const issueId = letter.issue_id
  const locked = issueId === null ? [] : await lockFamilies(scope, [issueId])
  if (issueId === null || !locked.some(({ id }) => id === issueId)) return 'issue_gone'
  await db.deleteFrom('dead_letter').where('org_id', '=', orgId).where('id', '=', letterId).execute()
  const key = await reserveEventKey(db)
  const batch: BatchTransaction = { db, now, eventKey: () => key }
  if ((await withoutDuplicates(batch, [item])).length === 0) return 'already_stored'
  // Environment, release and person were noted when it was counted; what only a stored event has is added.
  const placed = { item, issueId, at: item.receivedAt, level: item.event.level, environment: '', release: '' }
  await writeEvents(batch, [placed], new PayloadDictionaries())
  await writeFacets(batch, [placed])
  await writeUsers(batch, [{ ...placed, item: { ...item, userHash: null } }], new Set())
  const hour = epochHour(item.receivedAt)
  await addToHour(scope, issueId, hour)
  await noteStored(scope, item.projectId, hour)
  await addRestored(scope, issueId, item.event)
  return 'restored'
}

async function addToHour(scope: OrgScope, issueId: number, hour: number): Promise<void> {
  await scope.db
    .updateTable('issue_hour')
    .set((eb) => ({ stored_event_count: eb('stored_event_count', '+', 1) }))
    .where('org_id', '=', scope.orgId)
    .where('issue_id', '=', issueId)
    .where('hour', '=', hour)
    .execute()
}

import { bulkInsert, bulkWrite } from '../engine/bulk-write.ts'
import type { BatchItem, BatchTransaction, PlacedItem, StoredItem } from './batch.ts'
import type { PayloadDictionaries } from './payload-dictionaries.ts'

const INSERT_EVENTS = bulkInsert('event', [
  ['seq', 'bigint'],
  ['org_id', 'bigint'],
  ['project_id', 'bigint'],
  ['issue_id', 'bigint'],
  ['event_id', 'bytes'],
  ['occurred_at', 'bigint'],
  ['received_at', 'bigint'],
  ['level', 'text'],
  ['environment', 'text'],
  ['release', 'text'],
  ['platform', 'text'],
  ['runtime_name', 'text'],
  ['runtime_version', 'text'],
  ['browser_name', 'text'],
  ['os_name', 'text'],
  ['user_id', 'text'],
  ['user_email', 'text'],
])

const INSERT_PAYLOADS = bulkInsert('event_payload', [
  ['seq', 'bigint'],
  ['org_id', 'bigint'],
  ['dictionary_id', 'bigint'],
  ['data', 'bytes'],
])

/** The items whose event is not stored yet: an id sent again after the accept side forgot it has no effect. */
export async function withoutDuplicates(tx: BatchTransaction, items: BatchItem[]): Promise<BatchItem[]> {
  const stored = new Map<string, StoredItem>()
  for (const item of items) if (item.kind === 'stored') stored.set(identity(item), item)
  const known = new Set<string>()
  for (const [projectId, group] of Map.groupBy(stored.values(), (item) => item.projectId)) {
    const { orgId } = group[0]!
    const rows = await tx.db
      .selectFrom('event')
      .innerJoin('issue', (join) =>
        join.onRef('issue.org_id', '=', 'event.org_id').onRef('issue.id', '=', 'event.issue_id'),
      )
      .select(['event.seq', 'event.event_id', 'issue.project_id as shownIn'])
      .where('event.org_id', '=', orgId)
      .where('event.project_id', '=', projectId)
      .where(
        'event.event_id',
        'in',
        group.map((item) => item.eventId),
      )
      .execute()
    const isShown = (row: { shownIn: number }) => row.shownIn === projectId
    for (const row of rows.filter(isShown)) known.add(identity({ projectId, eventId: row.event_id }))
    await dropEvents(
      tx,
      orgId,
      rows.filter((row) => !isShown(row)).map(({ seq }) => seq),
    )
  }
  return items.filter((item) => {
    if (item.kind !== 'stored') return true
    const key = identity(item)
    return !known.has(key) && stored.get(key) === item
  })
}

/** Events of deleted issues that wait for the sweep: nobody sees them or their counts. */
async function dropEvents({ db }: BatchTransaction, orgId: number, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  for (const table of ['event_payload', 'event'] as const) {
    await db.deleteFrom(table).where('org_id', '=', orgId).where('seq', 'in', seqs).execute()
  }
}

function identity(item: { projectId: number; eventId: Buffer }): string {
  return `${item.projectId}:${item.eventId.toString('latin1')}`
}

export async function writeEvents(
  tx: BatchTransaction,
  placed: PlacedItem[],
  dictionaries: PayloadDictionaries,
): Promise<void> {
  const stored = placed.filter(
    (entry): entry is PlacedItem & { item: StoredItem } => entry.item.kind === 'stored',
  )
  if (stored.length === 0) return
  const payloads = await dictionaries.compress(tx, stored)
  const events: unknown[][] = []
  for (const [index, { item, issueId }] of stored.entries()) {
    const { event } = item
    events.push([
      tx.eventKey(index),
      item.orgId,
      item.projectId,
      issueId,
      item.eventId,
      event.occurredAt,
      item.receivedAt,
      event.level,
      event.environment,
      event.release,
      event.platform,
      event.runtimeName,
      event.runtimeVersion,
      event.browserName,
      event.osName,
      event.user.id,
      event.user.email,
    ])
  }
  await bulkWrite(tx, INSERT_EVENTS, events)
  const rows = payloads.map(({ dictionaryId, data }, index) => [
    tx.eventKey(index),
    stored[index]!.item.orgId,
    dictionaryId,
    data,
  ])
  await bulkWrite(tx, INSERT_PAYLOADS, rows)
}

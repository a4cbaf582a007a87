import { epochHour } from '#contract/time.ts'
import { bulkInsert, bulkWrite } from '../engine/bulk-write.ts'
import type { BatchTransaction, PlacedItem } from './batch.ts'

const UPSERT_PROJECT_HOURS = bulkInsert(
  'project_hour',
  [
    ['org_id', 'bigint'],
    ['project_id', 'bigint'],
    ['hour', 'bigint'],
    ['event_count', 'bigint'],
    ['counted_only_count', 'bigint'],
  ],
  `ON CONFLICT (org_id, project_id, hour) DO UPDATE SET
     event_count = project_hour.event_count + excluded.event_count,
     counted_only_count = project_hour.counted_only_count + excluded.counted_only_count`,
)

type Row = [orgId: number, projectId: number, hour: number, count: number, countedOnly: number]

/** Adds a batch to the hours of its projects, mostly one row each; in their order, as deletions do. */
export async function writeProjectHours(tx: BatchTransaction, placed: PlacedItem[]): Promise<void> {
  const rows = new Map<string, Row>()
  for (const { item, at } of placed) {
    const { orgId, projectId } = item
    const hour = epochHour(at)
    const key = `${projectId}:${hour}`
    const row = rows.get(key) ?? [orgId, projectId, hour, 0, 0]
    rows.set(key, row)
    row[3] += 1
    if (item.kind === 'counted') row[4] += 1
  }
  const sorted = [...rows.values()].sort((a, b) => a[1] - b[1] || a[2] - b[2])
  await bulkWrite(tx, UPSERT_PROJECT_HOURS, sorted)
}

import { bulkInsert, bulkWrite } from '../../engine/bulk-write.ts'
import type { BatchTransaction, PlacedItem } from '../batch.ts'
import { Sums } from '../write-counters.ts'
import type { FoldedRelease } from './fold-facets.ts'

const UPSERT_RELEASES = bulkInsert(
  'release',
  [
    ['org_id', 'bigint'],
    ['project_id', 'bigint'],
    ['version', 'text'],
    ['first_seen_at', 'bigint'],
    ['event_count', 'bigint'],
    ['last_seen_at', 'bigint'],
    ['is_partial', 'bigint'],
  ],
  `ON CONFLICT (org_id, project_id, version) DO UPDATE SET
     event_count = release.event_count + excluded.event_count,
     last_seen_at = CASE WHEN excluded.last_seen_at > release.last_seen_at
       THEN excluded.last_seen_at ELSE release.last_seen_at END,
     is_partial = CASE WHEN excluded.is_partial = 1 THEN 1 ELSE release.is_partial END`,
)

type ReleaseRow = [
  orgId: number,
  projectId: number,
  version: string,
  first: number,
  count: number,
  last: number,
  isPartial: 0 | 1,
]

/**
 * Notes the releases of a batch, each with the time it was first received: that order is never rewritten. `folded` events
 * no longer count with their release.
 */
export async function writeReleases(
  tx: BatchTransaction,
  placed: readonly PlacedItem[],
  folded: readonly FoldedRelease[],
): Promise<void> {
  const releases = new Sums<ReleaseRow>()
  for (const { item, release } of placed) {
    if (release === '') continue
    const { orgId, projectId, receivedAt } = item
    const key = `${projectId}:${release}`
    const row = releases.row(key, () => [orgId, projectId, release, receivedAt, 0, receivedAt, 0])
    row[4] += 1
    if (receivedAt > row[5]) row[5] = receivedAt
  }
  for (const { orgId, projectId, version, count, first } of folded) {
    const row = releases.row(`${projectId}:${version}`, () => [orgId, projectId, version, first, 0, 0, 1])
    row[4] -= count
    row[6] = 1
  }
  await bulkWrite(tx, UPSERT_RELEASES, releases.sorted())
}

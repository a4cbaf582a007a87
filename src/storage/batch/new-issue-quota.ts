import { epochHour } from '#contract/time.ts'
import { bulkInsert, bulkWrite } from '../engine/bulk-write.ts'
import type { BatchItem, BatchTransaction } from './batch.ts'

const COLUMNS = [
  ['org_id', 'bigint'],
  ['project_id', 'bigint'],
  ['hour', 'bigint'],
  ['created', 'bigint'],
] as const
const ON_CONFLICT = 'ON CONFLICT (org_id, project_id, hour) DO UPDATE SET created ='
const LOCK_COUNTS = bulkInsert(
  'new_issue_count',
  COLUMNS,
  `${ON_CONFLICT} new_issue_count.created RETURNING project_id, hour, created`,
)
const WRITE_COUNTS = bulkInsert('new_issue_count', COLUMNS, `${ON_CONFLICT} excluded.created`)

const HOURS_KEPT = 48

interface Count {
  orgId: number
  projectId: number
  hour: number
  before: number
  now: number
}

export function hourOfReceipt({ receivedAt }: BatchItem): number {
  return epochHour(receivedAt)
}

/** How many issues projects may begin this hour. The rows stay locked: lanes and nodes share one limit. */
export class NewIssueQuota {
  readonly #limit: number
  readonly #counts = new Map<string, Count>()

  private constructor(limit: number) {
    this.#limit = limit
  }

  /** Locks the counts of records that may begin issues. @param limit issues per project and hour; 0: none. */
  static async open(
    tx: BatchTransaction,
    limit: number,
    items: readonly BatchItem[],
  ): Promise<NewIssueQuota> {
    const quota = new NewIssueQuota(limit)
    if (limit > 0) await quota.#lock(tx, items)
    return quota
  }

  take(item: BatchItem): boolean {
    if (this.#limit === 0) return true
    const count = this.#counts.get(keyOf(item.projectId, hourOfReceipt(item)))!
    if (count.now >= this.#limit) return false
    count.now += 1
    return true
  }

  async save(tx: BatchTransaction): Promise<void> {
    const changed = [...this.#counts.values()].filter((count) => count.now !== count.before)
    await bulkWrite(tx, WRITE_COUNTS, changed.map(rowOf))
    for (const count of changed) if (count.before === 0) await forgetOld(tx, count)
  }

  async #lock(tx: BatchTransaction, items: readonly BatchItem[]): Promise<void> {
    for (const item of items) {
      const { orgId, projectId } = item
      const hour = hourOfReceipt(item)
      this.#counts.set(keyOf(projectId, hour), { orgId, projectId, hour, before: 0, now: 0 })
    }
    const counts = [...this.#counts.values()].sort((a, b) => a.projectId - b.projectId || a.hour - b.hour)
    const rows = await bulkWrite<{ project_id: number; hour: number; created: number }>(
      tx,
      LOCK_COUNTS,
      counts.map(rowOf),
    )
    for (const { project_id, hour, created } of rows) {
      const count = this.#counts.get(keyOf(project_id, hour))!
      count.before = created
      count.now = created
    }
  }
}

function keyOf(projectId: number, hour: number): string {
  return `${projectId}:${hour}`
}

function rowOf({ orgId, projectId, hour, now }: Count): number[] {
  return [orgId, projectId, hour, now]
}

async function forgetOld(tx: BatchTransaction, { orgId, projectId, hour }: Count): Promise<void> {
  await tx.db
    .deleteFrom('new_issue_count')
    .where('org_id', '=', orgId)
    .where('project_id', '=', projectId)
    .where('hour', '<', hour - HOURS_KEPT)
    .execute()
}

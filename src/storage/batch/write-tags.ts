import { Lru } from '#platform/lru.ts'
import { type BulkStatement, bulkInsert, bulkWrite } from '../engine/bulk-write.ts'
import type { BatchTransaction, PlacedItem } from './batch.ts'

const MS_PER_DAY = 24 * 3_600_000
/** Values kept of a tag of an issue, and tags of an issue. Decision 0094. */
const MOST_VALUES = 1000
const MOST_KEYS = 50
/** Values that are remembered as written, over all issues. */
const KEPT_VALUES = 50_000
/** Tags that are remembered as full. */
const KEPT_FULL = 2_000

const UPSERT_TAGS = bulkInsert(
  'issue_tag',
  [
    ['org_id', 'bigint'],
    ['tag_key', 'text'],
    ['value', 'text'],
    ['issue_id', 'bigint'],
    ['seen_day', 'bigint'],
  ],
  `ON CONFLICT (org_id, tag_key, value, issue_id) DO UPDATE SET seen_day = excluded.seen_day
     WHERE issue_tag.seen_day < excluded.seen_day`,
)

const UPSERT_KEYS = bulkInsert(
  'issue_tag_key',
  [
    ['org_id', 'bigint'],
    ['tag_key', 'text'],
    ['issue_id', 'bigint'],
    ['value_count', 'bigint'],
  ],
  `ON CONFLICT (org_id, tag_key, issue_id) DO UPDATE SET
     value_count = issue_tag_key.value_count + excluded.value_count`,
)

const FIND_TAGS: BulkStatement = {
  columns: UPSERT_TAGS.columns.slice(0, 4),
  text: (rows) => `SELECT tag_key, value, issue_id FROM issue_tag JOIN (VALUES ${rows}) AS asked
    ON org_id = column1 AND tag_key = column2 AND value = column3 AND issue_id = column4`,
}

/** A value of a tag that an issue may not have yet. */
interface Found {
  orgId: number
  key: string
  value: string
  issueId: number
  day: number
}

/**
 * Writes which values the tags of an issue have. A value that an issue is known to have had that day costs a look into
 * memory; the batch's transaction holds the locks of its issues, so what is counted here nobody else changes.
 */
export class TagWriter {
  /** The latest day that a value was written for. */
  readonly #written = new Lru<string, number>(KEPT_VALUES)
  /** The day on which a tag of an issue was found to have all the values it may have. */
  readonly #full = new Lru<string, number>(KEPT_FULL)

  forget(): void {
    this.#written.clear()
    this.#full.clear()
  }

  /** Run it once the issues are locked. */
  async write(tx: BatchTransaction, placed: readonly PlacedItem[]): Promise<void> {
    const found = this.#unwritten(placed)
    if (found.size === 0) return
    const counts = await findCounts(tx, found.values())
    for (const [id, tag] of found) if (!this.#hasRoom(tag, counts)) found.delete(id)
    const known = await findKnown(tx, [...found.values()])
    const rows: Found[] = []
    const added = new Map<string, Found & { count: number }>()
    for (const [id, tag] of found) {
      if (!known.has(id)) {
        if (!this.#hasRoom(tag, counts)) continue
        countIn(tag, counts)
        const key = keyOf(tag)
        const sum = added.get(key) ?? { ...tag, count: 0 }
        sum.count += 1
        added.set(key, sum)
      }
      rows.push(tag)
      this.#written.set(id, tag.day)
    }
    await bulkWrite(
      tx,
      UPSERT_TAGS,
      sorted(rows).map(({ orgId, key, value, issueId, day }) => [orgId, key, value, issueId, day]),
    )
    const keys = sorted([...added.values()])
    await bulkWrite(
      tx,
      UPSERT_KEYS,
      keys.map(({ orgId, key, issueId, count }) => [orgId, key, issueId, count]),
    )
  }

  /** What of a batch is not known to be written, each once, with its latest day. */
  #unwritten(placed: readonly PlacedItem[]): Map<string, Found> {
    const found = new Map<string, Found>()
    for (const { item, issueId, at } of placed) {
      if (item.kind !== 'stored') continue
      const day = Math.floor(at / MS_PER_DAY)
      for (const [key, value] of item.event.searchedTags) {
        const id = idOf(issueId, key, value)
        if ((this.#written.get(id) ?? -1) >= day) continue
        const known = found.get(id)
        if (known) known.day = Math.max(known.day, day)
        else if ((this.#full.get(`${issueId}\n${key}`) ?? -1) < day)
          found.set(id, { orgId: item.orgId, key, value, issueId, day })
      }
    }
    return found
  }

  /** True where the tag of the issue may have another value. */
  #hasRoom(tag: Found, counts: TagCounts): boolean {
    const ofIssue = counts.get(tag.issueId)
    const count = ofIssue?.get(tag.key)
    const hasRoom = count === undefined ? (ofIssue?.size ?? 0) < MOST_KEYS : count < MOST_VALUES
    if (!hasRoom) this.#full.set(keyOf(tag), tag.day)
    return hasRoom
  }
}

/** By issue (row key) and tag, how many values it has. */
type TagCounts = Map<number, Map<string, number>>

function countIn({ issueId, key }: Found, counts: TagCounts): void {
  const ofIssue = counts.get(issueId) ?? new Map<string, number>()
  counts.set(issueId, ofIssue.set(key, (ofIssue.get(key) ?? 0) + 1))
}

async function findCounts(tx: BatchTransaction, found: Iterable<Found>): Promise<TagCounts> {
  const counts: TagCounts = new Map()
  for (const [orgId, tags] of Map.groupBy(found, (tag) => tag.orgId)) {
    const rows = await tx.db
      .selectFrom('issue_tag_key')
      .select(['issue_id', 'tag_key', 'value_count'])
      .where('org_id', '=', orgId)
      .where('issue_id', 'in', [...new Set(tags.map(({ issueId }) => issueId))])
      .execute()
    for (const { issue_id, tag_key, value_count } of rows) {
      const ofIssue = counts.get(issue_id) ?? new Map<string, number>()
      counts.set(issue_id, ofIssue.set(tag_key, value_count))
    }
  }
  return counts
}

async function findKnown(tx: BatchTransaction, found: readonly Found[]): Promise<Set<string>> {
  const asked = found.map(({ orgId, key, value, issueId }) => [orgId, key, value, issueId])
  const rows = await bulkWrite<{ tag_key: string; value: string; issue_id: number }>(tx, FIND_TAGS, asked)
  return new Set(rows.map(({ issue_id, tag_key, value }) => idOf(issue_id, tag_key, value)))
}

/** In key order, so that lanes never deadlock. */
function sorted<T extends Found>(rows: T[]): T[] {
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  return rows.sort((a, b) => a.issueId - b.issueId || compare(a.key, b.key) || compare(a.value, b.value))
}

function idOf(issueId: number, key: string, value: string): string {
  return `${issueId}\n${key}\n${value}`
}

function keyOf({ issueId, key }: Found): string {
  return `${issueId}\n${key}`
}

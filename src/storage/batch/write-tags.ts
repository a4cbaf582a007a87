import { epochDay } from '#contract/time.ts'
import { Lru } from '#platform/lru.ts'
import { type BulkStatement, bulkInsert, bulkWrite } from '../engine/bulk-write.ts'
import { tagCountsOf, tagCountsText } from '../issue/tag.ts'
import type { BatchTransaction, PlacedItem } from './batch.ts'
import type { IssueRow } from './update-issues.ts'

/** Values kept of a tag of an issue, and tags of an issue. Decision 0094. */
const MOST_VALUES = 1000
const MOST_KEYS = 50
const KEPT_VALUES = 50_000

const TAG_COLUMNS = [
  ['org_id', 'bigint'],
  ['issue_id', 'bigint'],
  ['tag_key', 'text'],
  ['value', 'text'],
  ['seen_day', 'bigint'],
] as const

const UPSERT_TAGS = bulkInsert(
  'issue_tag',
  TAG_COLUMNS,
  'ON CONFLICT (org_id, issue_id, tag_key, value) DO UPDATE SET seen_day = excluded.seen_day',
)

/** Finds the rows to write: values that their issue does not have, or not of that day. */
const FIND_UNWRITTEN: BulkStatement = {
  columns: [...TAG_COLUMNS, ['place', 'bigint']],
  text: (rows) => `SELECT column6 AS place, issue_tag.seen_day IS NULL AS is_new
    FROM (VALUES ${rows}) AS asked LEFT JOIN issue_tag
      ON org_id = column1 AND issue_id = column2 AND tag_key = column3 AND value = column4
    WHERE issue_tag.seen_day IS NULL OR issue_tag.seen_day < column5`,
}

const UPDATE_COUNTS: BulkStatement = {
  columns: [
    ['org_id', 'bigint'],
    ['id', 'bigint'],
    ['tag_counts', 'text'],
  ],
  text: (rows) => `UPDATE issue SET tag_counts = column3 FROM (VALUES ${rows}) AS counted
    WHERE issue.org_id = column1 AND issue.id = column2`,
}

type TagRow = [orgId: number, issueId: number, key: string, value: string, day: number]

/** The issues of a batch, locked, so that nobody else changes their tags; of those that it `created` nothing is stored. */
interface BatchIssues {
  rows: ReadonlyMap<number, IssueRow>
  created: ReadonlySet<number>
}

/** Writes tag values and counts, within bounds. Caches older issues only: most new ones never come again. */
export class TagWriter {
  readonly #written = new Lru<string, number>(KEPT_VALUES)

  forget(): void {
    this.#written.clear()
  }

  async write(
    tx: BatchTransaction,
    placed: readonly PlacedItem[],
    { rows, created }: BatchIssues,
  ): Promise<void> {
    const counts = new TagCounts(rows)
    const written: TagRow[] = []
    const asked: TagRow[] = []
    for (const row of seenValues(placed)) {
      if (!created.has(row[1])) {
        if ((this.#written.get(idOf(row)) ?? -1) < row[4]) asked.push(row)
      } else if (counts.add(row)) written.push(row)
    }
    const refused = new Set<TagRow>()
    for (const { row, isNew } of await findUnwritten(tx, asked)) {
      if (isNew && !counts.add(row)) refused.add(row)
      else written.push(row)
    }
    for (const row of asked) if (!refused.has(row)) this.#written.set(idOf(row), row[4])
    await bulkWrite(tx, UPSERT_TAGS, written)
    await bulkWrite(tx, UPDATE_COUNTS, counts.changed())
  }
}

function idOf([, issueId, key, value]: TagRow): string {
  return `${issueId}\n${key}\n${value}`
}

/** Each value of a batch once, with its latest day, issue by issue. */
function* seenValues(placed: readonly PlacedItem[]): Generator<TagRow> {
  const byIssue = Map.groupBy(placed, ({ issueId }) => issueId)
  for (const [, entries] of [...byIssue].sort(([a], [b]) => a - b)) yield* seenOfIssue(entries)
}

function seenOfIssue(entries: readonly PlacedItem[]): Iterable<TagRow> {
  const rows = new Map<string, TagRow>()
  for (const { item, issueId, at } of entries) {
    if (item.kind !== 'stored') continue
    const day = epochDay(at)
    for (const [key, value] of item.event.searchedTags) {
      const id = `${key}\n${value}`
      const known = rows.get(id)
      if (!known) rows.set(id, [item.orgId, issueId, key, value, day])
      else if (day > known[4]) known[4] = day
    }
  }
  return rows.values()
}

async function findUnwritten(
  tx: BatchTransaction,
  rows: readonly TagRow[],
): Promise<{ row: TagRow; isNew: boolean }[]> {
  const asked = rows.map((row, place) => [...row, place])
  const found = await bulkWrite<{ place: number; is_new: number | boolean }>(tx, FIND_UNWRITTEN, asked)
  // What came first is kept if there is no room for all; an engine may answer in any order.
  found.sort((a, b) => a.place - b.place)
  return found.map(({ place, is_new }) => ({ row: rows[place]!, isNew: Boolean(is_new) }))
}

/** How many values the issues of a batch have of each tag, and which of these numbers grew. */
class TagCounts {
  readonly #issues: ReadonlyMap<number, IssueRow>
  readonly #known = new Map<number, Map<string, number>>()
  readonly #changed = new Set<number>()

  constructor(issues: ReadonlyMap<number, IssueRow>) {
    this.#issues = issues
  }

  /** Counts a new value. @returns false if its issue has no room for it. */
  add([, issueId, key]: TagRow): boolean {
    let ofIssue = this.#known.get(issueId)
    if (!ofIssue) {
      ofIssue = tagCountsOf(this.#issues.get(issueId)!.tag_counts)
      this.#known.set(issueId, ofIssue)
    }
    const count = ofIssue.get(key)
    if (count === undefined ? ofIssue.size >= MOST_KEYS : count >= MOST_VALUES) return false
    ofIssue.set(key, (count ?? 0) + 1)
    this.#changed.add(issueId)
    return true
  }

  changed(): unknown[][] {
    return [...this.#changed].map((issueId) => [
      this.#issues.get(issueId)!.org_id,
      issueId,
      tagCountsText(this.#known.get(issueId)!),
    ])
  }
}

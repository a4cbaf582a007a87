import { randomUUID } from 'node:crypto'
import { searchText } from '#domain/search-text.ts'
import { Lru } from '#platform/lru.ts'
import { bulkInsert, bulkWrite } from '../bulk-write.ts'
import type { BatchItem, BatchTransaction, CountedItem, PlacedItem, StoredItem } from './batch.ts'

const KEPT_KEYS = 100_000
const FINGERPRINT_PREFIX = 'f'
const PREVIEW_PREFIX = 'p'

const INSERT_FINGERPRINTS = bulkInsert(
  'issue_fingerprint',
  [
    ['org_id', 'bigint'],
    ['project_id', 'bigint'],
    ['fingerprint', 'text'],
    ['issue_id', 'bigint'],
  ],
  'ON CONFLICT (org_id, project_id, fingerprint) DO NOTHING',
)
const INSERT_PREVIEWS = bulkInsert(
  'issue_preview',
  [
    ['org_id', 'bigint'],
    ['project_id', 'bigint'],
    ['preview', 'text'],
    ['issue_id', 'bigint'],
  ],
  'ON CONFLICT (org_id, project_id, preview) DO UPDATE SET issue_id = excluded.issue_id',
)

/**
 * Finds the issue of each record, and makes the ones that are new. Keeps what it found; since a transaction
 * may be rolled back and issues may be deleted elsewhere, `forget` empties it and the batch runs again.
 */
export class IssueDirectory {
  readonly #known = new Lru<string, number>(KEPT_KEYS)

  forget(): void {
    this.#known.clear()
  }

  /** Gives every item its issue. New issues are inserted with no events; the counters follow. */
  async place(
    tx: BatchTransaction,
    items: BatchItem[],
  ): Promise<{ placed: PlacedItem[]; created: Set<number> }> {
    await this.#load(tx, items)
    const created = new Set<number>()
    const links = new Links()
    const placed: PlacedItem[] = []
    for (const item of items) {
      const issueId =
        item.kind === 'stored'
          ? await this.#placeStored(tx, item, { created, links })
          : await this.#placeCounted(tx, item, { created, links })
      placed.push(placedItem(item, issueId))
    }
    await bulkWrite(tx, INSERT_FINGERPRINTS, links.fingerprints)
    await bulkWrite(tx, INSERT_PREVIEWS, [...links.previews.values()])
    return { placed, created }
  }

  async #placeStored(tx: BatchTransaction, item: StoredItem, made: Made): Promise<number> {
    const previewKey = keyOf(PREVIEW_PREFIX, item, item.preview)
    let issueId = this.#firstKnown(item)
    if (issueId === undefined) {
      const placeholder = this.#known.get(previewKey)
      if (placeholder !== undefined && (await adoptPlaceholder(tx, placeholder, item))) issueId = placeholder
      else {
        issueId = await insertIssue(tx, item)
        made.created.add(issueId)
      }
    }
    for (const fingerprint of item.fingerprints) {
      const key = keyOf(FINGERPRINT_PREFIX, item, fingerprint)
      if (this.#known.get(key) !== undefined) continue
      this.#known.set(key, issueId)
      made.links.fingerprints.push([item.orgId, item.projectId, fingerprint, issueId])
    }
    if (this.#known.get(previewKey) !== issueId) {
      this.#known.set(previewKey, issueId)
      made.links.previews.set(previewKey, [item.orgId, item.projectId, item.preview, issueId])
    }
    return issueId
  }

  async #placeCounted(tx: BatchTransaction, item: CountedItem, made: Made): Promise<number> {
    const key = keyOf(PREVIEW_PREFIX, item, item.preview)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const issueId = await insertIssue(tx, item)
    made.created.add(issueId)
    this.#known.set(key, issueId)
    made.links.previews.set(key, [item.orgId, item.projectId, item.preview, issueId])
    return issueId
  }

  #firstKnown(item: StoredItem): number | undefined {
    for (const fingerprint of item.fingerprints) {
      const issueId = this.#known.get(keyOf(FINGERPRINT_PREFIX, item, fingerprint))
      if (issueId !== undefined) return issueId
    }
    return undefined
  }

  /** Looks up, per project, the keys of this batch that are not in memory. */
  async #load(tx: BatchTransaction, items: BatchItem[]): Promise<void> {
    for (const group of groupByProject(items)) {
      const { orgId, projectId } = group[0]!
      const fingerprints = new Set<string>()
      const previews = new Set<string>()
      for (const item of group) {
        if (this.#known.get(keyOf(PREVIEW_PREFIX, item, item.preview)) === undefined)
          previews.add(item.preview)
        if (item.kind === 'counted') continue
        for (const fingerprint of item.fingerprints) {
          const key = keyOf(FINGERPRINT_PREFIX, item, fingerprint)
          if (this.#known.get(key) === undefined) fingerprints.add(fingerprint)
        }
      }
      await this.#loadFingerprints(tx, { orgId, projectId }, fingerprints)
      await this.#loadPreviews(tx, { orgId, projectId }, previews)
    }
  }

  async #loadFingerprints(tx: BatchTransaction, owner: Owner, wanted: Set<string>): Promise<void> {
    if (wanted.size === 0) return
    const rows = await tx.db
      .selectFrom('issue_fingerprint')
      .select(['fingerprint', 'issue_id'])
      .where('org_id', '=', owner.orgId)
      .where('project_id', '=', owner.projectId)
      .where('fingerprint', 'in', [...wanted])
      .execute()
    for (const row of rows) this.#known.set(keyOf(FINGERPRINT_PREFIX, owner, row.fingerprint), row.issue_id)
  }

  async #loadPreviews(tx: BatchTransaction, owner: Owner, wanted: Set<string>): Promise<void> {
    if (wanted.size === 0) return
    const rows = await tx.db
      .selectFrom('issue_preview')
      .select(['preview', 'issue_id'])
      .where('org_id', '=', owner.orgId)
      .where('project_id', '=', owner.projectId)
      .where('preview', 'in', [...wanted])
      .execute()
    for (const row of rows) this.#known.set(keyOf(PREVIEW_PREFIX, owner, row.preview), row.issue_id)
  }
}

interface Owner {
  orgId: number
  projectId: number
}

interface Made {
  created: Set<number>
  links: Links
}

/** Rows that tie keys to issues, written once per batch. */
class Links {
  readonly fingerprints: unknown[][] = []
  readonly previews = new Map<string, unknown[]>()
}

function keyOf(prefix: string, owner: Owner, value: string): string {
  return `${prefix}${owner.projectId}:${value}`
}

function groupByProject(items: BatchItem[]): BatchItem[][] {
  const groups = new Map<number, BatchItem[]>()
  for (const item of items) {
    const group = groups.get(item.projectId)
    if (group) group.push(item)
    else groups.set(item.projectId, [item])
  }
  return [...groups.values()]
}

function placedItem(item: BatchItem, issueId: number): PlacedItem {
  if (item.kind === 'counted') {
    const { level, environment, release } = item.summary
    return { item, issueId, at: item.receivedAt, level, environment, release }
  }
  const { occurredAt, level, environment, release } = item.event
  return { item, issueId, at: occurredAt, level, environment, release }
}

/** What an issue shows of the record it begins with. */
function descriptionOf(item: BatchItem) {
  if (item.kind === 'counted') {
    const { title, platform } = item.summary
    return {
      fingerprint: `preview:${item.preview}`,
      title,
      culprit: '',
      exception_type: null,
      search_text: searchText([title]),
      platform,
      is_placeholder: 1,
    }
  }
  const { title, culprit, exceptionType, exceptionValue, platform } = item.event
  const searchable = [title, culprit, exceptionType ?? '', exceptionValue ?? '']
  return {
    fingerprint: item.fingerprints[0]!,
    title,
    culprit,
    exception_type: exceptionType,
    search_text: searchText(searchable),
    platform,
    is_placeholder: 0,
  }
}

async function insertIssue(tx: BatchTransaction, item: BatchItem): Promise<number> {
  const { at, level, environment, release } = placedItem(item, 0)
  const row = await tx.db
    .insertInto('issue')
    .values({
      ...descriptionOf(item),
      uid: randomUUID(),
      org_id: item.orgId,
      project_id: item.projectId,
      level,
      environment,
      release,
      status: 'unresolved',
      event_count: 0,
      stored_event_count: 0,
      evicted_event_count: 0,
      unique_user_count: 0,
      first_seen_at: at,
      last_seen_at: at,
      first_release: release,
      updated_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Turns a placeholder made by counted-only records into the issue of the first event processed. */
async function adoptPlaceholder(tx: BatchTransaction, issueId: number, item: StoredItem): Promise<boolean> {
  const result = await tx.db
    .updateTable('issue')
    .set({ ...descriptionOf(item), updated_at: tx.now })
    .where('org_id', '=', item.orgId)
    .where('id', '=', issueId)
    .where('is_placeholder', '=', 1)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

import { epochDay } from '#contract/time.ts'
import { Lru } from '#platform/lru.ts'
import { bulkInsert, bulkWrite } from '../engine/bulk-write.ts'
import type { BatchItem, BatchTransaction, CountedItem, PlacedItem, StoredItem } from './batch.ts'
import { adoptPlaceholder, NewIssues, placedItem } from './begin-issue.ts'
import { NewIssueQuota } from './new-issue-quota.ts'
import { findOrBeginOverflow, OVERFLOW_FINGERPRINT, type Overflow } from './overflow-issue.ts'

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
    ['linked_day', 'bigint'],
  ],
  `ON CONFLICT (org_id, project_id, preview) DO UPDATE SET
     issue_id = excluded.issue_id, linked_day = excluded.linked_day`,
)

/** Finds or begins each record's issue. After a rollback or a deletion elsewhere, `forget` and run again. */
export class IssueDirectory {
  readonly #known = new Lru<string, number>(KEPT_KEYS)
  readonly #newIssuesPerHour: number

  /** @param newIssuesPerHour how many issues a project may begin in an hour; 0: any number. */
  constructor(newIssuesPerHour: number) {
    this.#newIssuesPerHour = newIssuesPerHour
  }

  forget(): void {
    this.#known.clear()
  }

  /** Gives every item its issue. New issues are inserted with no events; the counters follow. */
  async place(tx: BatchTransaction, items: BatchItem[]): Promise<Placement> {
    await this.#load(tx, items)
    const quota = await this.#openQuota(tx, items)
    const made: Made = {
      issues: new NewIssues(),
      created: new Set(),
      links: new Links(),
      quota,
      overflows: [],
    }
    const placed: PlacedItem[] = []
    for (const item of items) {
      const issueId =
        item.kind === 'stored'
          ? await this.#placeStored(tx, item, made)
          : await this.#placeCounted(tx, item, made)
      placed.push(placedItem(item, issueId))
    }
    const rowKey = await made.issues.insert(tx)
    for (const entry of placed) entry.issueId = rowKey(entry.issueId)
    await this.#writeLinks(tx, made.links, rowKey)
    await quota.save(tx)
    return { placed, created: new Set([...made.created].map(rowKey)), overflows: made.overflows }
  }

  async #writeLinks(
    tx: BatchTransaction,
    { fingerprints, previews }: Links,
    rowKey: (key: number) => number,
  ): Promise<void> {
    for (const [key, row] of [...fingerprints, ...previews]) {
      row[3] = rowKey(row[3])
      this.#known.set(key, row[3])
    }
    await bulkWrite(tx, INSERT_FINGERPRINTS, [...fingerprints.values()])
    await bulkWrite(tx, INSERT_PREVIEWS, [...previews.values()])
  }

  #openQuota(tx: BatchTransaction, items: BatchItem[]): Promise<NewIssueQuota> {
    const limit = this.#newIssuesPerHour
    const unknown = limit === 0 ? [] : items.filter((item) => this.#knownIssue(item) === undefined)
    return NewIssueQuota.open(tx, limit, unknown)
  }

  async #placeStored(tx: BatchTransaction, item: StoredItem, made: Made): Promise<number> {
    const previewKey = keyOf(PREVIEW_PREFIX, item, item.preview)
    let issueId = this.#knownIssue(item) ?? (await this.#aliasedIssue(tx, item))
    if (issueId === undefined) {
      const placeholder = this.#known.get(previewKey)
      if (placeholder !== undefined && (await adopt(tx, placeholder, { item, made }))) issueId = placeholder
      else if (!made.quota.take(item)) return this.#placeInOverflow(tx, item, made)
      else issueId = begin(item, made)
    }
    for (const fingerprint of item.fingerprints) {
      const key = keyOf(FINGERPRINT_PREFIX, item, fingerprint)
      if (this.#known.get(key) !== undefined) continue
      this.#known.set(key, issueId)
      made.links.fingerprints.set(key, [item.orgId, item.projectId, fingerprint, issueId])
    }
    if (this.#known.get(previewKey) !== issueId) {
      this.#known.set(previewKey, issueId)
      made.links.previews.set(previewKey, previewRow(item, issueId))
    }
    return issueId
  }

  async #placeCounted(tx: BatchTransaction, item: CountedItem, made: Made): Promise<number> {
    const key = keyOf(PREVIEW_PREFIX, item, item.preview)
    const known = this.#knownIssue(item)
    if (known !== undefined) return known
    if (!made.quota.take(item)) return this.#placeInOverflow(tx, item, made)
    const issueId = begin(item, made)
    this.#known.set(key, issueId)
    made.links.previews.set(key, previewRow(item, issueId))
    return issueId
  }

  /** Past the quota a record is counted in the overflow issue; its keys stay free for an issue of their own. */
  async #placeInOverflow(tx: BatchTransaction, item: BatchItem, made: Made): Promise<number> {
    const key = keyOf(FINGERPRINT_PREFIX, item, OVERFLOW_FINGERPRINT)
    let issueId = this.#known.get(key)
    if (issueId === undefined) {
      const overflow = await findOrBeginOverflow(tx, item)
      issueId = overflow.issueId
      this.#known.set(key, issueId)
      if (overflow.isNew) {
        made.created.add(issueId)
        made.links.fingerprints.set(key, [item.orgId, item.projectId, OVERFLOW_FINGERPRINT, issueId])
      }
    }
    made.overflows.push({ item, issueId })
    return issueId
  }

  /** The issue of a record by its keys in memory. */
  #knownIssue(item: BatchItem): number | undefined {
    if (item.kind === 'counted') return this.#known.get(keyOf(PREVIEW_PREFIX, item, item.preview))
    for (const fingerprint of item.fingerprints) {
      const issueId = this.#known.get(keyOf(FINGERPRINT_PREFIX, item, fingerprint))
      if (issueId !== undefined) return issueId
    }
    return undefined
  }

  /** The issue that the release's events went to before source maps; other releases reuse minified names. */
  async #aliasedIssue(tx: BatchTransaction, item: StoredItem): Promise<number | undefined> {
    for (const alias of item.event.release === '' ? [] : (item.aliases ?? [])) {
      const issueId = this.#known.get(keyOf(FINGERPRINT_PREFIX, item, alias))
      if (issueId !== undefined && (await wasSeenIn(tx, item, issueId))) return issueId
    }
    return undefined
  }

  async #load(tx: BatchTransaction, items: BatchItem[]): Promise<void> {
    for (const [projectId, group] of Map.groupBy(items, (item) => item.projectId)) {
      const { orgId } = group[0]!
      const fingerprints = new Set<string>()
      const previews = new Set<string>()
      for (const item of group) {
        if (this.#known.get(keyOf(PREVIEW_PREFIX, item, item.preview)) === undefined)
          previews.add(item.preview)
        if (item.kind === 'counted') continue
        for (const fingerprint of [...item.fingerprints, ...(item.aliases ?? [])]) {
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

async function wasSeenIn(
  tx: BatchTransaction,
  { orgId, event }: StoredItem,
  issueId: number,
): Promise<boolean> {
  const row = await tx.db
    .selectFrom('issue_facet')
    .select('value')
    .where('org_id', '=', orgId)
    .where('issue_id', '=', issueId)
    .where('facet', '=', 'release')
    .where('value', '=', event.release)
    .executeTakeFirst()
  return row !== undefined
}

interface Owner {
  orgId: number
  projectId: number
}

interface Made {
  issues: NewIssues
  created: Set<number>
  links: Links
  quota: NewIssueQuota
  overflows: Overflow[]
}

/** `created`: row keys of the issues begun. */
export interface Placement {
  placed: PlacedItem[]
  created: Set<number>
  overflows: Overflow[]
}

type FingerprintRow = [orgId: number, projectId: number, fingerprint: string, issueId: number]
type PreviewRow = [orgId: number, projectId: number, preview: string, issueId: number, day: number]

/** Rows that tie keys to issues, by what they are known under, written once per batch. */
class Links {
  readonly fingerprints = new Map<string, FingerprintRow>()
  readonly previews = new Map<string, PreviewRow>()
}

function begin(item: BatchItem, { issues, created }: Made): number {
  const key = issues.begin(item)
  created.add(key)
  return key
}

async function adopt(
  tx: BatchTransaction,
  issueId: number,
  { item, made }: { item: StoredItem; made: Made },
): Promise<boolean> {
  return issueId < 0 ? made.issues.adopt(issueId, item) : adoptPlaceholder(tx, issueId, item)
}

/** By the time of receipt: a day that only orders links of one issue. */
function previewRow({ orgId, projectId, preview, receivedAt }: BatchItem, issueId: number): PreviewRow {
  return [orgId, projectId, preview, issueId, epochDay(receivedAt)]
}

function keyOf(prefix: string, owner: Owner, value: string): string {
  return `${prefix}${owner.projectId}:${value}`
}

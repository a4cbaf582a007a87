import type { JsonObject } from '#domain/json.ts'
import { sharedText } from '#domain/payload-dictionary.ts'
import { Lru } from '#platform/lru.ts'
import { compressDocument, decompressDocument } from '../payload-codec.ts'
import type { BatchTransaction, PlacedItem, StoredItem } from './batch.ts'
import type { IssueRow } from './update-issues.ts'

interface Dictionary {
  id: number
  data: Buffer
}

/** A compressed document and the dictionary it needs, null when none. */
export interface CompressedPayload {
  dictionaryId: number | null
  data: Buffer
}

/** What is kept of an issue's first event until the second one comes. */
type FirstDocument = Pick<StoredItem, 'userHash' | 'document'>

type StoredPlacement = PlacedItem & { item: StoredItem }

const KEPT_DICTIONARIES = 1_000
const KEPT_FIRST_DOCUMENTS = 300
/** A document this large is compressed well enough by itself. */
const MAX_COMPARED_BYTES = 200_000

/**
 * Compresses documents with a dictionary per issue. The dictionary is made of what two events of the issue
 * have in common, when the second one arrives. Everything kept in memory can be read again or made anew.
 */
export class PayloadDictionaries {
  readonly #dictionaries = new Lru<number, Dictionary | 'none'>(KEPT_DICTIONARIES)
  readonly #firstDocuments = new Lru<number, FirstDocument>(KEPT_FIRST_DOCUMENTS)

  /** Forgets what a rolled-back transaction may have made. */
  forget(): void {
    this.#dictionaries.clear()
  }

  /**
   * Forgets dictionaries that retention has deleted since they were looked up. Only issues that have evicted
   * events can have lost theirs; the issues must be locked.
   */
  async recheck(tx: BatchTransaction, issues: Iterable<IssueRow>): Promise<void> {
    const kept = new Map<number, number>()
    const orgIds = new Set<number>()
    for (const { id, org_id, evicted_event_count } of issues) {
      const known = evicted_event_count > 0 ? this.#dictionaries.get(id) : undefined
      if (known === undefined || known === 'none') continue
      kept.set(known.id, id)
      orgIds.add(org_id)
    }
    if (kept.size === 0) return
    const rows = await tx.db
      .selectFrom('payload_dictionary')
      .select('id')
      .where('org_id', 'in', [...orgIds])
      .where('id', 'in', [...kept.keys()])
      .execute()
    for (const { id } of rows) kept.delete(id)
    for (const issueId of kept.values()) this.#dictionaries.delete(issueId)
  }

  /** One result per entry, in their order. */
  async compress(tx: BatchTransaction, entries: StoredPlacement[]): Promise<CompressedPayload[]> {
    await this.#load(tx, entries)
    const results: CompressedPayload[] = []
    for (const entry of entries) {
      const dictionary = await this.#dictionaryFor(tx, entry)
      const data = compressDocument(entry.item.document, dictionary?.data ?? null)
      results.push({ dictionaryId: dictionary?.id ?? null, data })
    }
    return results
  }

  async #load(tx: BatchTransaction, entries: StoredPlacement[]): Promise<void> {
    const wanted = new Set<number>()
    for (const { issueId } of entries) if (this.#dictionaries.get(issueId) === undefined) wanted.add(issueId)
    if (wanted.size === 0) return
    const rows = await tx.db
      .selectFrom('payload_dictionary')
      .select(['id', 'issue_id', 'data'])
      .where('org_id', 'in', [...new Set(entries.map(({ item }) => item.orgId))])
      .where('issue_id', 'in', [...wanted])
      .orderBy('id')
      .execute()
    for (const issueId of wanted) this.#dictionaries.set(issueId, 'none')
    for (const row of rows) {
      const data = Buffer.from(decompressDocument(row.data, null))
      this.#dictionaries.set(row.issue_id, { id: row.id, data })
    }
  }

  async #dictionaryFor(tx: BatchTransaction, { item, issueId }: StoredPlacement): Promise<Dictionary | null> {
    const known = this.#dictionaries.get(issueId)
    if (known !== undefined && known !== 'none') return known
    if (item.document.length > MAX_COMPARED_BYTES) return null
    const first = this.#firstDocuments.get(issueId)
    if (!first) {
      // A copy: the buffer of a whole batch must not live as long as one of its documents.
      this.#firstDocuments.set(issueId, { userHash: item.userHash, document: Buffer.from(item.document) })
      return null
    }
    this.#firstDocuments.delete(issueId)
    const text = sharedText(documentOf(first), documentOf(item), areOfTwoPeople(first, item))
    return text === null ? null : this.#insert(tx, { item, issueId, text })
  }

  async #insert(
    tx: BatchTransaction,
    { item, issueId, text }: { item: StoredItem; issueId: number; text: string },
  ): Promise<Dictionary> {
    const row = await tx.db
      .insertInto('payload_dictionary')
      .values({
        org_id: item.orgId,
        issue_id: issueId,
        data: compressDocument(text, null),
        created_at: tx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const dictionary = { id: row.id, data: Buffer.from(text) }
    this.#dictionaries.set(issueId, dictionary)
    return dictionary
  }
}

function areOfTwoPeople(a: FirstDocument, b: FirstDocument): boolean {
  return a.userHash !== null && b.userHash !== null && !a.userHash.equals(b.userHash)
}

function documentOf(item: FirstDocument): JsonObject {
  return JSON.parse(item.document.toString('utf8')) as JsonObject
}

import { sharedText } from '#domain/event/payload-dictionary.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { Lru } from '#platform/lru.ts'
import { compressDocument, decompressDocument } from '../event/payload-codec.ts'
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

type FirstDocument = Pick<StoredItem, 'userHash' | 'document'>

type StoredPlacement = PlacedItem & { item: StoredItem }

const KEPT_DICTIONARIES = 1_000
const KEPT_FIRST_DOCUMENTS = 300
const KEPT_DICTIONARY_BYTES = 16 * 1024 * 1024
const KEPT_DOCUMENT_BYTES = 8 * 1024 * 1024
/** A document this large is compressed well enough by itself. */
const MAX_COMPARED_BYTES = 200_000

/**
 * Compresses documents with a dictionary per issue. The dictionary is made of what two events of the issue
 * have in common, when the second one arrives. Everything kept in memory can be read again or made again.
 */
export class PayloadDictionaries {
  readonly #dictionaries = new Lru<number, Dictionary | 'none'>(KEPT_DICTIONARIES, {
    limit: KEPT_DICTIONARY_BYTES,
    weigh: (dictionary) => (dictionary === 'none' ? 0 : dictionary.data.length),
  })
  readonly #firstDocuments = new Lru<number, FirstDocument>(KEPT_FIRST_DOCUMENTS, {
    limit: KEPT_DOCUMENT_BYTES,
    weigh: ({ document }) => document.length,
  })

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

  async compress(tx: BatchTransaction, entries: StoredPlacement[]): Promise<CompressedPayload[]> {
    const present = await this.#load(tx, entries)
    const results: CompressedPayload[] = []
    for (const entry of entries) {
      const dictionary = present.get(entry.issueId) ?? (await this.#newDictionary(tx, entry))
      if (dictionary) present.set(entry.issueId, dictionary)
      const data = compressDocument(entry.item.document, dictionary?.data ?? null)
      results.push({ dictionaryId: dictionary?.id ?? null, data })
    }
    return results
  }

  /** The dictionaries there are of these entries' issues: held for the batch, however many are kept. */
  async #load(tx: BatchTransaction, entries: StoredPlacement[]): Promise<Map<number, Dictionary>> {
    const present = new Map<number, Dictionary>()
    const wanted = new Set<number>()
    for (const { issueId } of entries) {
      const known = this.#dictionaries.get(issueId)
      if (known === undefined) wanted.add(issueId)
      else if (known !== 'none') present.set(issueId, known)
    }
    if (wanted.size === 0) return present
    const rows = await tx.db
      .selectFrom('payload_dictionary')
      .select(['id', 'issue_id', 'data'])
      .where('org_id', 'in', [...new Set(entries.map(({ item }) => item.orgId))])
      .where('issue_id', 'in', [...wanted])
      .orderBy('id')
      .execute()
    for (const issueId of wanted) this.#dictionaries.set(issueId, 'none')
    for (const row of rows) {
      const data = unpacked(row.data)
      if (data === null) continue
      const dictionary = { id: row.id, data }
      present.set(row.issue_id, dictionary)
      this.#dictionaries.set(row.issue_id, dictionary)
    }
    return present
  }

  /** The dictionary of an issue that has none, when this is its second event; else null. */
  async #newDictionary(tx: BatchTransaction, { item, issueId }: StoredPlacement): Promise<Dictionary | null> {
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

/** Null if it is damaged: new documents then get another dictionary, and no event waits for a repair. */
function unpacked(data: Buffer): Buffer | null {
  try {
    return Buffer.from(decompressDocument(data, null))
  } catch {
    return null
  }
}

function areOfTwoPeople(a: FirstDocument, b: FirstDocument): boolean {
  return a.userHash !== null && b.userHash !== null && !a.userHash.equals(b.userHash)
}

function documentOf(item: FirstDocument): JsonObject {
  return JSON.parse(item.document.toString('utf8')) as JsonObject
}

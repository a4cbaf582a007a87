import { sharedText } from '#domain/event/payload-dictionary.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { Lru } from '#platform/lru.ts'
import { bulkInsert, bulkWrite } from '../engine/bulk-write.ts'
import { compressDocument, decompressDictionary } from '../event/payload-codec.ts'
import type { BatchTransaction, PlacedItem, StoredItem } from './batch.ts'
import type { IssueRow } from './update-issues.ts'

interface Dictionary {
  id: number
  data: Buffer
}

export interface CompressedPayload {
  dictionaryId: number | null
  data: Buffer
}

interface NewDictionary {
  orgId: number
  issueId: number
  dictionary: Dictionary
}

/** What is kept of an issue's first event until the second one comes. */
type FirstDocument = Pick<StoredItem, 'userHash' | 'document'>

type StoredPlacement = PlacedItem & { item: StoredItem }

const KEPT_DICTIONARIES = 1_000
const KEPT_FIRST_DOCUMENTS = 300
const KEPT_DICTIONARY_BYTES = 16 * 1024 * 1024
const KEPT_DOCUMENT_BYTES = 8 * 1024 * 1024
const NOT_WRITTEN = 0
const INSERT_DICTIONARIES = bulkInsert(
  'payload_dictionary',
  [
    ['org_id', 'bigint'],
    ['issue_id', 'bigint'],
    ['data', 'bytes'],
    ['created_at', 'bigint'],
  ],
  'RETURNING id, issue_id',
)
/** Larger documents compress well enough by themselves. */
const MAX_COMPARED_BYTES = 200_000

/** Compresses with a dictionary per issue: what its first two events share. Its memory is only a cache. */
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

  /** Forgets dictionaries deleted by retention, possible after evictions only. Lock the issues before. */
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
    const created: NewDictionary[] = []
    const documents = entries.map((entry) => {
      const { issueId, item } = entry
      const dictionary = present.get(issueId) ?? this.#newDictionary(entry)
      if (dictionary) present.set(issueId, dictionary)
      if (dictionary?.id === NOT_WRITTEN) created.push({ orgId: item.orgId, issueId, dictionary })
      return { dictionary, data: compressDocument(item.document, dictionary?.data ?? null) }
    })
    await this.#insert(tx, created)
    return documents.map(({ dictionary, data }) => ({ dictionaryId: dictionary?.id ?? null, data }))
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
  #newDictionary({ item, issueId }: StoredPlacement): Dictionary | null {
    if (item.document.length > MAX_COMPARED_BYTES) return null
    const first = this.#firstDocuments.get(issueId)
    if (!first) {
      const { userHash, document } = item
      this.#firstDocuments.set(issueId, {
        userHash: userHash && ownCopy(userHash),
        document: ownCopy(document),
      })
      return null
    }
    this.#firstDocuments.delete(issueId)
    const text = sharedText(documentOf(first), documentOf(item), areOfTwoPeople(first, item))
    return text === null ? null : { id: NOT_WRITTEN, data: ownCopy(Buffer.from(text)) }
  }

  async #insert(tx: BatchTransaction, created: readonly NewDictionary[]): Promise<void> {
    const ofIssues = new Map(created.map((entry) => [entry.issueId, entry]))
    const rows = [...ofIssues.values()].map(({ orgId, issueId, dictionary }) => [
      orgId,
      issueId,
      compressDocument(dictionary.data, null),
      tx.now,
    ])
    const written = await bulkWrite<{ id: number; issue_id: number }>(tx, INSERT_DICTIONARIES, rows)
    for (const { id, issue_id } of written) {
      const { dictionary } = ofIssues.get(issue_id)!
      dictionary.id = id
      this.#dictionaries.set(issue_id, dictionary)
    }
  }
}

/** Null if it is damaged: new documents then get another dictionary, and no event waits for a repair. */
function unpacked(data: Buffer): Buffer | null {
  try {
    return ownCopy(decompressDictionary(data))
  } catch {
    return null
  }
}

/** For what is kept: a view would keep the documents of a whole batch, and a part of Node's pool its neighbours, 64 KB. */
function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

function areOfTwoPeople(a: FirstDocument, b: FirstDocument): boolean {
  return a.userHash !== null && b.userHash !== null && !a.userHash.equals(b.userHash)
}

function documentOf(item: FirstDocument): JsonObject {
  return JSON.parse(item.document.toString('utf8')) as JsonObject
}

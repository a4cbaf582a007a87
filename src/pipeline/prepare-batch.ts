import type { JournalRecord } from '#journal/journal.ts'
import type { BatchItem, CountedItem, StoredItem } from '#storage/batch/batch.ts'
import { deadLetter, type ProcessingLimits, processRecord } from './process-record.ts'

type PackedStoredItem = Omit<StoredItem, 'document'> & { documentEnd: number }

/** Processed records in the form that crosses threads: all documents in one buffer, handed over whole. */
export interface PackedBatch {
  items: (PackedStoredItem | CountedItem)[]
  documents: Uint8Array<ArrayBuffer>
  /** Offset of the last record; null when there was none. */
  to: number | null
}

export interface PrepareOptions {
  limits: (projectId: number) => ProcessingLimits
  /** Set: the records are not processed but become dead letters with this reason. */
  giveUp: string | null
}

/** Where documents are gathered. Text that lived until the end of its batch would wear out the garbage collector. */
class DocumentBuffer {
  #buffer = Buffer.allocUnsafeSlow(1024 * 1024)
  #used = 0

  /** Adds a document; answers the place of its end. */
  add(document: string): number {
    const needed = this.#used + MAX_UTF8_BYTES * document.length
    if (needed > this.#buffer.length) this.#grow(needed)
    this.#used += this.#buffer.write(document, this.#used, 'utf8')
    return this.#used
  }

  /** What was added, as bytes of their own; the buffer is empty again. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#buffer.subarray(0, this.#used))
    this.#used = 0
    return taken
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(2 * needed)
    this.#buffer.copy(larger, 0, 0, this.#used)
    this.#buffer = larger
  }
}

/** A UTF-16 code unit takes at most three bytes in UTF-8. */
const MAX_UTF8_BYTES = 3
const gathered = new DocumentBuffer()

/** Processes records and packs the results. */
export function prepareBatch(records: JournalRecord[], { limits, giveUp }: PrepareOptions): PackedBatch {
  const items = records.map((record) => {
    const item =
      giveUp === null ? processRecord(record, limits(record.projectId)) : deadLetter(record, giveUp)
    if (item.kind === 'counted') return item
    const { document, ...rest } = item
    return { ...rest, documentEnd: gathered.add(document) }
  })
  return { items, documents: gathered.take(), to: records.at(-1)?.offset ?? null }
}

/** The items of a batch that came from another thread. */
export function unpackBatch({ items, documents }: PackedBatch): BatchItem[] {
  let start = 0
  return items.map((item) => {
    const { eventId, userHash } = item
    const shared = { eventId: toBuffer(eventId), userHash: userHash && toBuffer(userHash) }
    if (item.kind === 'counted') return { ...item, ...shared }
    const { documentEnd, ...rest } = item
    const document = Buffer.from(documents.buffer, start, documentEnd - start)
    start = documentEnd
    return { ...rest, ...shared, document }
  })
}

/** Buffers arrive as plain byte arrays. */
function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

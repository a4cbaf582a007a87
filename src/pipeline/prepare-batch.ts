import type { JsonParts } from '#domain/abridged-event.ts'
import type { JournalRecord } from '#journal/journal.ts'
import type { BatchItem, CountedItem, StoredItem } from '#storage/batch/batch.ts'
import type { GiveUp } from './give-up.ts'
import { giveUpRecord, type ProcessedEvent, type ProcessingLimits, processRecord } from './process-record.ts'

/** An item as JSON: its bytes are hexadecimal, and its document lies elsewhere, up to `documentEnd`. */
type PackedItem = (Omit<StoredItem, 'document' | PackedBytes> | Omit<CountedItem, PackedBytes>) & {
  eventId: string
  userHash: string | null
  documentEnd?: number
}
type PackedBytes = 'eventId' | 'userHash'

/**
 * Processed records in the form that crosses threads: one text and one run of bytes, since what waits to be
 * written must not be a thousand objects for the garbage collector to follow.
 */
export interface PackedRecords {
  /** JSON of the items. */
  items: string
  /** All documents, handed over whole. */
  documents: Uint8Array<ArrayBuffer>
}

export interface PrepareOptions {
  limits: (projectId: number) => ProcessingLimits
  /** Set: the records are not processed but become dead letters. */
  giveUp: GiveUp | null
}

/** Where documents are gathered. Text that lived until the end of its batch would wear out the garbage collector. */
class DocumentBuffer {
  #buffer = Buffer.allocUnsafeSlow(1024 * 1024)
  #used = 0

  /** Adds a document; answers the place of its end. */
  add(document: JsonParts): number {
    for (const part of document) {
      const needed = this.#used + MAX_UTF8_BYTES * part.length
      if (needed > this.#buffer.length) this.#grow(needed)
      this.#used += this.#write(part)
    }
    return this.#used
  }

  /** @returns the bytes it took. */
  #write(part: string | Uint8Array): number {
    if (typeof part === 'string') return this.#buffer.write(part, this.#used, 'utf8')
    this.#buffer.set(part, this.#used)
    return part.length
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
export function packRecords(records: JournalRecord[], { limits, giveUp }: PrepareOptions): PackedRecords {
  const items = records.map((record) => {
    const of = limits(record.projectId)
    return packItem(giveUp === null ? processRecord(record, of) : giveUpRecord(record, of, giveUp))
  })
  return { items: JSON.stringify(items), documents: gathered.take() }
}

function packItem(item: ProcessedEvent | CountedItem): PackedItem {
  const bytes = { eventId: item.eventId.toString('hex'), userHash: item.userHash?.toString('hex') ?? null }
  if (item.kind === 'counted') return { ...item, ...bytes }
  const { document, ...rest } = item
  return { ...rest, ...bytes, documentEnd: gathered.add(document) }
}

/** The items that another thread packed. */
export function unpackRecords({ items, documents }: PackedRecords): BatchItem[] {
  let start = 0
  return (JSON.parse(items) as PackedItem[]).map((packed) => {
    const { documentEnd = start, ...item } = packed
    const bytes = {
      eventId: Buffer.from(item.eventId, 'hex'),
      userHash: item.userHash === null ? null : Buffer.from(item.userHash, 'hex'),
    }
    if (item.kind === 'counted') return { ...item, ...bytes }
    const document = Buffer.from(documents.buffer, start, documentEnd - start)
    start = documentEnd
    return { ...item, ...bytes, document }
  })
}

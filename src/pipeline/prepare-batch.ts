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

/** Processes records and packs the results. */
export function prepareBatch(records: JournalRecord[], { limits, giveUp }: PrepareOptions): PackedBatch {
  const items = records.map((record) =>
    giveUp === null ? processRecord(record, limits(record.projectId)) : deadLetter(record, giveUp),
  )
  let size = 0
  for (const item of items) if (item.kind === 'stored') size += Buffer.byteLength(item.document)
  const documents = new Uint8Array(size)
  const writer = Buffer.from(documents.buffer)
  let at = 0
  const packed = items.map((item) => {
    if (item.kind === 'counted') return item
    at += writer.write(item.document, at, 'utf8')
    const { document: _, ...rest } = item
    return { ...rest, documentEnd: at }
  })
  return { items: packed, documents, to: records.at(-1)?.offset ?? null }
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

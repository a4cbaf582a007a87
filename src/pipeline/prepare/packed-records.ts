import type { BatchItem, CountedItem, StoredItem } from '#storage/batch/batch.ts'

/** An item as JSON: its bytes are hexadecimal, and its document lies elsewhere, up to `documentEnd`. */
export type PackedItem = (Omit<StoredItem, 'document' | PackedBytes> | Omit<CountedItem, PackedBytes>) & {
  eventId: string
  userHash: string | null
  documentEnd?: number
}
type PackedBytes = 'eventId' | 'userHash'

/** Records for crossing threads: one text, one run of bytes, not a thousand objects to collect. */
export interface PackedRecords {
  items: string
  documents: Uint8Array<ArrayBuffer>
}

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

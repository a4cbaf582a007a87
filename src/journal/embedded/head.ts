import type { StoredBatch } from '../journal-batch.ts'

/** What a row of `head` says of its records, beside their offsets. */
export interface HeadRow {
  numbers: Buffer
  eventIds: Buffer
  previews: StoredPreviews
}

/** 16 bytes a record; or the text of a batch, as format 1 has it and where a preview is not 32 hex digits. */
export type StoredPreviews = Buffer | string

const PREVIEW_BYTES = 16
const PREVIEW_DIGITS = PREVIEW_BYTES * 2

/** Half the bytes of the text: heads are most of a journal that has been read. */
export function storedPreviews({ count, previews }: Pick<StoredBatch, 'count' | 'previews'>): StoredPreviews {
  const packed = Buffer.from(previews.replaceAll('\n', ''), 'hex')
  return packed.length === count * PREVIEW_BYTES && textOf(packed) === previews ? packed : previews
}

/** The records' columns in memory. `eventIds` is a view of the row. */
export function headColumns({
  numbers,
  eventIds,
  previews,
}: HeadRow): Pick<StoredBatch, 'count' | 'numbers' | 'eventIds' | 'previews'> {
  const bytes = numbers.buffer.slice(numbers.byteOffset, numbers.byteOffset + numbers.byteLength)
  return {
    count: eventIds.byteLength / 16,
    numbers: new Float64Array(bytes),
    eventIds,
    previews: typeof previews === 'string' ? previews : textOf(previews),
  }
}

function textOf(packed: Buffer): string {
  const digits = packed.toString('hex')
  const previews: string[] = []
  for (let at = 0; at < digits.length; at += PREVIEW_DIGITS)
    previews.push(digits.slice(at, at + PREVIEW_DIGITS))
  return previews.join('\n')
}

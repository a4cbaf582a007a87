import { NUMBERS, type StoredBatch } from '../../journal-batch.ts'

/** A row of `head`, beside its offsets: its records' columns, at half of their bytes in memory. */
export interface HeadRow {
  /** Integers, each as its difference (up to 2^52) to the record before, the first to 0: zigzag, 7 bits a byte, lowest first. */
  numbers: Buffer
  /** 16 bytes a record. */
  eventIds: Buffer
  /** 16 bytes a record. */
  previews: Buffer
}

type HeadColumns = Pick<StoredBatch, 'count' | 'numbers' | 'eventIds' | 'previews'>

const PREVIEW_DIGITS = 32
/** Of 53 bits. */
const MAX_VARINT_BYTES = 8

export function headRow({ numbers, eventIds, previews }: Omit<HeadColumns, 'count'>): HeadRow {
  return {
    numbers: packedNumbers(numbers),
    eventIds: Buffer.from(eventIds.buffer as ArrayBuffer, eventIds.byteOffset, eventIds.byteLength),
    previews: Buffer.from(previews.replaceAll('\n', ''), 'hex'),
  }
}

/** The columns in memory. `eventIds` is a view of the row. */
export function headColumns({ numbers, eventIds, previews }: HeadRow): HeadColumns {
  const unpacked = unpackedNumbers(numbers)
  const digits = previews.toString('hex')
  const texts: string[] = []
  for (let at = 0; at < digits.length; at += PREVIEW_DIGITS) texts.push(digits.slice(at, at + PREVIEW_DIGITS))
  return {
    count: unpacked.length / NUMBERS,
    numbers: unpacked,
    eventIds,
    previews: texts.join('\n'),
  }
}

function packedNumbers(numbers: Float64Array): Buffer {
  const bytes = Buffer.allocUnsafe(numbers.length * MAX_VARINT_BYTES)
  let end = 0
  for (const [index, number] of numbers.entries()) {
    const difference = number - (numbers[index - NUMBERS] ?? 0)
    let rest = difference < 0 ? -2 * difference - 1 : 2 * difference
    while (rest >= 128) {
      bytes[end++] = 128 + (rest % 128)
      rest = Math.floor(rest / 128)
    }
    bytes[end++] = rest
  }
  return bytes.subarray(0, end)
}

export function unpackedNumbers(bytes: Buffer): Float64Array {
  const numbers: number[] = []
  let zigzag = 0
  let worth = 1
  for (const byte of bytes) {
    zigzag += (byte % 128) * worth
    worth *= 128
    if (byte >= 128) continue
    const difference = zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2
    numbers.push(difference + (numbers[numbers.length - NUMBERS] ?? 0))
    zigzag = 0
    worth = 1
  }
  return Float64Array.from(numbers)
}

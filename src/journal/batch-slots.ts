import type { AppendRequest } from './journal.ts'
import { type BatchText, batchBytes, batchIn, type JournalBatch, packBatch } from './journal-batch.ts'

export interface SlottedBatch {
  slot: number
  grown: SharedArrayBuffer | null
  text: BatchText
}

const SMALLEST_SLOT_BYTES = 512 * 1024

/** Shared memory for batches, reused: fresh buffers cost page faults and keep both collectors busy. */
export class BatchSlots {
  readonly #slots: { buffer: SharedArrayBuffer; isFree: boolean }[]

  constructor(count: number) {
    this.#slots = Array.from({ length: count }, () => ({ buffer: new SharedArrayBuffer(0), isFree: true }))
  }

  get hasFree(): boolean {
    return this.#slots.some(({ isFree }) => isFree)
  }

  /** Copies the requests into a free slot, which is theirs until `release`. If it throws, the slot stays free. */
  fill(requests: readonly AppendRequest[]): SlottedBatch {
    const slot = this.#slots.findIndex(({ isFree }) => isFree)
    const place = this.#slots[slot]
    if (!place) throw new Error('No slot of the journal is free.')
    const grown = larger(place.buffer, batchBytes(requests))
    const text = packBatch(requests, grown ?? place.buffer)
    // Only now: if packing threw, the other thread never gets the new buffer.
    this.#slots[slot] = { buffer: grown ?? place.buffer, isFree: false }
    return { slot, grown, text }
  }

  release(slot: number): void {
    this.#slots[slot]!.isFree = true
  }
}

/** Memory for this many bytes; null when the present one has room. */
function larger(present: SharedArrayBuffer, bytes: number): SharedArrayBuffer | null {
  if (present.byteLength >= bytes) return null
  return new SharedArrayBuffer(Math.max(SMALLEST_SLOT_BYTES, 2 ** Math.ceil(Math.log2(bytes))))
}

export class SlotViews {
  readonly #buffers: SharedArrayBuffer[] = []

  open({ slot, grown, text }: SlottedBatch): JournalBatch {
    if (grown) this.#buffers[slot] = grown
    return batchIn(this.#buffers[slot]!, text)
  }
}

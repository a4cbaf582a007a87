import { Buffer } from 'node:buffer'

const FIRST_BYTES = 1024

/** Copies pieces into a block that doubles: a body in one-byte pieces must not cost an object for each. */
export class ByteCollector {
  #block: Buffer = Buffer.alloc(0)
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  /** Bytes of memory in use, between `bytes` and twice that. */
  get heldBytes(): number {
    return this.#block.length
  }

  /** Adds a piece that the caller no longer uses: a single one is never copied. */
  add(piece: Buffer): void {
    if (this.#bytes > 0) {
      this.copy(piece)
      return
    }
    this.#block = piece
    this.#bytes = piece.length
  }

  /** Adds a piece that is cut from something larger, which must not be kept in memory with it. */
  copy(piece: Buffer): void {
    const total = this.#bytes + piece.length
    if (total > this.#block.length) this.#grow(total)
    piece.copy(this.#block, this.#bytes)
    this.#bytes = total
  }

  view(): Buffer {
    return this.#block.subarray(0, this.#bytes)
  }

  /** What was collected. The collector is empty after it. */
  take(): Buffer {
    const taken = this.view()
    this.#block = Buffer.alloc(0)
    this.#bytes = 0
    return taken
  }

  #grow(total: number): void {
    const block = Buffer.allocUnsafeSlow(Math.max(total, this.#block.length * 2, FIRST_BYTES))
    this.#block.copy(block, 0, 0, this.#bytes)
    this.#block = block
  }
}

import { Buffer } from 'node:buffer'

/** Looks for a short word in bytes that arrive in pieces. */
export class WordFinder {
  readonly #word: Buffer
  #tail: Buffer = Buffer.alloc(0)
  #isFound = false

  constructor(word: string) {
    this.#word = Buffer.from(word)
  }

  get isFound(): boolean {
    return this.#isFound
  }

  feed(piece: Buffer): void {
    if (this.#isFound) return
    const overlap = this.#word.length - 1
    const seam = Buffer.concat([this.#tail, piece.subarray(0, overlap)])
    this.#isFound = seam.includes(this.#word) || piece.includes(this.#word)
    const end = piece.length < overlap ? seam : piece
    this.#tail = Buffer.from(end.subarray(Math.max(0, end.length - overlap)))
  }

  reset(): void {
    this.#tail = Buffer.alloc(0)
    this.#isFound = false
  }
}

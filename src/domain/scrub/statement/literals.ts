import { isQuote } from '../../text/text-scan.ts'
import type { Key } from '../separator.ts'

/** Tells which keys of a line are inside of a literal; asked in ascending order, it reads the line once. */
export class Literals {
  readonly #text: string
  #at = 0
  #quote = ''

  constructor(text: string) {
    this.#text = text
  }

  /** The quote that the literal began with at the position asked last; empty outside of one. */
  get quote(): string {
    return this.#quote
  }

  /** False for a key in quotes of its own, `"password": …`, which is one of a document. */
  holds({ start, end }: Key): boolean {
    for (; this.#at < start; this.#at++) {
      const char = this.#text[this.#at]
      if (char === '\\') this.#at++
      else if (this.#quote === '' && isQuote(char)) this.#quote = char!
      else if (char === this.#quote) this.#quote = ''
    }
    const isWhole = isQuote(this.#text[start - 1]) && isQuote(this.#text[end])
    return this.#quote !== '' && !isWhole
  }
}

import { isQuote } from '../../text/text-scan.ts'

/** Tells which positions of a line are inside of a literal; asked in ascending order, it reads the line once. */
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

  holds(position: number): boolean {
    for (; this.#at < position; this.#at++) {
      const char = this.#text[this.#at]
      if (char === '\\') this.#at++
      else if (this.#quote === '' && isQuote(char)) this.#quote = char!
      else if (char === this.#quote) this.#quote = ''
    }
    return this.#quote !== '' && !isQuote(this.#text[position - 1])
  }
}

/** What is wrong with a line of rules, and what to do. */
export class RuleLineError extends Error {}

const BLANK = ' \t'

/** Reads one line from left to right; never goes back, so that its length is what it costs. */
export class RuleLine {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
    this.#skip(BLANK)
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  get rest(): string {
    return this.#text.slice(this.#at)
  }

  /** Goes past `token` and blanks, if the rest begins with it. */
  take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false
    this.#at += token.length
    this.#skip(BLANK)
    return true
  }

  isAt(token: string): boolean {
    return this.#text.startsWith(token, this.#at)
  }

  skipSeparators(): void {
    this.#skip(`${BLANK},`)
  }

  /** To the first of these characters or the end; what is between `{{` and `}}` belongs to it. */
  word(ends: string): string {
    const from = this.#at
    while (!this.isAtEnd && !ends.includes(this.#text[this.#at]!)) {
      if (this.isAt('{{')) this.#at = this.#endOfVariable()
      else this.#at += 1
    }
    return this.#text.slice(from, this.#at)
  }

  /** Between quotes. A backslash stands before a quote or another backslash; before anything else it is itself. */
  quoted(): string {
    const from = this.#at
    let said = ''
    for (let at = from + 1; at < this.#text.length; at++) {
      const char = this.#text[at]!
      if (char === '"') {
        this.#at = at + 1
        return said
      }
      const next = this.#text[at + 1]
      if (char === '\\' && (next === '"' || next === '\\')) at += 1
      said += this.#text[at]!
    }
    throw new RuleLineError(
      `A quote is not closed: ${this.#text.slice(from, from + 40)}. Add a " at its end.`,
    )
  }

  skipBlanks(): void {
    this.#skip(BLANK)
  }

  #endOfVariable(): number {
    const end = this.#text.indexOf('}}', this.#at)
    if (end < 0) throw new RuleLineError('`{{` is not closed. Add `}}` behind the name of the variable.')
    return end + 2
  }

  #skip(chars: string): void {
    while (!this.isAtEnd && chars.includes(this.#text[this.#at]!)) this.#at += 1
  }
}

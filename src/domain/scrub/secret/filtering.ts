import { FILTERED } from './keys.ts'

/** Replaces places of a text, which are given from left to right. */
export class Filtering {
  readonly #text: string
  #result = ''
  #end = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Where the place ends that was replaced last. */
  get end(): number {
    return this.#end
  }

  replace(start: number, end: number): void {
    this.#result += this.#text.slice(this.#end, start) + FILTERED
    this.#end = end
  }

  /** The same string if nothing was replaced. */
  get text(): string {
    return this.#end === 0 ? this.#text : this.#result + this.#text.slice(this.#end)
  }
}

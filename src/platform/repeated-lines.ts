const PERIOD_MS = 10_000
/** Kinds told apart at a time; further ones count as one. */
const MAX_KINDS = 500
const OTHER_KINDS = 'other kinds'

export type WriteRepeated = (repeated: number) => void

/** Per kind writes the first line, then one per ten seconds with a count: trouble must not fill the disk. */
export class RepeatedLines {
  readonly #periods = new Map<string, { held: number; write: WriteRepeated | null }>()

  /** True: write it now. `write` does so later, if it is the last of its kind in this period. */
  admit(kind: string, write: WriteRepeated): boolean {
    const known = this.#periods.has(kind) || this.#periods.size < MAX_KINDS ? kind : OTHER_KINDS
    const period = this.#periods.get(known)
    if (period) {
      period.held += 1
      period.write = write
      return false
    }
    this.#begin(known)
    return true
  }

  #begin(kind: string): void {
    this.#periods.set(kind, { held: 0, write: null })
    setTimeout(() => this.#end(kind), PERIOD_MS).unref()
  }

  #end(kind: string): void {
    const { held, write } = this.#periods.get(kind)!
    this.#periods.delete(kind)
    if (!write) return
    this.#begin(kind)
    write(held)
  }
}

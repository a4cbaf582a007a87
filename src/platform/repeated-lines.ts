const PERIOD_MS = 10_000
/** Kinds told apart at a time; further ones count as one. */
const MAX_KINDS = 500
const OTHER_KINDS = 'other kinds'

export type WriteRepeated = (repeated: number) => void

/**
 * Decides which lines are written: of each kind the first, and then one per ten seconds with the number of those held
 * back, so that trouble that every request meets does not fill the disk.
 */
export class RepeatedLines {
  readonly #periods = new Map<string, { held: number; write: WriteRepeated | null }>()

  /**
   * @param write writes the line later, if it is the last of its kind in this period.
   * @returns true: write it now.
   */
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

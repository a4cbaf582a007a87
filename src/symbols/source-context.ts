import { scrubSourceLine } from '#domain/scrub/text.ts'
import type { SourceContext } from '#domain/symbols/symbolication.ts'

const CONTEXT_LINES = 5
const MAX_LINE_CHARS = 250

/** Lines between two places that are remembered. */
const STEP = 256

/** A source of which lines are asked for one by one: the same lines are not counted again each time. */
export class SourceText {
  readonly #content: string
  /** Where line 0 begins, and each further `STEP` lines, as far as they were counted. */
  readonly #starts = [0]

  constructor(content: string) {
    this.#content = content
  }

  /** A line with five on each side, secrets removed; null if it has fewer lines. Both count from 0. */
  contextOf({ line, column }: { line: number; column: number }): SourceContext | null {
    const content = this.#content
    const first = Math.max(0, line - CONTEXT_LINES)
    const lines: string[] = []
    let start = this.#startOf(first)
    for (let at = first; at <= line + CONTEXT_LINES && start <= content.length; at++) {
      const end = content.indexOf('\n', start)
      const stop = end === -1 ? content.length : end
      lines.push(shownLine(content, { start, stop }, at === line ? column : 0))
      start = stop + 1
    }
    const shown = line - first
    if (lines[shown] === undefined) return null
    return { before: lines.slice(0, shown), line: lines[shown], after: lines.slice(shown + 1) }
  }

  /** The text from a place on, `chars` characters of it at most; empty if there is no such line. */
  textAt({ line, column }: { line: number; column: number }, chars: number): string {
    const start = this.#startOf(line) + column
    return this.#content.slice(start, start + chars)
  }

  /** Behind the end if there is no such line. */
  #startOf(line: number): number {
    const starts = this.#starts
    const known = Math.min(Math.floor(line / STEP), starts.length - 1)
    let start = starts[known]!
    for (let at = known * STEP; at < line; at++) {
      if (at === starts.length * STEP) starts.push(start)
      const end = this.#content.indexOf('\n', start)
      if (end === -1) return this.#content.length + 1
      start = end + 1
    }
    return start
  }
}

/** A line without its end; of a long one the part around a column. */
function shownLine(
  content: string,
  { start, stop }: { start: number; stop: number },
  column: number,
): string {
  const isWhole = stop - start <= MAX_LINE_CHARS
  const from = isWhole ? start : Math.max(start, Math.min(start + column - 60, stop - MAX_LINE_CHARS))
  const line = storable(content.slice(from, Math.min(stop, from + MAX_LINE_CHARS)).replace(/\r$/, ''))
  return scrubSourceLine(isWhole ? line : `{snip} ${line} {snip}`)
}

/** Databases refuse NUL. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

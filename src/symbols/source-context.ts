import { scrubSourceLine } from '#domain/scrub/text.ts'
import type { SourceContext } from '#domain/symbols/symbolication.ts'

const CONTEXT_LINES = 5
const MAX_LINE_CHARS = 250

/** A line of a source with five on each side, secrets removed; null if it has fewer lines. Both count from 0. */
export function contextOf(
  content: string,
  { line, column }: { line: number; column: number },
): SourceContext | null {
  const first = Math.max(0, line - CONTEXT_LINES)
  const lines: string[] = []
  let start = 0
  for (let at = 0; at <= line + CONTEXT_LINES && start <= content.length; at++) {
    const end = content.indexOf('\n', start)
    const stop = end === -1 ? content.length : end
    if (at >= first) lines.push(shownLine(content, { start, stop }, at === line ? column : 0))
    start = stop + 1
  }
  const shown = line - first
  if (lines[shown] === undefined) return null
  return { before: lines.slice(0, shown), line: lines[shown], after: lines.slice(shown + 1) }
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

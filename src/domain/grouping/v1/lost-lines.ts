import { stackFramesOf } from '../../event/frames.ts'
import type { JsonObject } from '../../json/json.ts'
import { text } from '../../text/plain-text.ts'
import { isDemangled } from './frame.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** Files of which Node's SDK sends source lines, and where in them. */
const SOURCE = /^(?:\/|[A-Za-z]:[\\/]|app:\/\/\/).{0,1000}\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx)$/
const MAX_LINE = 10_000
const MAX_COLUMN = 1000

export interface LostLines {
  /** True if lines of the application are left, which would count. */
  fromApp: boolean
}

/** If source lines are missing at random, whether some are left of the application. Node's SDK reads them from files after the error, and keeps ten files for all
 * events that are under way: of a long stack, or of errors that come at once, any of them may be missing. */
export function lostLines(exceptions: readonly JsonObject[], platform: string): LostLines | undefined {
  if (platform !== 'node') return undefined
  const app = { some: false, missing: false }
  const library = { some: false, missing: false }
  for (const exception of exceptions) {
    for (const frame of stackFramesOf(exception.stacktrace)) {
      if (isDemangled(frame)) return undefined
      const seen = frame.in_app === true ? app : library
      if (hasLine(frame)) seen.some = true
      else seen.missing ||= shouldHaveLine(frame)
    }
  }
  const areLost = (app.some && app.missing) || (library.some && library.missing)
  return areLost ? { fromApp: app.some } : undefined
}

/** The same, whatever a frame is marked as: true if there may be `lostLines`. */
export function mayLinesBeLost(exceptions: readonly JsonObject[], platform: string): boolean {
  if (platform !== 'node') return false
  const frames = exceptions.flatMap((exception) => stackFramesOf(exception.stacktrace))
  return frames.some(hasLine) && frames.some((frame) => !hasLine(frame) && shouldHaveLine(frame))
}

/** A copy of the exception, whose frames have no source lines. */
export function withoutLines(exception: JsonObject): JsonObject {
  const frames = stackFramesOf(exception.stacktrace).map((frame) => ({ ...frame, context_line: null }))
  return { ...exception, stacktrace: { frames } }
}

function hasLine({ context_line }: JsonObject): boolean {
  return typeof context_line === 'string' && context_line !== ''
}

function shouldHaveLine({ filename, lineno, colno }: JsonObject): boolean {
  if (typeof lineno !== 'number' || lineno > MAX_LINE) return false
  if (typeof colno === 'number' && colno > MAX_COLUMN) return false
  const file = text(filename)
  return SOURCE.test(file) && !file.includes('.min.')
}

import type { IssueEvent, StackFrame } from '../../../api/wire.ts'
import { formatCount, plural } from '../../../format/number.ts'

/** Hand-written lines are shorter. */
const WRITTEN_COLUMNS = 300
const BUILT_FILE = /\.min\.(?:m|c)?js$|[-.][0-9a-f]{8,20}\.(?:m|c)?js$/i

/** Says that frames show a build instead of its source; null if none does. */
export function minifiedNote(event: IssueEvent): string | null {
  if (event.platform !== 'javascript' && event.platform !== 'node') return null
  // The frames say themselves what became of their maps.
  if (event.stack_frames.some((frame) => frame.symbolication !== undefined)) return null
  const minified = event.stack_frames.filter(isMinified).length
  if (minified === 0) return null
  const release =
    event.release === ''
      ? 'The event has no release, so no source map can be found by release.'
      : `No source map from release ${event.release} applies to them.`
  const count = formatCount(minified)
  return `${count} of ${plural(event.stack_frames.length, 'frame')} show minified code. ${release}`
}

function isMinified(frame: StackFrame): boolean {
  if (frame.raw !== undefined) return false
  return (frame.colno ?? 0) > WRITTEN_COLUMNS || BUILT_FILE.test(frame.filename ?? '')
}

import { LIMITS } from '#contract/limits.ts'
import { cutText } from '../event/bounds.ts'
import { withoutColours } from '../log/colours.ts'

const CONTROL = /\p{Cc}+/gu
/** All that titles are made of. */
const MAX_HEAD_CHARS = 4 * LIMITS.titleChars
const WORD = /[\p{L}\p{N}]/u

/** The first non-empty line of a text without control characters, at most 250 characters. A line that only announces
 * what follows goes on with it. */
export function firstLine(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const trimmed = text.trim()
  const end = trimmed.search(/[\r\n]/)
  const line = end === -1 ? trimmed : wholeLine(trimmed.slice(0, end), trimmed, end)
  const clean = withoutColours(line.slice(0, 2 * LIMITS.titleChars))
    .replace(CONTROL, ' ')
    .trim()
  return clean === '' ? undefined : cutText(clean, LIMITS.titleChars)
}

/** `1 validation error for Order`, `3 errors occurred`: which, the next lines say. */
const COUNT =
  /(?:^|: )(?:found |there (?:was|were) )?(?:\d{1,6}|one|two|several|multiple|some) (?:[a-z]{2,20} ){0,2}(?:error|violation|problem|failure|issue)s?\b[^:]{0,80}$/i

/** `TypeError: x is not a function, stack:`: what follows are its calls. */
const STACK_FOLLOWS = /,? (?:stack|stack ?trace|backtrace):$/i

function wholeLine(line: string, text: string, end: number): string {
  if (line.length > LIMITS.titleChars) return line
  const rest = () => text.slice(end, end + MAX_HEAD_CHARS)
  if (STACK_FOLLOWS.test(line)) return line.replace(STACK_FOLLOWS, '')
  // Behind ` >` Apple's SDK has what the crashed program said.
  if (/(?::| >)$/.test(line.trimEnd())) return `${line.trimEnd()} ${nextLines(rest(), 1)}`
  if (COUNT.test(line)) return `${line.trimEnd()}: ${nextLines(rest(), 2)}`
  return saysNothing(line) ? oneLine(text.slice(0, MAX_HEAD_CHARS)) : line
}

/** A line that is no more than a bracket or a rule, perhaps behind the type of an exception: `ZodError: [`. */
function saysNothing(line: string): boolean {
  const mark = line.lastIndexOf(': ')
  return !WORD.test(mark === -1 ? line : line.slice(mark + 2))
}

/** The value that did not fit, as pydantic writes it. */
const DETAILS = ' [type='

/** A field and, indented below it, what is wrong with it are `field: what is wrong`. */
function nextLines(text: string, count: number): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const [first = '', second] = lines.slice(0, count).map((line) => line.split(DETAILS, 1)[0]!)
  const isBelow = second !== undefined && /^\s/.test(second) && !/^\s/.test(first)
  return isBelow ? `${first.trim()}: ${second.trim()}` : first.trim()
}

/** Of JSON that validators write, the first field and what is wrong with it. */
const MESSAGE = /"message": ?"((?:[^"\\\n]|\\.){1,200})"/
const PATH = /"path": ?\[\s{0,40}"((?:[^"\\\n]|\\.){1,80})"/

function oneLine(text: string): string {
  const start = text.search(/[[{]/)
  const said = start === -1 ? null : MESSAGE.exec(text)
  if (said === null) return text.replace(/\s+/g, ' ')
  const path = PATH.exec(text)
  const what = path === null ? said[1] : `${path[1]}: ${said[1]}`
  return `${text.slice(0, start)}${what}`
}

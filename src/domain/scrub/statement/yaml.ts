import { isQuote } from '../../text/text-scan.ts'
import type { Pair } from '../pair-value.ts'
import type { Key } from '../separator.ts'
import { noteScan } from '../work.ts'

/** A tag, the mark of a block, a comment, and the indentation of the next line. */
const NEXT_LINE =
  /(?:![\w!:/-]{0,40}[ \t]{0,4})?(?:([|>])[+\-\d]{0,2})?[ \t]{0,4}(?:#[^\n]{0,128})?\r?\n(?:[ \t]{0,40}\r?\n){0,2}([ \t]{1,64})(?=\S)/y
/** What stands before the first key of a line. */
const BEFORE_KEY = /(?:^|[\r\n])([ \t]{0,64}(?:- {1,4})?)["']?$/
const MAX_INDENT_CHARS = 72
/** A nested list, mapping, or flow, and what begins a comment. */
const NESTED = /^[-#[{&*]|:$|: /
/** `name: DB_PASSWORD`, and in the next line `value: `, as manifests of Kubernetes and Compose have it. */
const NAMED = /(?:^|[\s{-])(?:name|key):[ \t]{1,4}["']?$/
const VALUE_LINE = /["']?[ \t]{0,4}\r?\n[ \t]{0,64}value:[ \t]{1,4}/y

/** `variable "db_password" { … default = "…" }` and `output "api_token" { value = "…" }`. */
const DECLARED = /\b(?:variable|output)[ \t]{1,4}"$/
const DECLARED_VALUE = /\b(?:default|value)[ \t]{0,16}=[ \t]{0,4}(?=")/
const MAX_BLOCK_CHARS = 320

/** The value of a key in the lines below it. `isBlock`: as text, behind `|` or `>`. */
export interface LinesBelow extends Pair {
  isBlock: boolean
}

/** `password:`, and further in on the next line `hunter2`. Null for a mapping, list, sentence, or a key
 * that is not first in its line. @param at behind the colon and its blanks */
export function valueBelow(text: string, key: Key, at: number): LinesBelow | null {
  NEXT_LINE.lastIndex = at
  const match = NEXT_LINE.exec(text)
  if (match === null) return null
  const before = BEFORE_KEY.exec(text.slice(Math.max(0, key.start - MAX_INDENT_CHARS), key.start))
  const indent = match[2]!.length
  if (before === null || indent <= before[1]!.length) return null
  const start = NEXT_LINE.lastIndex
  if (match[1] !== undefined) return { start, end: blockEnd(text, start, before[1]!.length), isBlock: true }
  const end = lineEnd(text, start)
  const line = text.slice(start, Math.min(end, start + 512)).trimEnd()
  if (/\s/.test(line) || NESTED.test(line)) return null
  const isQuoted = line.length > 2 && isQuote(line[0]) && line.at(-1) === line[0]
  return isQuoted
    ? { start: start + 1, end: start + line.length - 1, isBlock: false }
    : { start, end: Math.max(start, start + line.length), isBlock: false }
}

/** Where the value begins that the line below gives to a name; the position itself if there is none. */
export function namedValueStart(text: string, key: Key): number {
  if (!NAMED.test(text.slice(Math.max(0, key.start - 16), key.start))) return key.end
  VALUE_LINE.lastIndex = key.end
  return VALUE_LINE.test(text) ? VALUE_LINE.lastIndex : key.end
}

/** Where the value begins that a block of Terraform gives to what it declares; the position itself if there is none. */
export function declaredValueStart(text: string, key: Key): number {
  if (!DECLARED.test(text.slice(Math.max(0, key.start - 16), key.start))) return key.end
  const block = text.slice(key.end, key.end + MAX_BLOCK_CHARS)
  const end = block.indexOf('}')
  const match = DECLARED_VALUE.exec(end < 0 ? block : block.slice(0, end))
  return match === null ? key.end : key.end + match.index + match[0].length
}

/** The end of the last line that is further in than the key. */
function blockEnd(text: string, start: number, keyIndent: number): number {
  let end = lineEnd(text, start)
  for (let next = end; next < text.length; next = lineEnd(text, next + 1)) {
    const nextEnd = lineEnd(text, next + 1)
    if (text.slice(next + 1, Math.min(nextEnd, next + 2 + keyIndent)).trim() !== '') break
    end = nextEnd
  }
  noteScan(end - start)
  while (end > start && /\s/.test(text[end - 1]!)) end--
  return end
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

import { afterMatch, charClass, isQuote } from '../../text/text-scan.ts'
import { type Pair, unquotedValue } from '../pair-value.ts'
import { isAsLikely, keyVerdict } from '../secret/keys.ts'
import { isFilled } from '../secret/placeholder.ts'
import { isNoPlainWord } from '../secret/secret-value.ts'
import { isStatusWord } from '../secret/status-words.ts'
import type { Key } from '../separator.ts'

const TAG_START = charClass(/</)
/** An element that says in an attribute what its text is: `<property name="password">`. */
const NAMED_ELEMENT =
  /<[A-Za-z][\w:.-]{0,39}(?:\s{1,4}[\w:.-]{1,40}=["'][^"'<>]{0,40}["']){0,2}\s{1,4}(?:name|key|k)=$/
const REST_OF_TAG =
  /["'](?:\s{1,4}[\w:.-]{1,40}=["'][^"'<>]{0,40}["']){0,2}\s{0,4}>(?:\s{0,32}<(?:value|string)>)?/y
/** From the end of an element that is a name to the text of the next: `</key><string>`, `</name><value><string>`. */
const NEXT_ELEMENT =
  /\s{0,32}<\/([A-Za-z][\w:.-]{0,39})>\s{0,64}<([A-Za-z][\w:.-]{0,39})(?:\s[^<>]{0,80})?>(?:\s{0,64}<[A-Za-z][\w:.-]{0,39}>)?/y
/** Elements that are nothing but names. Another may be a heading, and what follows it text. */
const NAME_ELEMENT = /^(?:\w{1,20}:)?(?:key|name|option|property|header|field|param(?:eter)?(?:name)?)$/i
const OPENS = /<([A-Za-z][\w:.-]{0,39})(?:\s[^<>]{0,80})?>\s{0,32}$/
const NO_SENTENCE = /[\d@#$%^*_=+/\\{}[\]|~]/
const MAX_TAG_CHARS = 200
const MAX_PASSPHRASE_WORDS = 6

/** The text of an element that an attribute, or the element before it, names: `<key>password</key><string>…`. */
export function valueInMarkup(text: string, key: Key): Pair | null {
  const named = namedContent(text, key)
  if (named === null) return null
  const { start, isNamed } = named
  const content = unquotedValue(text, start, TAG_START)
  if (content === null || content.end === text.length) return null
  const value = text.slice(content.start, Math.min(content.end, content.start + 512)).trim()
  // `<string name="password">Your password</string>` is a label.
  const words = value.split(/\s/).length
  const isLabel =
    isStatusWord(value) || (words > 1 && (words > MAX_PASSPHRASE_WORDS || !NO_SENTENCE.test(value)))
  return isLabel || !isFilled(value) || !(isNamed || isOddWord(value)) ? null : content
}

function isOddWord(value: string): boolean {
  return !/\s/.test(value) && isNoPlainWord(value)
}

interface Named {
  start: number
  /** False if the name may be a heading as well. */
  isNamed: boolean
}

function namedContent(text: string, key: Key): Named | null {
  const before = text.slice(Math.max(0, key.start - MAX_TAG_CHARS), key.start)
  if (isQuote(text[key.start - 1])) {
    const start = afterMatch(REST_OF_TAG, text, key.end)
    const isNamed = start > key.end && NAMED_ELEMENT.test(before.slice(before.lastIndexOf('<'), -1))
    return isNamed ? { start, isNamed } : null
  }
  NEXT_ELEMENT.lastIndex = key.end
  const next = NEXT_ELEMENT.exec(text)
  if (next === null || next[1] === next[2]) return null
  if (OPENS.exec(before.slice(before.lastIndexOf('<')))?.[1] !== next[1]) return null
  return { start: NEXT_ELEMENT.lastIndex, isNamed: NAME_ELEMENT.test(next[1]!) }
}

/** The text of an element that its own name names. */
export function contentOf(text: string, key: Key, start: number): Pair | null {
  const content = unquotedValue(text, start, TAG_START)
  if (content === null || isNoTag(text, key, content)) return null
  return isAsLikely(keyVerdict(key.text), text.slice(content.start, content.end)) ? content : null
}

/** `<password> is required` has no end of its tag, and in `password=<password> user=<user>` the names are placeholders. */
function isNoTag(text: string, key: Key, { start, end }: Pair): boolean {
  if (end === text.length && text[start] === ' ') return true
  return text[end + 1] !== '/' && /=[ \t"']{0,2}</.test(text.slice(Math.max(0, key.start - 4), key.start))
}

import { charClass, isQuote } from '../../text/text-scan.ts'
import { type Pair, unquotedValue } from '../pair-value.ts'
import { isFilled } from '../secret/placeholder.ts'
import { isStatusWord } from '../secret/status-words.ts'
import type { Key } from '../separator.ts'

const TAG_START = charClass(/</)
/** An element that says in an attribute what its text is: `<property name="password">`. */
const NAMED_ELEMENT =
  /<[A-Za-z][\w:.-]{0,39}(?:\s{1,4}[\w:.-]{1,40}=["'][^"'<>]{0,40}["']){0,2}\s{1,4}(?:name|key|k)=$/
const REST_OF_TAG =
  /["'](?:\s{1,4}[\w:.-]{1,40}=["'][^"'<>]{0,40}["']){0,2}\s{0,4}>(?:\s{0,32}<(?:value|string)>)?/y
/** The name and the value of a property list of Apple's. */
const PROPERTY_LIST = /<\/key>\s{0,64}<(?:string|data)>/y
const NO_SENTENCE = /[\d@#$%^*_=+/\\{}[\]|~]/
const MAX_TAG_CHARS = 200

/** The text of an element that an attribute, or the element before it, names: `<key>password</key><string>…`. */
export function valueInMarkup(text: string, key: Key): Pair | null {
  const start = contentStart(text, key)
  if (start === 0) return null
  const content = unquotedValue(text, start, TAG_START)
  if (content === null || content.end === text.length) return null
  const value = text.slice(content.start, Math.min(content.end, content.start + 512)).trim()
  // `<string name="password">Your password</string>` is a label.
  const isLabel = isStatusWord(value) || (/\s/.test(value) && !NO_SENTENCE.test(value))
  return isLabel || !isFilled(value) ? null : content
}

function contentStart(text: string, key: Key): number {
  const pattern = isQuote(text[key.start - 1]) ? REST_OF_TAG : PROPERTY_LIST
  pattern.lastIndex = key.end
  if (!pattern.test(text)) return 0
  const before = text.slice(Math.max(0, key.start - MAX_TAG_CHARS), key.start)
  const isNamed =
    pattern === REST_OF_TAG
      ? NAMED_ELEMENT.test(before.slice(before.lastIndexOf('<'), -1))
      : before.endsWith('<key>')
  return isNamed ? pattern.lastIndex : 0
}

import { charClass, isQuote } from '../../text/text-scan.ts'
import { closingQuote, type Pair, unquotedValue } from '../pair-value.ts'
import { Filtering } from '../secret/filtering.ts'
import { isFilled } from '../secret/placeholder.ts'
import { noteScan } from '../work.ts'

const TAG_CHARS = 1024
const INPUT = /<input(?=[\s/])/gi
const IS_PASSWORD = /\stype\s?=\s?\\{0,4}["']?password["'\\\s/>]/i
const VALUE = /\svalue\s?=\s?\\{0,4}(?=\S)/gi
const BARE_ENDS = charClass(/[\s>"'\\]/)

/** Replaces the values of fields for passwords: `<input type="password" value="…">`. */
export function scrubPasswordFields(text: string): string {
  if (!text.includes('<')) return text
  const filtering = new Filtering(text)
  INPUT.lastIndex = 0
  while (INPUT.test(text)) {
    const start = INPUT.lastIndex
    const value = valueIn(text, start, tagFrom(text, start))
    if (value === null) continue
    filtering.replace(value.start, value.end)
    INPUT.lastIndex = Math.max(start, value.end)
  }
  return filtering.text
}

/** What the tag says behind its name. */
function tagFrom(text: string, start: number): string {
  const rest = text.slice(start, start + TAG_CHARS)
  const length = rest.indexOf('>')
  noteScan(length < 0 ? TAG_CHARS : length)
  return length < 0 ? rest : rest.slice(0, length)
}

function valueIn(text: string, start: number, tag: string): Pair | null {
  if (!IS_PASSWORD.test(`${tag} `)) return null
  VALUE.lastIndex = 0
  if (!VALUE.test(tag)) return null
  const at = start + VALUE.lastIndex
  const quote = text[at]
  const value = isQuote(quote)
    ? { start: at + 1, end: closingQuote(text, quote!, at + 1) }
    : unquotedValue(text, at, BARE_ENDS)
  return value !== null && isFilled(text.slice(value.start, value.end)) ? value : null
}

import { FILTERED } from '../secret/keys.ts'
import { isFilled } from '../secret/placeholder.ts'
import { noteScan } from '../work.ts'
import { secretPlaces } from './bound.ts'
import { scrubCells } from './insert.ts'

/** In front of the list of values, as libraries print it behind a statement, some without a word for it. */
const LIST =
  /\b(?:(?:param(?:eter)?s|bind(?:ing)?s?|arg(?:ument)?s)["'\]]{0,2}\s{0,4}[:=]?|values["'\]]{0,2}\s{0,4}[:=])\s{0,4}(?=[[(]|\$\d)|,\s{0,4}(?=\[)|[\w)"'?;] {1,2}(?=\[["'\d])/i
/** A look at the signs alone, since most texts have none. */
const BOUND = /[=>(,]\s{0,8}(?:\?|%s|\$\d|@p\d|:\d)/
const STATEMENT = /\b(?:where|set|having|values?)\b/i
/** PostgreSQL writes each value behind its place: `parameters: $1 = '…', $2 = '5'`. */
const NUMBERED = /\$(\d{1,3}) = '((?:[^']|''){1,4096})'/g
const LIST_CHARS = 4096
const MAX_PLACES = 200

/** Replaces values that a statement compares with columns named as secrets, or puts into them, in the list behind it:
 * `UPDATE users SET password = ? … [parameters: ('…', 5)]`. @param isCode whether it is a line of program text, where names aren't values */
export function scrubListedValues(text: string, isCode: boolean): string {
  if (!BOUND.test(text) || !LIST.test(text)) return text
  const statement = text.search(STATEMENT)
  if (statement < 0) return text
  const places = [...secretPlaces(text, MAX_PLACES)]
  const first = places.find(({ at }) => at > statement)
  if (!first) return text
  noteScan(2 * text.length)
  const list = LIST.exec(text.slice(first.at, first.at + LIST_CHARS))
  if (list === null) return text
  const end = first.at + list.index
  const start = end + list[0].length
  const indexes = new Set(places.filter(({ at }) => at < end).map(({ index }) => index))
  return text[start] === '$'
    ? scrubNumbered(text, start, indexes)
    : scrubCells(text, { start, indexes, isCode })
}

function scrubNumbered(text: string, start: number, indexes: ReadonlySet<number>): string {
  const scrubbed = text.slice(start).replace(NUMBERED, (all: string, number: string, value: string) => {
    const isSecret = indexes.has(Number(number) - 1) && isFilled(value)
    return isSecret ? `$${number} = '${FILTERED}'` : all
  })
  return text.slice(0, start) + scrubbed
}

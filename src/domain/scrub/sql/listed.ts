import { FILTERED, keyVerdict } from '../secret/keys.ts'
import { isFilled } from '../secret/placeholder.ts'
import { noteScan } from '../work.ts'
import { columnOf, placesIn } from './bound.ts'
import { scrubCells } from './insert.ts'

/** In front of the list of values, as libraries print it behind a statement, some without a word for it. */
const LIST =
  /\b(?:param(?:eter)?s|bind(?:ing)?s?|arg(?:ument)?s|values)["'\]]{0,2}\s{0,4}[:=]?\s{0,4}(?=[[(]|\$\d)|[\w)"'?;] {1,2}(?=\[["'\d])/i
/** A look at the signs alone, since most texts have none. */
const COMPARED = /[=>] {0,2}(?:\?|%s|\$\d|@p\d|:\d)/
const STATEMENT = /\b(?:where|set|having)\b/i
/** PostgreSQL writes each value behind its place: `parameters: $1 = '…', $2 = '5'`. */
const NUMBERED = /\$(\d{1,3}) = '((?:[^']|''){1,4096})'/g
const LIST_CHARS = 4096
const MAX_PLACES = 200

/** Replaces values that a statement compares with columns named as secrets, or assigns to them, in the list behind it:
 * `UPDATE users SET password = ? … [parameters: ('…', 5)]`. */
export function scrubListedValues(text: string): string {
  if (!COMPARED.test(text) || !LIST.test(text)) return text
  const { value: first } = secretPlaces(text).next()
  if (!first || !STATEMENT.test(text.slice(0, first.at))) return text
  noteScan(2 * text.length)
  const list = LIST.exec(text.slice(first.at, first.at + LIST_CHARS))
  if (list === null) return text
  const start = first.at + list.index + list[0].length
  const indexes = new Set<number>()
  for (const { at, index } of secretPlaces(text)) {
    if (at >= first.at + list.index) break
    indexes.add(index)
  }
  return text[start] === '$' ? scrubNumbered(text, start, indexes) : scrubCells(text, { start, indexes })
}

function* secretPlaces(text: string): Generator<{ at: number; index: number }> {
  for (const place of placesIn(text, MAX_PLACES)) {
    const column = columnOf(text, place.at)
    if (column !== undefined && keyVerdict(column) === 'secret') yield place
  }
}

function scrubNumbered(text: string, start: number, indexes: ReadonlySet<number>): string {
  const scrubbed = text.slice(start).replace(NUMBERED, (all: string, number: string, value: string) => {
    const isSecret = indexes.has(Number(number) - 1) && isFilled(value)
    return isSecret ? `$${number} = '${FILTERED}'` : all
  })
  return text.slice(0, start) + scrubbed
}

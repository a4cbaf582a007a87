import { closingQuote } from '../pair-value.ts'
import { Filtering } from '../secret/filtering.ts'
import { keyVerdict } from '../secret/keys.ts'
import { isFilled } from '../secret/placeholder.ts'
import { noteScan } from '../work.ts'
import { columnOf } from './bound.ts'
import { columnNames } from './insert.ts'

/** What a name stands for, as libraries of .NET print it, before the statement or behind it: `@p0='…'`. */
const VALUE = /@(\w{1,64}) ?= ?'/g
const HAS_VALUE = /@\w{1,64} ?= ?'/
const COMPARED = /[=>] {0,2}@(\w{1,64})/g
const INSERTED =
  /\binto\s{1,4}[^\s(]{1,128}\s{0,4}\(([^()]{1,4096})\)\s{0,4}(?:output [^\n]{1,256}\s{1,4})?values\s{0,4}\(([^()]{1,4096})\)/gi

/** Replaces the values of names that a statement compares with columns named as secrets, or puts into them:
 * `[Parameters=[@p0='…']] … UPDATE [Users] SET [Password] = @p0`. */
export function scrubNamedValues(text: string): string {
  if (!HAS_VALUE.test(text)) return text
  noteScan(2 * text.length)
  const names = secretNames(text)
  if (names.size === 0) return text
  const filtering = new Filtering(text)
  VALUE.lastIndex = 0
  for (let match = VALUE.exec(text); match !== null; match = VALUE.exec(text)) {
    const start = VALUE.lastIndex
    const end = closingQuote(text, "'", start)
    VALUE.lastIndex = end
    if (!names.has(match[1]!) || !isFilled(text.slice(start, end))) continue
    filtering.replace(start, end)
  }
  return filtering.text
}

function secretNames(text: string): Set<string> {
  const names = new Set<string>()
  for (const place of text.matchAll(COMPARED)) {
    const column = columnOf(text, place.index + place[0].indexOf('@'))
    if (column !== undefined && keyVerdict(column) === 'secret') names.add(place[1]!)
  }
  for (const [, columns = '', places = ''] of text.matchAll(INSERTED)) {
    const placed = places.split(',')
    for (const [index, column] of columnNames(columns).entries()) {
      const name = /^\s{0,16}@(\w{1,64})/.exec(placed[index] ?? '')?.[1]
      if (name !== undefined && keyVerdict(column) === 'secret') names.add(name)
    }
  }
  return names
}

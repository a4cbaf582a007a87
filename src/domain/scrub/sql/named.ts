import { closingQuote } from '../pair-value.ts'
import { Filtering } from '../secret/filtering.ts'
import { isFilled } from '../secret/placeholder.ts'
import { noteScan } from '../work.ts'
import { Columns } from './columns.ts'

/** What a name stands for, as libraries of .NET print it, before the statement or behind it: `@p0='…'`. */
const VALUE = /@(\w{1,64}) ?= ?'/g
const HAS_VALUE = /@\w{1,64} ?= ?'/
const NAME = /@(\w{1,64})/g

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
  const columns = new Columns(text)
  for (const { index, 1: name } of text.matchAll(NAME)) if (columns.isSecretAt(index)) names.add(name!)
  return names
}

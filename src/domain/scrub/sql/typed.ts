import { Filtering } from '../secret/filtering.ts'
import { isFilled } from '../secret/placeholder.ts'
import { noteScan } from '../work.ts'
import { secretIndexes } from './bound.ts'

/** Behind each value, as MyBatis prints a list: `Parameters: Jo(String), null, 5(Integer)`. */
const TYPE = /\([A-Z][A-Za-z]{1,30}\)(?=, |\s|$|["'\\])/g
const LABEL = 'Parameters: '
const NOTHING = 'null, '
const LIST_CHARS = 4096

/** Replaces what a statement binds to columns with the name of a secret, in the list with types behind it. */
export function scrubTypedValues(text: string): string {
  if (!text.includes('(String)')) return text
  const filtering = new Filtering(text)
  let statementStart = 0
  for (let at = text.indexOf(LABEL); at >= 0; at = text.indexOf(LABEL, statementStart)) {
    const secrets = secretIndexes(text.slice(statementStart, at))
    statementStart = at + LABEL.length
    if (secrets.size === 0) continue
    for (const { start, end, index } of typedValues(text, statementStart)) {
      if (!secrets.has(index) || !isFilled(text.slice(start, end))) continue
      filtering.replace(start, end)
    }
  }
  return filtering.text
}

function* typedValues(text: string, from: number): Generator<{ start: number; end: number; index: number }> {
  const [here = ''] = text.slice(from, from + LIST_CHARS).split('\n', 1)
  // Where the next list begins, this one ends: however many there are, each character is read once.
  const [line = ''] = here.split(LABEL, 1)
  noteScan(line.length)
  let start = 0
  let index = 0
  for (const type of line.matchAll(TYPE)) {
    for (; line.startsWith(NOTHING, start); start += NOTHING.length) index++
    yield { start: from + start, end: from + type.index, index }
    start = type.index + type[0].length + 2
    index++
  }
}

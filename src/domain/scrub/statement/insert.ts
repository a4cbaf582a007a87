import { afterMatch, isQuote } from '../../text/text-scan.ts'
import { closingQuote, isFilled } from '../pair-value.ts'
import { FILTERED, keyVerdict } from '../secret/keys.ts'
import { noteScan } from '../work.ts'

/** Column names of a statement, up to the first row of values. */
const INSERT =
  /\b(?:insert|replace)\s{1,4}into\s{1,4}[^\s(]{1,128}\s{0,4}\(([^()]{1,4096})\)\s{0,4}values?\s{0,4}(?=\()/gi
const NEXT_ROW = /\)\s{0,4},\s{0,4}(?=\()/y
const NO_NAME = /[\s"'`[\]\\]/g
const MAX_ROWS = 1000
const MAX_DEPTH = 8

/** Replaces literals of columns with the name of a secret: `INSERT INTO users (name, password) VALUES ('a', '…')`. */
export function scrubInsertedValues(text: string): string {
  let result = ''
  let copied = 0
  INSERT.lastIndex = 0
  for (let statement = INSERT.exec(text); statement !== null; statement = INSERT.exec(text)) {
    const isSecret = statement[1]!
      .split(',')
      .map((name) => keyVerdict(name.replace(NO_NAME, '')) === 'secret')
    if (!isSecret.includes(true)) continue
    const from = INSERT.lastIndex
    for (const { start, end, column, closes } of literals(text, from)) {
      INSERT.lastIndex = closes
      if (isSecret[column] !== true || !isFilled(text.slice(start, end))) continue
      result += text.slice(copied, start) + FILTERED
      copied = end
    }
    noteScan(INSERT.lastIndex - from)
  }
  return copied === 0 ? text : result + text.slice(copied)
}

interface Literal {
  start: number
  end: number
  column: number
  closes: number
}

/** The literals in quotes of the rows that begin here, in order. */
function* literals(text: string, from: number): Generator<Literal> {
  let depth = 0
  let column = 0
  let rows = 0
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (isQuote(char)) {
      const end = closingQuote(text, char!, at + 1)
      if (depth === 1) yield { start: at + 1, end, column, closes: end }
      at = end
    } else if (char === ',' && depth === 1) column++
    else if (char === '(' && ++depth > MAX_DEPTH) return
    else if (char === ')' && --depth === 0) {
      const next = afterMatch(NEXT_ROW, text, at)
      if (next === at || ++rows > MAX_ROWS) return
      at = next - 1
      column = 0
    }
  }
}

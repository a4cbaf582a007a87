import { afterMatch, isQuote } from '../../text/text-scan.ts'
import { closingQuote } from '../pair-value.ts'
import { Filtering } from '../secret/filtering.ts'
import { keyVerdict } from '../secret/keys.ts'
import { isFilled } from '../secret/placeholder.ts'
import { noteScan } from '../work.ts'
import { columnNames } from './columns.ts'

/** Column names of a statement, up to the first row of values: `INTO users (…) VALUES (`, `SET (…) = (`. */
const INSERT =
  /\b(?:(?:insert|replace)\s{1,4}into\s{1,4}[^\s(]{1,128}|set|where|and|or)\s{0,4}\(([^()]{1,4096})\)\s{0,4}(?:values?|=(?:\s{0,4}row)?)\s{0,4}(?=\()/gi
const NEXT_ROW = /\)\s{0,4},\s{0,4}(?=\()/y
const PLACEHOLDER = /^(?:\?|%s|\$\d{1,3}|:\d{1,3}|@p\d{1,3})$/
/** A number, a name of the statement or a call. */
const NO_LITERAL = /^-?\d{1,7}(?:\.\d{1,9})?$|[\s()]|^(?:default|now|current_\w{1,16})$/i
const MAX_ROWS = 1000
const MAX_DEPTH = 4

/** Replaces values of columns with the name of a secret: `INSERT INTO users (name, password) VALUES ('a', '…')`,
 * also without quotes, as Laravel prints them. */
export function scrubInsertedValues(text: string): string {
  const filtering = new Filtering(text)
  INSERT.lastIndex = 0
  for (let statement = INSERT.exec(text); statement !== null; statement = INSERT.exec(text)) {
    const isSecret = columnNames(statement[1]!).map((name) => keyVerdict(name) === 'secret')
    if (!isSecret.includes(true)) continue
    const from = INSERT.lastIndex
    for (const cell of cells(text, from)) {
      INSERT.lastIndex = cell.closes
      if (isSecret[cell.column] !== true || !isSecretCell(text, cell)) continue
      filtering.replace(cell.start, cell.end)
    }
  }
  return filtering.text
}

interface Cell {
  start: number
  end: number
  column: number
  closes: number
  isQuoted: boolean
}

function isSecretCell(text: string, { start, end, isQuoted }: Cell): boolean {
  const value = text.slice(start, end)
  if (!isFilled(value)) return false
  return isQuoted || !(NO_LITERAL.test(value) || PLACEHOLDER.test(value) || keyVerdict(value) === 'secret')
}

/** Replaces the cells of these columns in the rows that begin at `start`; in code, cells without quotes are names. */
export function scrubCells(
  text: string,
  { start, indexes, isCode }: { start: number; indexes: ReadonlySet<number>; isCode?: boolean },
): string {
  const filtering = new Filtering(text)
  for (const cell of cells(text, start)) {
    if (!indexes.has(cell.column) || (isCode && !cell.isQuoted) || !isSecretCell(text, cell)) continue
    filtering.replace(cell.start, cell.end)
  }
  return filtering.text
}

/** The cells of the rows that begin here, in order. What was read for them counts as work. */
function* cells(text: string, from: number): Generator<Cell> {
  const end = yield* readCells(text, from)
  noteScan(end - from)
}

/** @returns where the rows end, or what is none of them begins */
function* readCells(text: string, from: number): Generator<Cell, number> {
  let depth = 0
  let column = 0
  let rows = 0
  let start = from
  let isQuoted = false
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (isQuote(char)) {
      const end = closingQuote(text, char!, at + 1)
      if (depth === 1) yield { start: at + 1, end, column, closes: end, isQuoted: true }
      isQuoted = true
      at = end
    } else if (depth === 1 && (char === ',' || char === ')' || char === ']')) {
      if (!isQuoted) yield { ...trimmed(text, start, at), column, closes: at, isQuoted }
      start = at + 1
      isQuoted = false
      if (char === ',') column++
      else depth--
      if (depth > 0) continue
      const next = afterMatch(NEXT_ROW, text, at)
      if (next === at || ++rows > MAX_ROWS) return at
      at = next - 1
      column = 0
    } else if (char === '(' || char === '[') {
      if (++depth > MAX_DEPTH) return at
      if (depth === 1) start = at + 1
    } else if (char === ')' || char === ']') depth--
  }
  return text.length
}

function trimmed(text: string, from: number, to: number): { start: number; end: number } {
  let start = from
  let end = to
  while (start < end && /\s/.test(text[start]!)) start++
  while (end > start && /\s/.test(text[end - 1]!)) end--
  return { start, end }
}

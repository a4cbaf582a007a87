import { FILTERED, keyVerdict } from '../secret/keys.ts'
import { isFilled } from '../secret/placeholder.ts'
import { isNoPlainWord } from '../secret/secret-value.ts'
import { isStatusWord } from '../secret/status-words.ts'
import { noteScan } from '../work.ts'

const DELIMITERS = ['|', '\t', ',', ';'] as const
/** Names of columns; between commas, where a sentence has blanks, they have none. */
const NAMES = { wide: /^[A-Za-z][\w.-]{0,31}(?: [\w.-]{1,24}){0,2}$/, dense: /^[A-Za-z][\w.-]{0,31}$/ }
const MAX_COLUMNS = 64
const MAX_HEADER_CHARS = 1024
const SHORT_NUMBER = /^\d{1,7}$/
const MIN_SECRET_CHARS = 6

interface Table {
  delimiter: string
  columns: number
  secrets: number[]
}

/** Replaces the cells below a header that names a secret, as databases print tables and files list them. */
export function scrubTables(text: string): string {
  if (!text.includes('\n')) return text
  noteScan(text.length)
  let table: Table | null = null
  let isChanged = false
  const lines = text.split('\n').map((line) => {
    const row = table === null ? null : scrubRow(line, table)
    if (row === null) {
      table = tableOf(line)
      return line
    }
    isChanged ||= row !== line
    return row
  })
  return isChanged ? lines.join('\n') : text
}

function tableOf(line: string): Table | null {
  if (line.length > MAX_HEADER_CHARS) return null
  for (const delimiter of DELIMITERS) {
    if (!line.includes(delimiter)) continue
    const cells = line.split(delimiter).map((cell) => cell.trim())
    const names = cells.filter((cell) => cell !== '')
    const isWide = delimiter === '|' || delimiter === '\t'
    const isList = isWide ? names.length < 2 : names.length < 2 || cells.at(-1) === '' || cells[0] === ''
    const name = isWide ? NAMES.wide : NAMES.dense
    if (isList || cells.length > MAX_COLUMNS || !names.every((cell) => name.test(cell))) continue
    const secrets = cells.flatMap((cell, index) => (keyVerdict(cell) === 'secret' ? [index] : []))
    if (secrets.length > 0) return { delimiter, columns: cells.length, secrets }
  }
  return null
}

/** Null if the line is none of the table's. */
function scrubRow(line: string, { delimiter, columns, secrets }: Table): string | null {
  if (/^[\s|+:=-]{3,512}$/.test(line)) return line
  const cells = line.split(delimiter, columns + 1)
  if (cells.length !== columns) return null
  for (const index of secrets) {
    const cell = cells[index]!
    const value = cell.trim().replace(/^["']|["']$/g, '')
    const isSecret =
      value.length >= MIN_SECRET_CHARS &&
      !/\s/.test(value) &&
      isNoPlainWord(value) &&
      !isStatusWord(value) &&
      !SHORT_NUMBER.test(value)
    if (isSecret && isFilled(value)) cells[index] = cell.replace(value, () => FILTERED)
  }
  return cells.join(delimiter)
}

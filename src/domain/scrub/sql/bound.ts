import type { Json, JsonObject } from '../../json/json.ts'
import { FILTERED, keyVerdict } from '../secret/keys.ts'
import { noteScan } from '../work.ts'
import { columnNames, scrubCells } from './insert.ts'

/** Where libraries put the statement whose values they list beside it. */
const STATEMENTS = [
  ...['statement', 'query', 'sql', 'message', 'db.statement', 'db.query.text', 'text'],
  ...['str_statement', 'stmt', 'operation', 'raw_sql', 'sql_query', 'commandText'],
]
/** Where they list values. */
export const BOUND_LISTS = [
  ...['params', 'parameters', 'bindings', 'binds'],
  ...['effective_parameters', 'args', 'vars', 'query_params', 'multiparams', 'values', 'db.params'],
]
const PLACE = /\?|%s|[$:]([1-9]\d{0,2})|@p(\d{1,3})/g
/** The column that a place is compared with or assigned to. */
const COLUMN = /([\w$]{1,64})["'`\]]?\s{0,4}(?:=|<>|!=|i?like)\s{0,4}$/i
const COLUMN_CHARS = 80
const INSERTED = /\binto\s{1,4}[^\s(]{1,128}\s{0,4}\(([^()]{1,4096})\)\s{0,4}values?\s{0,4}\(/i
const MAX_STATEMENT_CHARS = 12_288
const MAX_PLACES = 1000
const MAX_ROWS = 100
const NO_INDEXES: ReadonlySet<number> = new Set()
/** A list or tuple that is printed. */
const PRINTED_LIST = /^[[(].*[\])]$/s

/** Replaces what a statement binds to columns with the name of a secret: `password = ?`, with the list of values beside
 * it, a list of such lists, or a printed one. @param list of the object, such as `params`; changed in place if it is one */
export function filterBoundValues(object: JsonObject, list: Json): Json {
  if (typeof list === 'string' ? !PRINTED_LIST.test(list) : !Array.isArray(list)) return list
  for (const name of STATEMENTS) {
    const statement = object[name]
    const indexes = typeof statement === 'string' ? secretIndexes(statement) : NO_INDEXES
    if (indexes.size === 0) continue
    if (typeof list === 'string') return scrubCells(list, { start: 0, indexes })
    filterPlaces(indexes, list as Json[])
    break
  }
  return list
}

/** The same for a breadcrumb, whose message is the statement and whose data has the list. */
export function filterDataOfStatement(message: Json | undefined, data: JsonObject): void {
  if (typeof message !== 'string') return
  const lists = BOUND_LISTS.map((name) => data[name]).filter(Array.isArray)
  if (lists.length === 0) return
  const indexes = secretIndexes(message)
  for (const list of lists) filterPlaces(indexes, list)
}

function filterPlaces(indexes: ReadonlySet<number>, values: Json[]): void {
  const rows = Array.isArray(values[0]) ? values.slice(0, MAX_ROWS).filter(Array.isArray) : [values]
  for (const row of rows)
    for (const index of indexes)
      if (typeof row[index] === 'string' && row[index] !== '') row[index] = FILTERED
}

/** Which values a statement binds to columns with the name of a secret, by their index. */
export function secretIndexes(statement: string): Set<number> {
  if (statement.length > MAX_STATEMENT_CHARS) return new Set()
  noteScan(2 * statement.length)
  return new Set(secretPlaces(statement, MAX_PLACES).map(({ index }) => index))
}

/** Those of the first `most` places for values that are bound to columns with the name of a secret. */
export function* secretPlaces(statement: string, most: number): Generator<{ at: number; index: number }> {
  const row = new InsertedRow(statement)
  for (const place of placesIn(statement, most)) {
    const column = columnOf(statement, place.at) ?? row.columnAt(place.at)
    if (column !== undefined && keyVerdict(column) === 'secret') yield place
  }
}

/** The first `most` places for values in a statement, with the index of each in the list of values. */
function* placesIn(statement: string, most: number): Generator<{ at: number; index: number }> {
  let order = 0
  for (const { index: at, 1: numbered, 2: named } of statement.matchAll(PLACE)) {
    if (order === most) return
    yield { at, index: numbered ? Number(numbered) - 1 : named ? Number(named) : order }
    order++
  }
}

/** The column that the place is compared with or assigned to. */
export function columnOf(statement: string, place: number): string | undefined {
  return COLUMN.exec(statement.slice(Math.max(0, place - COLUMN_CHARS), place))?.[1]
}

/** The columns of `INSERT INTO users (name, password) VALUES (…)`. */
class InsertedRow {
  readonly #statement: string
  readonly #names: string[]
  #at: number
  #column = 0

  constructor(statement: string) {
    const found = INSERTED.exec(statement)
    this.#statement = statement
    this.#names = found === null ? [] : columnNames(found[1]!)
    this.#at = found === null ? statement.length : found.index + found[0].length
  }

  /** @param place further on than that of the call before */
  columnAt(place: number): string | undefined {
    for (; this.#at < place; this.#at++) {
      if (this.#statement[this.#at] === '(') this.#column = 0
      else if (this.#statement[this.#at] === ',') this.#column++
    }
    return this.#at === place ? this.#names[this.#column] : undefined
  }
}

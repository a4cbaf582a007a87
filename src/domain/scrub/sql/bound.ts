import type { Json, JsonObject } from '../../json/json.ts'
import { FILTERED } from '../secret/keys.ts'
import { noteScan } from '../work.ts'
import { Columns } from './columns.ts'
import { scrubCells } from './insert.ts'

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
  const columns = new Columns(statement)
  for (const place of placesIn(statement, most)) if (columns.isSecretAt(place.at)) yield place
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

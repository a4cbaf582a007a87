import { type Expression, type RawBuilder, sql } from 'kysely'
import { SEARCH_LIMITS } from '#contract/limits.ts'
import { likePattern } from '../engine/like-pattern.ts'
import type { Dialect } from '../engine/migrate.ts'

/*
 * LIKE compares each character as often as the pattern has its first one: slow if that is often.
 * Engines plan it best, so it serves if that is rare; `instr` and `strpos` are 100 times faster at worst.
 */

/** With more of its first character than this a pattern is not left to LIKE. */
const FEW_STARTS = 3

export function containsText(dialect: Dialect, column: string, text: string): RawBuilder<boolean> {
  const lower = text.toLowerCase()
  if (isPeriodic(lower)) return findsText(dialect, column, lower)
  return sql<boolean>`${sql.ref(column)} LIKE ${likePattern(lower, 'substring')} ESCAPE '\\'`
}

/** Prefix in any case. SQLite folds ASCII only: other letters match as typed, lower, upper or capitalized. */
export function startsWithText(column: string, prefix: string): RawBuilder<boolean> {
  const [first = '', ...rest] = prefix.toLowerCase()
  const forms = new Set([prefix, prefix.toUpperCase(), first.toUpperCase() + rest.join('')])
  const asWritten = [...forms].map((form) => isPrefix(sql.ref(column), form))
  return sql<boolean>`(${sql.join(
    [isPrefix(sql`lower(${sql.ref(column)})`, prefix.toLowerCase()), ...asWritten],
    sql` OR `,
  )})`
}

function isPrefix(text: RawBuilder<unknown>, prefix: string): RawBuilder<boolean> {
  return sql<boolean>`${text} LIKE ${likePattern(prefix, 'prefix')} ESCAPE '\\'`
}

function isPeriodic(text: string): boolean {
  const [first, ...others] = text
  return others.filter((char) => char === first).length >= FEW_STARTS
}

function findsText(dialect: Dialect, column: string, text: string): RawBuilder<boolean> {
  const find = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos')
  return sql<boolean>`${find}(${sql.ref(column)}, ${text}) > 0`
}

/** Both in lower case: as a whole if it has `*` (at most `SEARCH_LIMITS.emailWildcards`), else in part. */
export function matchesEmail(dialect: Dialect, column: string, pattern: string): RawBuilder<boolean> {
  const isWhole = pattern.includes('*')
  if (dialect === 'sqlite') {
    // One statement for all patterns.
    return sql<boolean>`CASE WHEN ${isWhole ? 0 : 1} THEN ${findsText(dialect, column, pattern)}
      ${matchesParts(column, pattern.split(/\*+/))} END`
  }
  if (!isWhole) return containsText(dialect, column, pattern)
  return sql<boolean>`${sql.ref(column)} LIKE ${likePattern(pattern, 'wildcard')} ESCAPE '\\'`
}

/**
 * The cases in which a whole text is made of these parts in order, anything between. SQLite evaluates both sides of an AND
 * in a value, and one case after the other.
 */
function matchesParts(column: string, parts: readonly string[]): RawBuilder<boolean> {
  const [start = '', end = ''] = [parts[0], parts.at(-1)]
  const text = sql.ref(column)
  let rest: Expression<unknown> = sql`substr(${text}, ${charsOf(start) + 1})`
  const endsSo = () => sql`substr(${rest}, length(${rest}) - ${charsOf(end)} + 1) = ${end}`
  const cases = [sql`WHEN substr(${text}, 1, ${charsOf(start)}) <> ${start} THEN 0`]
  for (let n = 1; n < SEARCH_LIMITS.emailWildcards; n++) {
    const part = n < parts.length - 1 ? parts[n]! : ''
    cases.push(sql`WHEN ${n < parts.length - 1 ? 0 : 1} THEN ${endsSo()}`)
    cases.push(sql`WHEN instr(${rest}, ${part}) = 0 THEN 0`)
    rest = sql`substr(${rest}, instr(${rest}, ${part}) + ${charsOf(part)})`
  }
  return sql<boolean>`${sql.join([...cases, sql`ELSE ${endsSo()}`], sql` `)}`
}

function charsOf(text: string): number {
  return [...text].length
}

/** Only one row in this many checks the time: calls cost. */
const ROWS_PER_CALL = 64

/**
 * True until the request's time is over, then an error; SQLite only. `rowKey`: a column with integers that are chosen by
 * us. Without it a random number is drawn for each row, which costs as much as reading the row.
 */
export function withinTime(dialect: Dialect, rowKey?: string): RawBuilder<boolean> {
  if (dialect !== 'sqlite') return sql<boolean>`1 = 1`
  const number = rowKey === undefined ? sql`random()` : sql.ref(rowKey)
  return sql<boolean>`((${number} & ${sql.lit(ROWS_PER_CALL - 1)}) <> 0 OR within_time())`
}

import { type Expression, type RawBuilder, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import { engineOf } from '../engine/engine-of.ts'
import { likePattern } from '../engine/like-pattern.ts'
import type { Dialect } from '../engine/migrate.ts'
import type { OrgScope } from '../engine/scope.ts'

/*
 * LIKE compares a pattern again from each place in a text where its first character stands: a text and a pattern of one
 * letter take as long as both lengths multiplied, a millisecond for a few kilobytes. Each character is compared at most
 * as many times as the pattern has its first one, so LIKE serves where those are few, and is what engines plan best by.
 * `instr` and `strpos` compare whole runs of bytes, a hundred times faster at their worst.
 */

/** With more of its first character than this a pattern is not left to LIKE. */
const FEW_STARTS = 3

export function dialectOf(scope: OrgScope): Dialect {
  const { db } = scope
  return engineOf(db)
}

export function containsText(dialect: Dialect, column: string, text: string): RawBuilder<boolean> {
  const lower = text.toLowerCase()
  if (isPeriodic(lower)) return findsText(dialect, column, lower)
  return sql<boolean>`${sql.ref(column)} LIKE ${likePattern(lower, 'substring')} ESCAPE '\\'`
}

/**
 * True if a column of texts starts with a prefix in any case. SQLite folds ASCII only: other letters are found as
 * typed, all small, all capitals, or with the first one a capital.
 */
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

/**
 * True if a column of addresses in lower case matches a pattern in lower case: as a whole if it has a `*` (any
 * characters), else in part. At most `LIMITS.searchEmailWildcards` of them.
 */
export function matchesEmail(dialect: Dialect, column: string, pattern: string): RawBuilder<boolean> {
  const isWhole = pattern.includes('*')
  if (dialect === 'sqlite') {
    // One statement for all patterns; the parts cost ten times as much.
    return sql<boolean>`CASE WHEN ${isWhole ? 1 : 0} THEN ${matchesParts(column, pattern.split(/\*+/))}
      ELSE ${findsText(dialect, column, pattern)} END`
  }
  if (!isWhole) return containsText(dialect, column, pattern)
  return sql<boolean>`${sql.ref(column)} LIKE ${likePattern(pattern, 'wildcard')} ESCAPE '\\'`
}

/**
 * A whole text out of these parts, in order, with anything between them: each is looked for behind the one before.
 * Where there are fewer than a pattern may have the others are empty.
 */
function matchesParts(column: string, parts: readonly string[]): RawBuilder<boolean> {
  const [start = '', end = ''] = [parts[0], parts.at(-1)]
  const text = sql.ref(column)
  const conditions = [sql`substr(${text}, 1, ${charsOf(start)}) = ${start}`]
  let rest: Expression<unknown> = sql`substr(${text}, ${charsOf(start) + 1})`
  for (let n = 1; n < LIMITS.searchEmailWildcards; n++) {
    const part = n < parts.length - 1 ? parts[n]! : ''
    conditions.push(sql`instr(${rest}, ${part}) > 0`)
    rest = sql`substr(${rest}, instr(${rest}, ${part}) + ${charsOf(part)})`
  }
  conditions.push(sql`substr(${rest}, length(${rest}) - ${charsOf(end)} + 1) = ${end}`)
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`
}

function charsOf(text: string): number {
  return [...text].length
}

/**
 * For scans: true until the request's time is over, then an error. Only SQLite needs it, and is asked about every 64th
 * row: a call out of the engine costs as much as a row.
 */
export function withinTime(dialect: Dialect): RawBuilder<boolean> {
  return dialect === 'sqlite' ? sql<boolean>`((random() & 63) <> 0 OR within_time())` : sql<boolean>`1 = 1`
}

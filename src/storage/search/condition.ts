import { type Expression, type SqlBool, sql } from 'kysely'
import type { QueryRange } from '#domain/search/query-range.ts'
import type { IssueQuery, QueryGroup, QueryTerm } from '#domain/search/query-term.ts'
import { searchedForm } from '#domain/text/search-text.ts'
import { failedFixes } from '../fix/fix.ts'
import { isOfOtherTable, type QueryLookup, wayOf } from './query-lookup.ts'
import { containsText, matchesEmail, withinTime } from './text-match.ts'
import {
  type Condition,
  hasMerged,
  hasValue,
  type IssueBuilder,
  isAmong,
  isAmongKeys,
  mergedIssues,
  startsFrom,
} from './value-condition.ts'

export interface QueryContext {
  orgId: number
  now: number
  /** Who `assigned:me` means; absent: nobody. */
  userId?: string | undefined
  lookup: QueryLookup
}

/** The condition on rows of the issue table that a query stands for. Values are parameters, never SQL. */
export function meetsQuery(eb: IssueBuilder, query: IssueQuery, context: QueryContext): Condition {
  return eb.and(
    partsOf(query)
      .toSorted(byCost(context))
      .map((part) => (isGroup(part) ? meetsGroup(eb, part, context) : meetsTerm(eb, part, context))),
  )
}

type Part = QueryTerm | QueryGroup

function partsOf({ terms, groups }: IssueQuery): Part[] {
  return [...terms, ...groups]
}

function isGroup(part: Part): part is QueryGroup {
  return !('kind' in part)
}

/**
 * One of the queries is met. Neither engine may take the list from indexes of their columns, which would lose its order.
 * PostgreSQL expects all issues to meet an inequality, and walks the list; of an equality it expects few, and reads all.
 */
function meetsGroup(eb: IssueBuilder, group: QueryGroup, context: QueryContext): Condition {
  const { orgId, lookup } = context
  const cost = (query: IssueQuery) => Math.max(0, ...partsOf(query).map((part) => costOf(part, context)))
  const queries = group.toSorted((a, b) => cost(a) - cost(b))
  const any = eb.or(queries.map((query) => meetsQuery(eb, query, context)))
  if (lookup.commonGroups.has(group)) return isTrueOfAny(any)
  const isAny =
    lookup.dialect === 'sqlite'
      ? sql<SqlBool>`+(${any})`
      : sql<SqlBool>`CASE WHEN ${any} THEN 1 ELSE 0 END = 1`
  if (lookup.start?.group !== group) return isAny
  return eb.and([startsFrom(eb, { ...lookup, orgId }, lookup.start.terms), isAny])
}

function isTrueOfAny(condition: Expression<SqlBool>): Condition {
  return sql<SqlBool>`CASE WHEN ${condition} THEN 1 ELSE 0 END <> 0`
}

/** Conditions by cost: columns, then text, longest first, then other tables, sets before what each issue is asked. */
function byCost(context: QueryContext): (a: Part, b: Part) => number {
  return (a, b) => costOf(a, context) - costOf(b, context) || textLength(b) - textLength(a)
}

function costOf(term: Part, context: QueryContext): number {
  const { lookup } = context
  if (isGroup(term)) return Math.max(0, ...term.flatMap(partsOf).map((part) => costOf(part, context)))
  if (isOfOtherTable(term)) return wayOf(lookup, term) === 'each' ? 3 : 2
  return term.kind === 'text' ? 1 : 0
}

function textLength(part: Part): number {
  return !isGroup(part) && part.kind === 'text' ? (part.values[0]?.length ?? 0) : 0
}

function meetsTerm(eb: IssueBuilder, term: QueryTerm, context: QueryContext): Condition {
  const condition = meetsAnyValue(eb, term, context)
  return term.negated && term.kind !== 'assignee' ? eb.not(condition) : condition
}

function meetsAnyValue(eb: IssueBuilder, term: QueryTerm, context: QueryContext): Condition {
  switch (term.kind) {
    case 'status': {
      const hasStatus = eb('issue.status', 'in', term.values)
      if (term.orSnoozed) return eb.or([hasStatus, isSnoozed(context.now)])
      return term.orFailedFix ? eb.or([hasStatus, hasFailedFix(eb, context)]) : hasStatus
    }
    case 'level':
      return eb('issue.level', 'in', term.values)
    case 'snoozed':
      return isSnoozed(context.now)
    case 'environment':
    case 'release':
    case 'first_release':
    case 'regressed_in':
    case 'resolved_in':
    case 'browser':
    case 'os':
    case 'user':
    case 'tag':
      return hasTheValue(eb, context, term)
    case 'events':
    case 'users':
    case 'first_seen':
    case 'last_seen':
      return isWithin(eb, RANGE_COLUMNS[term.kind], absoluteRange(term.range, context.now))
    case 'email':
      return hasUserEmail(eb, context, term)
    case 'assignee':
      return isAssigned(eb, context, term)
    case 'text':
      return hasText(eb, context, term)
    default:
      return term satisfies never
  }
}

function hasTheValue(eb: IssueBuilder, { orgId, lookup }: QueryContext, term: QueryTerm): Condition {
  return hasValue(eb, { ...lookup, orgId, way: wayOf(lookup, term), isFew: lookup.few.has(term) }, term)
}

/** The rule of `#domain/issue/snooze.ts` as SQL; never null, so that it can be negated. */
export function isSnoozed(now: number): Condition {
  const no = sql.lit(false)
  return sql<SqlBool>`(coalesce(issue.snooze_until > ${now}, ${no})
    OR coalesce(issue.event_count < issue.snooze_until_count, ${no})
    OR coalesce(issue.unique_user_count < issue.snooze_until_users, ${no}))`
}

function hasFailedFix(eb: IssueBuilder, { orgId }: QueryContext): Condition {
  return eb.and([eb('issue.status', '=', sql.lit('resolved')), isAmong(failedFixes(orgId))])
}

const RANGE_COLUMNS = {
  events: 'issue.event_count',
  users: 'issue.unique_user_count',
  first_seen: 'issue.first_seen_at',
  last_seen: 'issue.last_seen_at',
} as const
type RangeColumn = (typeof RANGE_COLUMNS)[keyof typeof RANGE_COLUMNS]

function isWithin(eb: IssueBuilder, column: RangeColumn, { min, max }: QueryRange): Condition {
  const ends: Condition[] = []
  if (min !== undefined) ends.push(eb(column, '>=', min))
  if (max !== undefined) ends.push(eb(column, '<=', max))
  return eb.and(ends)
}

function absoluteRange({ min, max, isAgo }: QueryRange, now: number): QueryRange {
  if (!isAgo) return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
  return { ...(max !== undefined && { min: now - max }), ...(min !== undefined && { max: now - min }) }
}

function hasUserEmail(eb: IssueBuilder, context: QueryContext, term: QueryTerm): Condition {
  const { lookup } = context
  if (lookup.emails.has(term) && wayOf(lookup, term) !== 'each') return hasTheValue(eb, context, term)
  return eb.or(term.values.map((pattern) => hasAnyEmail(eb, context, pattern)))
}

/** For a pattern that many addresses match: the first issues of the list are likely to have met one. */
function hasAnyEmail(eb: IssueBuilder, { orgId, lookup }: QueryContext, pattern: string): Condition {
  const { dialect } = lookup
  const withUser = eb
    .selectFrom('issue_email')
    .select('issue_email.issue_id')
    .where('issue_email.org_id', '=', orgId)
    .whereRef('issue_email.issue_id', '=', 'issue.id')
    .where(withinTime(dialect))
    .where(matchesEmail(dialect, 'issue_email.email', pattern))
    .limit(1)
    .offset(0)
  const merged = mergedIssues(eb, orgId)
    .whereRef('merged.merge_parent_id', '=', 'issue.id')
    .innerJoin('issue_email', (join) =>
      join.onRef('issue_email.org_id', '=', 'merged.org_id').onRef('issue_email.issue_id', '=', 'merged.id'),
    )
    .where(withinTime(dialect))
    .where(matchesEmail(dialect, 'issue_email.email', pattern))
    .limit(1)
    .offset(0)
  return eb.or([eb.exists(withUser), eb.and([hasMerged(eb), eb.exists(merged)])])
}

function isAssigned(eb: IssueBuilder, context: QueryContext, { values, negated }: QueryTerm): Condition {
  const conditions = values.map((name) => isAssignedTo(eb, context, { name, negated }))
  return negated ? eb.and(conditions) : eb.or(conditions)
}

/** Issues of one member, or of nobody. `!assigned:none` is few issues, taken from an index of their own. */
function isAssignedTo(
  eb: IssueBuilder,
  { orgId, userId }: QueryContext,
  { name, negated }: { name: string; negated: boolean },
): Condition {
  const assigned = eb
    .selectFrom('issue as assigned')
    .select('assigned.id as issue_id')
    .where('assigned.org_id', '=', orgId)
    .where('assigned.assignee_id', 'is not', null)
  if (name === 'none') return negated ? isAmong(assigned) : eb('issue.assignee_id', 'is', null)
  const people = eb
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select('app_user.id')
    .where('membership.org_id', '=', orgId)
    .where(name === 'me' ? 'app_user.id' : 'app_user.email', '=', name === 'me' ? (userId ?? '') : name)
  if (negated) return eb.or([eb('issue.assignee_id', 'is', null), eb('issue.assignee_id', 'not in', people)])
  return eb.and([eb('issue.assignee_id', 'is not', null), eb('issue.assignee_id', 'in', people)])
}

/**
 * Names or messages contain the text in any case, those of merged issues and earlier ones included. PostgreSQL expects few matches
 * for a pattern and would read all; for an inequality it expects all to match.
 */
function hasText(eb: IssueBuilder, { orgId, lookup }: QueryContext, term: QueryTerm): Condition {
  const { dialect } = lookup
  const text = searchedForm(term.values[0]!)
  const contains = containsText(dialect, 'issue.search_text', text)
  const merged = mergedIssues(eb, orgId)
    .where(withinTime(dialect, 'merged.id'))
    .where(containsText(dialect, 'merged.search_text', text))
  // Asked of each issue, a merged one's text is read at most once, and only as far as the list is walked.
  const ofThis =
    dialect === 'sqlite'
      ? eb.exists(merged.whereRef('merged.merge_parent_id', '=', 'issue.id').limit(1).offset(0))
      : isAmong(merged)
  const earlier = lookup.earlier.get(term) ?? []
  const found = eb.or([
    contains,
    eb.and([hasMerged(eb), ofThis]),
    ...(earlier.length > 0 ? [isAmongKeys(earlier)] : []),
  ])
  return lookup.commonTexts.has(term) && !term.negated ? isTrueOfAny(found) : found
}

import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { userHash } from '#domain/event/user-identity.ts'
import type { QueryTerm, TagTerm } from '#domain/search/query-term.ts'
import { wholeAndBeginnings } from '#domain/search/value-pattern.ts'
import { endOfPrefix } from '../engine/like-pattern.ts'
import type { Dialect } from '../engine/migrate.ts'
import { OTHER_VALUES } from '../issue/facet.ts'
import type { Schema } from '../schema/schema.ts'
import { namesOf, padded } from './asked-values.ts'
import { isOfRelease, isReleaseTerm, issuesOfRelease } from './release-condition.ts'
import { withinTime } from './text-match.ts'

export type IssueBuilder = ExpressionBuilder<Schema, 'issue'>
export type Condition = Expression<SqlBool>

/**
 * How a condition on another table is met (decision 0130). `start`: few issues have the value, and the list is read from
 * them. `set`: the list is read in its order, and compared with a set of those that have it. `each`: each issue of the
 * list is asked, because many have it (SQLite only: to PostgreSQL a question costs ten times a row of a set).
 */
export type Way = 'start' | 'set' | 'each'

/** For lists of ids. The plus makes SQLite walk the list's index and stop early, at a tenth of the cost. */
const scannedId = sql<number>`+issue.id`
/** True for the listed ids, asked of each issue in turn. `IS TRUE` does for PostgreSQL what the plus does for SQLite. */
export function isAmong(ids: Expression<{ issue_id: number }>): Condition {
  return sql<SqlBool>`(${scannedId} IN ${ids}) IS TRUE`
}

export function isAmongKeys(issueIds: readonly number[]): Condition {
  return sql<SqlBool>`${scannedId} IN (${sql.join(padded(issueIds))})`
}

export interface Asked {
  orgId: number
  dialect: Dialect
  /** The addresses that a term on addresses stands for. */
  emails: ReadonlyMap<QueryTerm, readonly string[]>
}

type Holders = SelectQueryBuilder<
  Schema,
  'issue' | 'issue_facet' | 'issue_tag' | 'issue_user' | 'issue_email' | 'issue_fix',
  { issue_id: number }
>

/** Each is of one of these tables; the builder's own type names the tables that a statement may use. */
function anyHolders(holders: Expression<{ issue_id: number }>): Holders {
  return holders as unknown as Holders
}

/** Counted-only and merged events too. */
export function hasValue(
  eb: IssueBuilder,
  { way, isFew, ...asked }: Asked & { way: Way; isFew: boolean },
  term: QueryTerm,
): Condition {
  if (holdsNothing(asked, term)) return sql<SqlBool>`1 = 0`
  const { holders, ofOne = holders, column } = holdersOf(eb, asked, term)
  if (way === 'start') return isOneOf(asked.dialect, 'issue.id', rootsOf(eb, asked, holders))
  if (way === 'set' && isFew) return isAmong(rootsOf(eb, asked, holders))
  if (isReleaseTerm(term)) return isOfRelease(eb, asked.orgId, term)
  if (way === 'set') return isAmong(withRoots(eb, asked, { holders, ofOne, column, term }))
  const merged = mergedIssues(eb, asked.orgId).where(holdsIt(eb, ofOne, { column, issueId: 'merged.id' }))
  const ofThis = merged.whereRef('merged.merge_parent_id', '=', 'issue.id').limit(1).offset(0)
  return eb.or([
    holdsIt(eb, ofOne, { column, issueId: 'issue.id' }),
    eb.and([hasMerged(eb), eb.exists(ofThis)]),
  ])
}

/** Holders, and the issues that merged ones are merged into. For many: merged issues are few. */
function withRoots(
  eb: IssueBuilder,
  { orgId, dialect }: Asked,
  { holders, ofOne = holders, column, term }: HoldersOfTerm & { term: QueryTerm },
) {
  const merged = mergedIssues(eb, orgId)
  // A second set costs less than to ask PostgreSQL about each, or an issue for hundreds of addresses.
  if (dialect === 'postgres')
    return holders.unionAll(merged.where(sql<SqlBool>`(merged.id IN ${holders}) IS TRUE`))
  if (term.kind === 'email') return holders.unionAll(merged.where(sql<SqlBool>`+merged.id IN ${holders}`))
  return holders.unionAll(merged.where(holdsIt(eb, ofOne, { column, issueId: 'merged.id' })))
}

function holdsNothing({ emails }: Asked, term: QueryTerm): boolean {
  return term.kind === 'email'
    ? emails.get(term)?.length === 0
    : term.values.every((value) => value === OTHER_VALUES)
}

/** `LIMIT 1 OFFSET 0` stops PostgreSQL from listing a common value. */
function holdsIt(
  eb: IssueBuilder,
  holders: Holders,
  { column, issueId }: { column: string; issueId: 'issue.id' | 'merged.id' },
): Condition {
  return eb.exists(
    holders
      .where(sql<SqlBool>`${sql.ref(column)} = ${sql.ref(issueId)}`)
      .limit(1)
      .offset(0),
  )
}

/** True for issues that have a value of any of these terms, of which few have one each. */
export function startsFrom(eb: IssueBuilder, asked: Asked, terms: readonly QueryTerm[]): Condition {
  const [first, ...others] = terms.map((term) => rootsOf(eb, asked, holdersOf(eb, asked, term).holders))
  return isOneOf(
    asked.dialect,
    'issue.id',
    others.reduce((all, some) => all.unionAll(some), first!),
  )
}

/** Holders, and of a merged one the issue that it is merged into. For few: each is looked up. */
function rootsOf(eb: IssueBuilder, { orgId, dialect }: Asked, holders: Holders) {
  return eb
    .selectFrom('issue as holder')
    .select(sql<number>`coalesce(holder.merge_parent_id, holder.id)`.as('issue_id'))
    .where('holder.org_id', '=', orgId)
    .where(isOneOf(dialect, 'holder.id', holders))
}

/** For few values. PostgreSQL, which may expect many or ask for them again for each row, looks up those of an array one by one. */
export function isOneOf(dialect: Dialect, column: string, values: Expression<object>): Condition {
  const of = sql.ref(column)
  return dialect === 'sqlite' ? sql<SqlBool>`${of} IN ${values}` : sql<SqlBool>`${of} = ANY (ARRAY${values})`
}

/** Asked before the issues that are merged into one: hardly any has some. */
export function hasMerged(eb: IssueBuilder): Condition {
  return eb('issue.has_merged', '=', sql.lit(1))
}

interface HoldersOfTerm {
  holders: Holders
  /** The same, to ask one issue at a time; absent: `holders` does. */
  ofOne?: Holders
  column: string
}

export function holdersOf(eb: IssueBuilder, asked: Asked, term: QueryTerm): HoldersOfTerm {
  const { orgId, dialect, emails } = asked
  if (term.kind === 'tag')
    return { holders: withTag(eb, { orgId, dialect }, term), column: 'issue_tag.issue_id' }
  if (term.kind === 'user') {
    const holders = eb
      .selectFrom('issue_user')
      .select('issue_user.issue_id')
      .where('issue_user.org_id', '=', orgId)
      .where('issue_user.user_hash', 'in', padded(namesOf(term).map((id) => userHash(`id:${id}`))))
    return { holders: anyHolders(holders), column: 'issue_user.issue_id' }
  }
  if (term.kind === 'email') {
    const named = emails.get(term) ?? []
    const holders = eb
      .selectFrom('issue_email')
      .select('issue_email.issue_id')
      .where('issue_email.org_id', '=', orgId)
      .where('issue_email.email', 'in', padded(named.length > 0 ? named : ['']))
    return { holders: anyHolders(holders), column: 'issue_email.issue_id' }
  }
  if (isReleaseTerm(term)) {
    const holders = issuesOfRelease(eb, orgId, term)
    return { holders: anyHolders(holders), column: 'holding.id' }
  }
  return facetHolders(eb, asked, term)
}

/** An issue is asked for each of so many values; for more, its values are read and compared (decision 251). */
const MOST_LOOKED_UP = 8

function facetHolders(eb: IssueBuilder, { orgId, dialect }: Asked, term: QueryTerm): HoldersOfTerm {
  const names = padded(namesOf(term))
  const ofFacet = eb
    .selectFrom('issue_facet')
    .select('issue_facet.issue_id')
    .where('issue_facet.org_id', '=', orgId)
    .where('issue_facet.facet', '=', term.kind)
  const holders = anyHolders(ofFacet.where('issue_facet.value', 'in', names))
  const isRead = dialect === 'sqlite' && names.length > MOST_LOOKED_UP
  const compared = anyHolders(ofFacet.where(sql<SqlBool>`+issue_facet.value IN (${sql.join(names)})`))
  return { holders, column: 'issue_facet.issue_id', ...(isRead && { ofOne: compared }) }
}

function withTag(eb: IssueBuilder, { orgId, dialect }: Omit<Asked, 'emails'>, term: TagTerm): Holders {
  const holders = eb
    .selectFrom('issue_tag')
    .select('issue_tag.issue_id')
    .where('issue_tag.org_id', '=', orgId)
    .where('issue_tag.tag_key', '=', term.key)
    .where(isTagValue(namesOf(term)))
    .where(withinTime(dialect, 'issue_tag.issue_id'))
  return anyHolders(holders)
}

/** True for these values of a tag, and (with `*` at its end) for all that begin with one, which lie next to each other. */
function isTagValue(values: readonly string[]): Condition {
  const { whole, beginnings } = wholeAndBeginnings(values)
  const conditions = beginnings.map(
    (start) => sql<SqlBool>`(issue_tag.value >= ${start} AND issue_tag.value < ${endOfPrefix(start)})`,
  )
  if (whole.length > 0) conditions.unshift(sql<SqlBool>`issue_tag.value IN (${sql.join(padded(whole))})`)
  return sql<SqlBool>`(${sql.join(conditions, sql` OR `)})`
}

/** Of each merged issue the one it is merged into, as `issue_id`. Never null, so that it can be negated. */
export function mergedIssues(eb: IssueBuilder, orgId: number) {
  return eb
    .selectFrom('issue as merged')
    .select((root) => root.ref('merged.merge_parent_id').$notNull().as('issue_id'))
    .where('merged.org_id', '=', orgId)
    .where('merged.merge_parent_id', 'is not', null)
}

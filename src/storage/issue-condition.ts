import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { IssueQuery, QueryTerm } from '#domain/issue-query.ts'
import type { Facet } from './issue-facet.ts'
import { likePattern } from './like-pattern.ts'
import type { Schema } from './schema.ts'

type IssueBuilder = ExpressionBuilder<Schema, 'issue'>
type Condition = Expression<SqlBool>

/**
 * The id of an issue, for membership in a list of ids. The plus keeps SQLite from looking up every listed
 * issue, where walking the list's own index, which is in order and stops early, costs a tenth.
 */
const scannedId = sql<number>`+issue.id`

interface QueryContext {
  orgId: number
  /** Epoch ms. */
  now: number
}

/** The condition on rows of the issue table that a query stands for. Values are parameters, never SQL. */
export function meetsQuery(eb: IssueBuilder, { terms }: IssueQuery, context: QueryContext): Condition {
  return eb.and(terms.map((term) => meetsTerm(eb, term, context)))
}

function meetsTerm(eb: IssueBuilder, term: QueryTerm, context: QueryContext): Condition {
  const condition = meetsAnyValue(eb, term, context)
  return term.negated ? eb.not(condition) : condition
}

function meetsAnyValue(eb: IssueBuilder, term: QueryTerm, context: QueryContext): Condition {
  switch (term.kind) {
    case 'status': {
      const hasStatus = eb('issue.status', 'in', term.values)
      return term.orSnoozed ? eb.or([hasStatus, isSnoozed(context.now)]) : hasStatus
    }
    case 'level':
      return eb('issue.level', 'in', term.values)
    case 'snoozed':
      return isSnoozed(context.now)
    case 'environment':
    case 'release':
      return hasFacet(eb, context, { facet: term.kind, values: term.values })
    case 'email':
      return eb.or(term.values.map((pattern) => hasUserEmail(eb, context, pattern)))
    case 'text':
      return eb.or(term.values.map(containsText))
    default:
      return term.kind satisfies never
  }
}

/**
 * True while a snooze hold is active: its end lies ahead, or its threshold is not reached. The same rule as
 * `#domain/snooze.ts`, as SQL; never null, so that it can be negated.
 */
function isSnoozed(now: number): Condition {
  const no = sql.lit(false)
  return sql<SqlBool>`(coalesce(issue.snooze_until > ${now}, ${no})
    OR coalesce(issue.event_count < issue.snooze_until_count, ${no})
    OR coalesce(issue.unique_user_count < issue.snooze_until_users, ${no}))`
}

/** Issues with any event, counted-only ones included, that has one of the values. */
function hasFacet(
  eb: IssueBuilder,
  { orgId }: QueryContext,
  { facet, values }: { facet: Facet; values: string[] },
): Condition {
  return eb(
    scannedId,
    'in',
    eb
      .selectFrom('issue_facet')
      .select('issue_facet.issue_id')
      .where('issue_facet.org_id', '=', orgId)
      .where('issue_facet.facet', '=', facet)
      .where('issue_facet.value', 'in', values),
  )
}

/** Issues that met a user whose e-mail matches: as a whole where the pattern has a `*`, else in part. */
function hasUserEmail(eb: IssueBuilder, { orgId }: QueryContext, pattern: string): Condition {
  const like = likePattern(pattern, pattern.includes('*') ? 'wildcard' : 'substring')
  return eb(
    scannedId,
    'in',
    eb
      .selectFrom('issue_email')
      .select('issue_email.issue_id')
      .where('issue_email.org_id', '=', orgId)
      .where(sql<boolean>`issue_email.email LIKE ${like} ESCAPE '\\'`),
  )
}

/** Issues whose title, culprit, exception type or value contains the text, in any case. */
function containsText(text: string): Condition {
  return sql<SqlBool>`issue.search_text LIKE ${likePattern(text.toLowerCase(), 'substring')} ESCAPE '\\'`
}

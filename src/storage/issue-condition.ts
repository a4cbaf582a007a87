import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Facet } from './issue-facet.ts'
import { likePattern } from './like-pattern.ts'
import type { Schema } from './schema.ts'

/** Builds conditions on rows of the issue table. */
export type IssueBuilder = ExpressionBuilder<Schema, 'issue'>
export type IssueCondition = Expression<SqlBool>

/**
 * True while a snooze hold is active at `now` (epoch ms): its end lies ahead, or its threshold is not
 * reached. The same rule as `#domain/snooze.ts`, as SQL.
 */
export function isSnoozed(now: number): IssueCondition {
  return sql<SqlBool>`(coalesce(issue.snooze_until > ${now}, ${sql.lit(false)})
    OR coalesce(issue.event_count < issue.snooze_until_count, ${sql.lit(false)})
    OR coalesce(issue.unique_user_count < issue.snooze_until_users, ${sql.lit(false)}))`
}

/** Issues with any event, counted-only ones included, that has this value. */
export function hasFacet(eb: IssueBuilder, orgId: number, { facet, value }: { facet: Facet; value: string }) {
  // A list of ids from the facet's own index beats a look-up per issue, most of all where few have the value.
  return eb(
    'issue.id',
    'in',
    eb
      .selectFrom('issue_facet')
      .select('issue_facet.issue_id')
      .where('issue_facet.org_id', '=', orgId)
      .where('issue_facet.facet', '=', facet)
      .where('issue_facet.value', '=', value),
  )
}

/** Issues that met a user whose e-mail matches: as a whole where the pattern has a `*`, else in part. */
export function hasUserEmail(eb: IssueBuilder, orgId: number, pattern: string): IssueCondition {
  const lower = pattern.toLowerCase()
  const like = likePattern(lower, lower.includes('*') ? 'wildcard' : 'substring')
  return eb(
    'issue.id',
    'in',
    eb
      .selectFrom('issue_email')
      .select('issue_email.issue_id')
      .where('issue_email.org_id', '=', orgId)
      .where(sql<boolean>`issue_email.email LIKE ${like} ESCAPE '\\'`),
  )
}

/** Issues whose title, culprit, exception type or value contains every one of the texts, in any case. */
export function containsTexts(eb: IssueBuilder, orgId: number, texts: readonly string[]): IssueCondition {
  let found = eb.selectFrom('issue as found').select('found.id').where('found.org_id', '=', orgId)
  for (const text of texts) {
    const like = likePattern(text.toLowerCase(), 'substring')
    found = found.where(sql<boolean>`found.search_text LIKE ${like} ESCAPE '\\'`)
  }
  return eb('issue.id', 'in', found)
}

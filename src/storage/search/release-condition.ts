import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { RELEASE_KEYS, type ReleaseKind } from '#contract/issue/query-value.ts'
import type { QueryTerm, TermKind } from '#domain/search/query-term.ts'
import type { Schema } from '../schema/schema.ts'
import { namesOf, padded } from './asked-values.ts'

type IssueBuilder = ExpressionBuilder<Schema, 'issue'>

type ReleaseTerm = Extract<QueryTerm, { kind: ReleaseKind }>

const KINDS: ReadonlySet<TermKind> = new Set(RELEASE_KEYS)

export function isReleaseKind(kind: TermKind): kind is ReleaseKind {
  return KINDS.has(kind)
}

export function isReleaseTerm(term: QueryTerm): term is ReleaseTerm {
  return isReleaseKind(term.kind)
}

/**
 * Issues that are shown, by a release with a role in their life. The conditions are literals where an index is recognized
 * by them.
 */
export function issuesOfRelease(eb: IssueBuilder, orgId: number, term: ReleaseTerm) {
  const versions = padded(namesOf(term))
  const issues = eb
    .selectFrom('issue as holding')
    .select('holding.id as issue_id')
    .where('holding.org_id', '=', orgId)
  const shown = issues.where('holding.merge_parent_id', 'is', null)
  const { kind } = term
  switch (kind) {
    case 'first_release':
      return shown
        .where('holding.first_release', 'in', versions)
        .where('holding.first_release', '<>', sql.lit(''))
    case 'regressed_in':
      return shown
        .where('holding.regressed_in_release', 'in', versions)
        .where('holding.regressed_in_release', 'is not', null)
    case 'resolved_in':
      return (
        issues
          .innerJoin('issue_fix', (join) =>
            join
              .onRef('issue_fix.org_id', '=', 'holding.org_id')
              .onRef('issue_fix.issue_id', '=', 'holding.id'),
          )
          .where('issue_fix.org_id', '=', orgId)
          .where('issue_fix.release', 'in', versions)
          .where('issue_fix.is_current', '=', sql.lit(1))
          // `IS TRUE` leaves PostgreSQL the row key alone to find the issue by.
          .where(sql<SqlBool>`(holding.status = 'resolved' AND holding.merge_parent_id IS NULL) IS TRUE`)
      )
    default:
      return kind satisfies never
  }
}

/** The same of an issue that is read anyway; never null, so that it can be negated. */
export function isOfRelease(eb: IssueBuilder, orgId: number, term: ReleaseTerm): Expression<SqlBool> {
  const versions = padded(namesOf(term))
  const { kind } = term
  switch (kind) {
    case 'first_release':
      return eb('issue.first_release', 'in', versions)
    case 'regressed_in':
      return sql<SqlBool>`coalesce(issue.regressed_in_release, '') IN (${sql.join(versions)})`
    case 'resolved_in': {
      const fix = eb
        .selectFrom('issue_fix')
        .select('issue_fix.id')
        .where('issue_fix.org_id', '=', orgId)
        .whereRef('issue_fix.issue_id', '=', 'issue.id')
        .where('issue_fix.release', 'in', versions)
        .where('issue_fix.is_current', '=', sql.lit(1))
      return eb.and([eb('issue.status', '=', sql.lit('resolved')), eb.exists(fix.limit(1).offset(0))])
    }
    default:
      return kind satisfies never
  }
}

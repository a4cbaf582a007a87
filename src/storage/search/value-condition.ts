import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { userHash } from '#domain/event/user-identity.ts'
import type { QueryTerm } from '#domain/issue/query.ts'
import type { Dialect } from '../engine/migrate.ts'
import { OTHER_VALUES } from '../issue/facet.ts'
import type { Schema } from '../schema/schema.ts'
import { withinTime } from './text-match.ts'

export type IssueBuilder = ExpressionBuilder<Schema, 'issue'>
export type Condition = Expression<SqlBool>

/** For lists of ids. The plus makes SQLite walk the list's index and stop early, at a tenth of the cost. */
const scannedId = sql<number>`+issue.id`
/** True for the listed ids, asked of each issue in turn. `IS TRUE` does for PostgreSQL what the plus does for SQLite. */
export function isAmong(ids: Expression<{ issue_id: number }>): Condition {
  return sql<SqlBool>`(${scannedId} IN ${ids}) IS TRUE`
}

interface Asked {
  orgId: number
  dialect: Dialect
}

type Holders = SelectQueryBuilder<
  Schema,
  'issue' | 'issue_facet' | 'issue_tag' | 'issue_user',
  { issue_id: number }
>

/** Counted-only and merged events too. `LIMIT 1 OFFSET 0` stops PostgreSQL from listing a common value. */
export function hasValue(
  eb: IssueBuilder,
  { orgId, dialect, isCommon }: Asked & { isCommon: boolean },
  term: QueryTerm,
): Condition {
  if (term.values.includes(OTHER_VALUES)) return sql<SqlBool>`1 = 0`
  const { holders, column } = holdersOf(eb, { orgId, dialect }, term)
  const hasIt = (issueId: 'issue.id' | 'merged.id') =>
    eb.exists(
      holders
        .where(sql<SqlBool>`${sql.ref(column)} = ${sql.ref(issueId)}`)
        .limit(1)
        .offset(0),
    )
  if (isCommon) {
    const ofThis = mergedIssues(eb, orgId).where(hasIt('merged.id'))
    const merged = ofThis.whereRef('merged.merge_parent_id', '=', 'issue.id').limit(1).offset(0)
    return eb.or([hasIt('issue.id'), eb.exists(merged)])
  }
  return isAmong(holders.unionAll(mergedIssues(eb, orgId).where(hasIt('merged.id'))))
}

export function holdersOf(
  eb: IssueBuilder,
  { orgId, dialect }: Asked,
  term: QueryTerm,
): { holders: Holders; column: string } {
  if (term.kind === 'tag')
    return { holders: withTag(eb, { orgId, dialect }, term), column: 'issue_tag.issue_id' }
  if (term.kind === 'user') {
    const holders = eb
      .selectFrom('issue_user')
      .select('issue_user.issue_id')
      .where('issue_user.org_id', '=', orgId)
      .where('issue_user.user_hash', '=', userHash(`id:${term.values[0]}`))
    return { holders: holders as unknown as Holders, column: 'issue_user.issue_id' }
  }
  const holders = eb
    .selectFrom('issue_facet')
    .select('issue_facet.issue_id')
    .where('issue_facet.org_id', '=', orgId)
    .where('issue_facet.facet', '=', term.kind)
    .where('issue_facet.value', 'in', term.values)
  return { holders: holders as unknown as Holders, column: 'issue_facet.issue_id' }
}

function withTag(eb: IssueBuilder, { orgId, dialect }: Asked, { key = '', values }: QueryTerm): Holders {
  const [value = ''] = values
  const holders = eb
    .selectFrom('issue_tag')
    .select('issue_tag.issue_id')
    .where('issue_tag.org_id', '=', orgId)
    .where('issue_tag.tag_key', '=', key)
    .where(isTagValue(value))
    .where(withinTime(dialect))
  return holders as unknown as Holders
}

const LAST = '\u{10FFFF}'

/** True for the value of a tag, or (with `*` at its end) for all that begin with it, which lie next to each other. */
function isTagValue(value: string): Condition {
  if (!value.endsWith('*')) return sql<SqlBool>`issue_tag.value = ${value}`
  const start = value.slice(0, -1)
  return sql<SqlBool>`(issue_tag.value >= ${start} AND issue_tag.value < ${start + LAST})`
}

/** Of each merged issue the one it is merged into, as `issue_id`. Never null, so that it can be negated. */
export function mergedIssues(eb: IssueBuilder, orgId: number) {
  return eb
    .selectFrom('issue as merged')
    .select((root) => root.ref('merged.merge_parent_id').$notNull().as('issue_id'))
    .where('merged.org_id', '=', orgId)
    .where('merged.merge_parent_id', 'is not', null)
}

import { type RawBuilder, sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'

/** Row keys of the issues looked at together, the first and the last one; others may lie between. */
export interface IssueRange {
  first: number
  last: number
}

/** True for rows of these issues. @param key the column with the key of the issue, behind its table: `event.issue_id` */
export function within(scope: OrgScope, { first, last }: IssueRange, key: string): RawBuilder<boolean> {
  const [table] = key.split('.')
  return sql`${sql.ref(`${table}.org_id`)} = ${scope.orgId}
    AND ${sql.ref(key)} >= ${first} AND ${sql.ref(key)} <= ${last}`
}

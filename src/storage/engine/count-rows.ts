import type { AliasableExpression } from 'kysely'
import type { OrgScope } from './scope.ts'

/** How many rows a query finds, up to its limit. */
export async function countRows(
  { db }: Pick<OrgScope, 'db'>,
  rows: AliasableExpression<object>,
): Promise<number> {
  const { count } = await db
    .selectFrom(rows.as('rows'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

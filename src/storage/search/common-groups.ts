import type { OrgScope } from '../engine/scope.ts'
import { meetsQuery, type QueryContext } from './condition.ts'
import { headOf, isOftenFound, type LookedUpList, type QueryLookup } from './query-lookup.ts'
import { isOneOf } from './value-condition.ts'

/** Finds the groups that many issues meet: each is tried on the first issues of the list. */
export async function findCommonGroups(
  scope: OrgScope,
  filter: LookedUpList & Pick<QueryContext, 'now' | 'userId'>,
  lookup: QueryLookup,
): Promise<QueryLookup> {
  const { groups } = filter.query
  if (lookup.start !== null || [...lookup.ways.values()].includes('start')) return lookup
  // Few issues are asked, so a set of those that have a value would cost more.
  const context = { ...filter, orgId: scope.orgId, lookup: { ...lookup, ways: new Map() } }
  const common = new Set<(typeof groups)[number]>()
  for (const group of groups) {
    const first = headOf(scope, filter).select('issue.id as issue_id')
    const { count } = await scope.db
      .selectFrom('issue')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('issue.org_id', '=', scope.orgId)
      .where(isOneOf(lookup.dialect, 'issue.id', first))
      .where((eb) => meetsQuery(eb, { terms: [], groups: [group] }, context))
      .executeTakeFirstOrThrow()
    if (isOftenFound(count)) common.add(group)
  }
  return { ...lookup, commonGroups: common }
}

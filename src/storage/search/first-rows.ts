import { sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'
import { meetsQuery } from './condition.ts'
import {
  type IssueListPage,
  type IssuePlace,
  isBeyond,
  isCostly,
  type MatchFilter,
  SORTS,
  sorted,
} from './sorted-issues.ts'
import { isOneOf } from './value-condition.ts'

/** Of the latest issues so many show which share of a list meets a condition; with less than a part of them it is rare. */
const SAMPLE = { issues: 200, rare: 20 }
/** More than the sample promises: it is one. Issues with few events have few values, and those with many lack few. */
const CANDIDATES = { spare: 1.5, rarer: 2000, most: 5000 }

/**
 * In an unindexed order: sorts by columns alone, and tests the first rows for conditions that are often met. Null if too
 * few of the rows meet them.
 */
export async function placesAmongFirst(
  scope: OrgScope,
  filter: MatchFilter,
  page: IssueListPage,
): Promise<IssuePlace[] | null> {
  const { terms } = filter.query
  const asked = terms.filter(isCostly)
  const others = { ...filter, query: { terms: terms.filter((term) => !asked.includes(term)) } }
  const latest = sorted(scope, others, { sort: 'last_seen_desc', limit: SAMPLE.issues, after: null })
  const tested = { ...filter, query: { terms: asked } }
  const sample = await meetingAmong(scope, tested, latest.limit(SAMPLE.issues)).select('issue.id').execute()
  if (sample.length < SAMPLE.rare) return null
  const promised = Math.ceil((CANDIDATES.spare * (page.limit + 1) * SAMPLE.issues) / sample.length)
  const [column, direction] = SORTS[page.sort]
  const isRarerFirst =
    column.endsWith('_count') &&
    asked.some(({ kind, negated }) => kind !== 'text' && negated === (direction === 'desc'))
  const least = isRarerFirst ? CANDIDATES.rarer : 0
  const count = Math.min(Math.max(promised, least), CANDIDATES.most)
  const places = await meetingFirst(scope, { filter, others, tested }, { ...page, count })
  return places.length > page.limit ? places : null
}

/** One issue in so many, by row key, shows how far the first rows go: to sort thousands costs several walks. */
const ONE_IN = { issues: 64, sorted: 1000 }

type FirstRows = IssueListPage & { count: number }

/** About the place of the last one of the first rows of a list; undefined if there are fewer. */
async function placeOfLast(scope: OrgScope, filter: MatchFilter, { count, ...page }: FirstRows) {
  return sorted(scope, filter, page)
    .where(sql<boolean>`(issue.id & ${sql.lit(ONE_IN.issues - 1)}) = 0`)
    .offset(Math.ceil(count / ONE_IN.issues))
    .limit(1)
    .executeTakeFirst()
}

interface Parts {
  filter: MatchFilter
  /** The filter's conditions on columns, and those that cost more. */
  others: MatchFilter
  tested: MatchFilter
}

/** The first rows by columns alone that also meet the rest, up to one more than a page. */
async function meetingFirst(
  scope: OrgScope,
  { filter, others, tested }: Parts,
  { count, ...page }: FirstRows,
): Promise<IssuePlace[]> {
  const [column, direction] = SORTS[page.sort]
  const hasTexts = tested.query.terms.some(({ kind }) => kind === 'text')
  const isWalked = filter.lookup.dialect === 'sqlite' && count > ONE_IN.sorted && !hasTexts
  const end = isWalked ? await placeOfLast(scope, others, { ...page, count }) : undefined
  if (end !== undefined) {
    const before = sorted(scope, filter, page).where(isBeyond(page.sort, end, 'before'))
    return before.limit(page.limit + 1).execute()
  }
  return meetingAmong(scope, tested, sorted(scope, others, page).limit(count))
    .select(['issue.id as id', `issue.${column} as value`])
    .orderBy(`issue.${column}`, direction)
    .orderBy('issue.id', direction)
    .limit(page.limit + 1)
    .execute()
}

/** Those of the first rows of a list that meet a query. */
function meetingAmong(scope: OrgScope, filter: MatchFilter, first: ReturnType<typeof sorted>) {
  const ids = scope.db.selectFrom(first.as('first')).select('first.id as issue_id')
  return scope.db
    .selectFrom('issue')
    .where('issue.org_id', '=', scope.orgId)
    .where(isOneOf(filter.lookup.dialect, 'issue.id', ids))
    .where((eb) => meetsQuery(eb, filter.query, { ...filter, orgId: scope.orgId }))
}

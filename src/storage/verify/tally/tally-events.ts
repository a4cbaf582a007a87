import { slicesOf } from '#platform/slices.ts'
import type { OrgScope } from '../../engine/scope.ts'
import type { Difference } from '../difference.ts'
import type { IssueFacts } from '../issue-facts.ts'
import { MAX_ROWS } from '../rule.ts'
import { streamEvents } from './event-stream.ts'
import type { FacetRow } from './facet-tally.ts'
import { IssueTally } from './issue-tally.ts'

/** An issue has up to some thousand values of facets: those of so many issues are in memory at once. */
const ISSUES_TOGETHER = 25

/**
 * Reads the events of these issues once, in the order of an index, and adds to their facts what they count. What is compared by
 * the way: labels, values of facets, documents and their dictionaries.
 */
export async function tallyEvents(
  scope: OrgScope,
  facts: ReadonlyMap<number, IssueFacts>,
): Promise<Difference[]> {
  const found: Difference[] = []
  const all = [...facts]
  for (const some of slicesOf(all, ISSUES_TOGETHER)) {
    found.push(...(await tallySome(scope, new Map(some))))
  }
  return atMost(found, MAX_ROWS)
}

/** Of each kind: thousands of one would hide the others. */
function atMost(found: readonly Difference[], most: number): Difference[] {
  return [...Map.groupBy(found, ({ check }) => check).values()].flatMap((ofKind) => ofKind.slice(0, most))
}

/** @param facts by ascending row key of the issue. */
async function tallySome(scope: OrgScope, facts: ReadonlyMap<number, IssueFacts>): Promise<Difference[]> {
  const tallies = new Map([...facts].map(([id, entry]) => [id, new IssueTally(entry)]))
  const ids = [...facts.keys()]
  const range = { first: ids[0]!, last: ids.at(-1)! }
  for (const row of await facetRows(scope, ids)) tallies.get(row.issue_id)?.list(row)
  for await (const events of streamEvents(scope, range)) {
    for (const event of events) tallies.get(event.issue_id)?.add(event)
  }
  const dictionaries = Map.groupBy(await dictionaryIds(scope, ids), (row) => row.issue_id)
  return [...tallies].flatMap(([id, tally]) => {
    tally.settle()
    return tally.differences(new Set(dictionaries.get(id)?.map((row) => row.id)))
  })
}

function facetRows({ db, orgId }: OrgScope, issueIds: readonly number[]): Promise<FacetRow[]> {
  return db
    .selectFrom('issue_facet')
    .select(['issue_id', 'facet', 'value', 'event_count', 'first_seen_at', 'last_seen_at'])
    .where('org_id', '=', orgId)
    .where('issue_id', 'in', issueIds)
    .execute() as Promise<FacetRow[]>
}

function dictionaryIds({ db, orgId }: OrgScope, issueIds: readonly number[]) {
  return db
    .selectFrom('payload_dictionary')
    .select(['id', 'issue_id'])
    .where('org_id', '=', orgId)
    .where('issue_id', 'in', issueIds)
    .execute()
}

import type { Trend, TrendsBody } from '#contract/issue/trend.ts'
import { fillBuckets, trendRange } from '#domain/issue/time-buckets.ts'
import { sumTrends } from '#storage/issue/hour.ts'
import { findIssueKeys, findMergedKeys } from '#storage/issue/issue.ts'
import { type ActionDeps, inSnapshot, type Org } from '../action-deps.ts'

/** Up to 200 issues with their merged ones: one entry per id, in order, zeros for an unknown id. */
export async function issueTrends(
  deps: ActionDeps,
  org: Org,
  { issue_ids, window }: TrendsBody,
): Promise<Trend[]> {
  const range = trendRange(window, deps.clock())
  const { keys, merged, counts } = await inSnapshot(deps, org, async (scope) => {
    const keys = await findIssueKeys(scope, issue_ids)
    const merged = await findMergedKeys(scope, [...keys.values()])
    const wanted = new Set([...keys.values(), ...merged.map(({ id }) => id)])
    return { keys, merged, counts: await sumTrends(scope, [...wanted], range) }
  })
  const byIssue = Map.groupBy(counts, (row) => row.issueId)
  const childrenOf = Map.groupBy(merged, ({ rootId }) => rootId)
  return issue_ids.map((id) => {
    const key = keys.get(id) ?? 0
    const members = [key, ...(childrenOf.get(key) ?? []).map((child) => child.id)]
    const rows = members.flatMap((member) => byIssue.get(member) ?? [])
    const buckets = fillBuckets(range, rows).map(({ start, count }) => ({
      start: new Date(start).toISOString(),
      count,
    }))
    return { issue_id: id, buckets }
  })
}

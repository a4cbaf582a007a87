import type { Trend, TrendsBody } from '#contract/issue/trend.ts'
import { isoTime } from '#contract/time.ts'
import { fillBuckets, trendRange } from '#domain/issue/time-buckets.ts'
import { sumTrends } from '#storage/issue/hour.ts'
import { findIssueKeys, findMergedKeys } from '#storage/issue/issue.ts'
import type { ActionDeps, Org } from '../action-deps.ts'

/** Up to 200 issues with their merged ones: one entry per id, in order, zeros for an unknown id. */
export async function issueTrends(
  deps: ActionDeps,
  org: Org,
  { issue_ids, window }: TrendsBody,
): Promise<Trend[]> {
  const range = trendRange(window, deps.clock())
  const { keys, merged, trends } = await deps.database.snapshotOf(org, async (scope) => {
    const keys = await findIssueKeys(scope, issue_ids)
    const merged = await findMergedKeys(scope, [...keys.values()])
    const wanted = new Set([...keys.values(), ...merged.map(({ id }) => id)])
    return { keys, merged, trends: await sumTrends(scope, [...wanted], range) }
  })
  const byIssue = new Map(trends.map(({ issueId, counts }) => [issueId, counts]))
  const childrenOf = Map.groupBy(merged, ({ rootId }) => rootId)
  const starts = fillBuckets(range, []).map(({ start }) => isoTime(start))
  return issue_ids.map((id) => {
    const key = keys.get(id) ?? 0
    const members = [key, ...(childrenOf.get(key) ?? []).map((child) => child.id)]
    const counts = members.map((member) => byIssue.get(member) ?? [])
    const buckets = starts.map((start, bucket) => ({
      start,
      count: counts.reduce((sum, of) => sum + (of[bucket] ?? 0), 0),
    }))
    return { issue_id: id, buckets }
  })
}

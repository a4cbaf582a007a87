import type { Trend, TrendsBody } from '#contract/issue.ts'
import { fillBuckets, trendRange } from '#domain/time-buckets.ts'
import { findIssueKeys, findMergedKeys } from '#storage/issue.ts'
import { type IssueHours, sumHours } from '#storage/issue-hour.ts'
import { type Org, readScope, type TriageDeps } from './triage-deps.ts'

/**
 * Accepted events over time of up to 200 issues: one entry per asked id in the order asked, all zeros for
 * an id the organization does not have.
 */
export async function issueTrends(
  deps: TriageDeps,
  org: Org,
  { issue_ids, window }: TrendsBody,
): Promise<Trend[]> {
  const scope = readScope(deps, org)
  const range = trendRange(window, deps.clock())
  const keys = await findIssueKeys(scope, issue_ids)
  const merged = await findMergedKeys(scope, [...keys.values()])
  const rootOf = new Map(merged.map(({ id, rootId }) => [id, rootId]))
  const hours = await sumHours(scope, [...keys.values(), ...rootOf.keys()], range)
  const byRoot = groupByIssue(hours, rootOf)
  return issue_ids.map((id) => {
    const rows = byRoot.get(keys.get(id) ?? 0) ?? []
    const buckets = fillBuckets(range, rows).map(({ start, count }) => ({
      start: new Date(start).toISOString(),
      count,
    }))
    return { issue_id: id, buckets }
  })
}

/** Rows by the issue they are shown under: a merged issue's under the one it is merged into. */
function groupByIssue(hours: IssueHours[], rootOf: Map<number, number>): Map<number, IssueHours[]> {
  const groups = new Map<number, IssueHours[]>()
  for (const row of hours) {
    const issueId = rootOf.get(row.issueId) ?? row.issueId
    const group = groups.get(issueId)
    if (group) group.push(row)
    else groups.set(issueId, [row])
  }
  return groups
}

import type { Timeline, TimelineQuery } from '#contract/issue.ts'
import { fillBuckets, summarizeTimeline, timelineRange } from '#domain/time-buckets.ts'
import { issueReleases } from '#storage/issue-facet.ts'
import { sumHours } from '#storage/issue-hour.ts'
import { requireIssueFamily } from './require-issue.ts'
import { type Org, readScope, type TriageDeps } from './triage-deps.ts'

/**
 * Accepted events of an issue over time, in hours for `7d` and in days for every other window, with what
 * was stored of them, and the releases it was seen in.
 * @throws ServiceError not_found for an unknown issue.
 */
export async function issueTimeline(
  deps: TriageDeps,
  org: Org,
  { issueId, query }: { issueId: string; query: TimelineQuery },
): Promise<Timeline> {
  const scope = readScope(deps, org)
  const now = deps.clock()
  const { issue, ids, firstSeenAt } = await requireIssueFamily(scope, issueId)
  const range = timelineRange(query.window, now, firstSeenAt)
  const [rows, lastWeek, releases] = await Promise.all([
    sumHours(scope, ids, range),
    sumHours(scope, ids, timelineRange('7d', now, firstSeenAt)),
    issueReleases(scope, ids),
  ])
  const buckets = fillBuckets(range, rows)
  return {
    issue_id: issue.uid,
    window: query.window,
    bucket: query.window === '7d' ? 'hour' : 'day',
    event_count: buckets.reduce((sum, bucket) => sum + bucket.count, 0),
    stored_event_count: buckets.reduce((sum, bucket) => sum + bucket.stored, 0),
    buckets: buckets.map(({ start, count, stored }) => ({
      start: new Date(start).toISOString(),
      count,
      stored,
    })),
    summary: summarizeTimeline(lastWeek, now),
    releases: releases.map(({ release, first_seen_at }) => ({
      release,
      first_seen_at: new Date(first_seen_at).toISOString(),
    })),
  }
}

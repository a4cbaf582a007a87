import type { Timeline, TimelineQuery } from '#contract/issue/timeline.ts'
import { isoTime } from '#contract/time.ts'
import { fillBuckets, summarizeTimeline, type TimeBucket, timelineRange } from '#domain/issue/time-buckets.ts'
import { issueReleases } from '#storage/issue/facet.ts'
import { sumHours } from '#storage/issue/hour.ts'
import { hiddenReleases } from '#storage/release/release.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { requireIssueFamily } from './require-issue.ts'

/** Hours for `7d`, else days, with what was stored and the releases that show. @throws not_found */
export async function issueTimeline(
  deps: ActionDeps,
  org: Org,
  { issueId, query }: { issueId: string; query: TimelineQuery },
): Promise<Timeline> {
  const now = deps.clock()
  const { issue, range, rows, lastWeek, releases } = await deps.database.snapshotOf(org, async (scope) => {
    const { issue, ids } = await requireIssueFamily(scope, issueId)
    const range = timelineRange(query.window, now, issue.first_seen_at)
    const rows = await sumHours(scope, ids, range)
    const week = timelineRange('7d', now, issue.first_seen_at)
    const lastWeek = query.window === '7d' ? rows : await sumHours(scope, ids, week)
    const releases = await issueReleases(scope, ids)
    const versions = releases.map(({ release }) => release)
    const hidden = await hiddenReleases(scope, issue.project_id, versions)
    const shown = releases.filter(({ release }) => !hidden.has(release))
    return { issue, range, rows, lastWeek, releases: shown }
  })
  const buckets = fillBuckets(range, rows)
  return {
    issue_id: issue.uid,
    window: query.window,
    bucket: query.window === '7d' ? 'hour' : 'day',
    ...sumsOf(buckets),
    buckets: buckets.map(({ start, count, stored, evicted }) => ({
      start: isoTime(start),
      count,
      stored,
      counted_only: count - stored - evicted,
      evicted,
    })),
    summary: summarizeTimeline(lastWeek, now),
    releases: releases.map(({ release, first_seen_at, event_count }) => ({
      release,
      first_seen_at: isoTime(first_seen_at),
      event_count,
    })),
  }
}

function sumsOf(buckets: readonly TimeBucket[]) {
  const sums = { event_count: 0, stored_event_count: 0, counted_only_event_count: 0, evicted_event_count: 0 }
  for (const { count, stored, evicted } of buckets) {
    sums.event_count += count
    sums.stored_event_count += stored
    sums.counted_only_event_count += count - stored - evicted
    sums.evicted_event_count += evicted
  }
  return sums
}

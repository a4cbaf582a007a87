import type { ProjectStatsList, ProjectStatsQuery } from '#contract/project/project-stats.ts'
import { isoTime, isoTimeOrNull } from '#contract/time.ts'
import { OPEN_ISSUES } from '#contract/vocabulary.ts'
import { fillBuckets, trendRange, windowMillis } from '#domain/issue/time-buckets.ts'
import { parseIssueQuery } from '#domain/search/query.ts'
import {
  countIssuesByProject,
  listLatest,
  type ProjectBucket,
  sumProjectBuckets,
} from '#storage/project/project-stats.ts'
import { latestReleases } from '#storage/release/latest-release.ts'
import type { ActionDeps, Org } from '../action-deps.ts'

const OPEN = parseIssueQuery(OPEN_ISSUES)
const REGRESSIONS = parseIssueQuery('is:regression')

/** Every project with its events and issues of a time, by name. What it reads grows with the issues seen in that time. */
export async function projectStats(
  deps: ActionDeps,
  org: Org,
  { window }: ProjectStatsQuery,
): Promise<ProjectStatsList> {
  const now = deps.clock()
  const range = trendRange(window, now)
  const queries = { open: OPEN, begun: parseIssueQuery(`first_seen:-${window}`), regressions: REGRESSIONS }
  const counted = { now, seenSince: now - windowMillis(window), queries }
  const read = await deps.database.snapshotOf(org, async (scope) => ({
    projects: await listLatest(scope),
    releases: await latestReleases(scope, null),
    buckets: Map.groupBy(await sumProjectBuckets(scope, range), ({ projectId }) => projectId),
    issues: await countIssuesByProject(scope, counted),
  }))
  const bucket_starts = fillBuckets(range, []).map(({ start }) => isoTime(start))
  const issuesOf = new Map(read.issues.map((row) => [row.project_id, row]))
  const projects = read.projects.map(({ id, uid, last_seen_at }) => {
    const events = countsOf(read.buckets.get(id) ?? [])
    const issues = issuesOf.get(id)
    return {
      project_id: uid,
      event_count: events.total,
      event_counts: bucket_starts.map((_, bucket) => events.byBucket.get(bucket) ?? 0),
      open_issues: issues?.open ?? 0,
      new_issues: issues?.begun ?? 0,
      regressions: issues?.regressions ?? 0,
      last_seen_at: isoTimeOrNull(last_seen_at),
      latest_release: read.releases.get(id)?.version ?? null,
    }
  })
  return { window, bucket_starts, projects }
}

function countsOf(buckets: readonly ProjectBucket[]) {
  return {
    byBucket: new Map(buckets.map(({ bucket, count }) => [bucket, count])),
    total: buckets.reduce((sum, { count }) => sum + count, 0),
  }
}

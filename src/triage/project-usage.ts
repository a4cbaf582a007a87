import type { ProjectUsage } from '#contract/project-ingest.ts'
import { epochHour, fillBuckets, trendRange } from '#domain/time-buckets.ts'
import type { JournalWriter } from '#journal/journal.ts'
import type { Clock } from '#platform/clock.ts'
import { sumProjectHours } from '#storage/issue-hour.ts'
import type { ProjectRow } from '#storage/project.ts'
import type { OrgScope } from '#storage/scope.ts'

export interface UsageDeps {
  clock: Clock
  journal: Pick<JournalWriter, 'capUsed'>
  /** Events per hour of projects that set no cap. */
  defaultCap: number
}

const HOUR_MS = 3_600_000

/** What a project has sent: the present hour as its cap counts it, and the last 24 by the events' own time. */
export async function projectUsage(
  { clock, journal, defaultCap }: UsageDeps,
  scope: OrgScope,
  project: Pick<ProjectRow, 'id' | 'ingest_hourly_cap'>,
): Promise<Pick<ProjectUsage, 'hour' | 'last_24h'>> {
  const now = clock()
  const range = trendRange('24h', now)
  const [accepted, hours] = await Promise.all([
    journal.capUsed(project.id),
    sumProjectHours(scope, project.id, range),
  ])
  const start = new Date(epochHour(now) * HOUR_MS).toISOString()
  return {
    hour: { start, accepted, cap: project.ingest_hourly_cap ?? defaultCap },
    last_24h: fillBuckets(range, hours).map((bucket) => ({
      start: new Date(bucket.start).toISOString(),
      accepted: bucket.count,
    })),
  }
}

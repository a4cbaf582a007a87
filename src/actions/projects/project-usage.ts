import type { ProjectUsage } from '#contract/project/ingest.ts'
import { epochHour, HOUR_MS, isoTime } from '#contract/time.ts'
import { fillBuckets, trendRange } from '#domain/issue/time-buckets.ts'
import type { JournalWriter } from '#journal/journal.ts'
import type { Config } from '#platform/config/config.ts'
import { sumDrops } from '#storage/project/project-drop.ts'
import { listProjectHours, type ProjectHour } from '#storage/project/project-hour.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { requireProject } from './require-project.ts'

export interface UsageDeps extends ActionDeps {
  journal: Pick<JournalWriter, 'capUsed'>
  config: Pick<Config, 'ingestHourlyCap' | 'retentionDays'>
}

const [DAY_HOURS, WEEK_HOURS] = [24, 7 * 24]

type Dropped = ProjectUsage['dropped']

/** The current hour as the cap counts it, which only the journal knows; the rest from one moment, the last 24 hours by
 * event time. @throws not_found */
export async function projectUsage(
  deps: UsageDeps,
  org: Org,
  uid: string,
): Promise<{ projectId: number; usage: Omit<ProjectUsage, 'rejected'> }> {
  const { clock, config, journal } = deps
  const now = clock()
  const range = trendRange('24h', now)
  const thisHour = epochHour(now)
  const week = { startHour: thisHour - WEEK_HOURS + 1, count: WEEK_HOURS }
  const since = { daySince: thisHour - DAY_HOURS + 1, weekSince: week.startHour }
  const { project, hours, drops } = await deps.database.snapshotOf(org, async (scope) => {
    const project = await requireProject(scope, uid)
    return {
      project,
      hours: await listProjectHours(scope, project.id, week),
      drops: await sumDrops(scope, project.id, since),
    }
  })
  const accepted = await journal.capUsed(project.id)
  const start = isoTime(thisHour * HOUR_MS)
  const ofDay = hours.filter(({ hour }) => hour >= range.startHour)
  const usage = {
    hour: { start, accepted, cap: project.ingest_hourly_cap ?? config.ingestHourlyCap },
    last_24h: fillBuckets(range, ofDay).map((bucket) => ({
      start: isoTime(bucket.start),
      accepted: bucket.count,
    })),
    retention_days: project.retention_days ?? config.retentionDays,
    dropped: droppedOf(drops, hours, since.daySince),
  }
  return { projectId: project.id, usage }
}

function droppedOf(
  drops: readonly { reason: string; day: number; week: number }[],
  hours: readonly ProjectHour[],
  daySince: number,
): Dropped {
  const dropped = drops.map(({ reason, day, week }) => {
    const colon = reason.indexOf(':')
    const source = reason.slice(0, colon) as Dropped[number]['source']
    return { source, reason: reason.slice(colon + 1), last_24h: day, last_7d: week }
  })
  const counted = (of: readonly ProjectHour[]) => of.reduce((sum, { countedOnly }) => sum + countedOnly, 0)
  const last_7d = counted(hours)
  const last_24h = counted(hours.filter(({ hour }) => hour >= daySince))
  if (last_7d > 0) dropped.push({ source: 'valve', reason: 'counted_only', last_24h, last_7d })
  return dropped.sort((a, b) => b.last_24h - a.last_24h || b.last_7d - a.last_7d)
}

import { sql } from 'kysely'
import { HOUR_MS, HOURS_PER_DAY, isoTime } from '#contract/time.ts'
import type { OrgScope } from '../../engine/scope.ts'
import type { Difference } from '../difference.ts'
import { MAX_ROWS } from '../rule.ts'

export interface HoursOfProject {
  id: number
  uid: string
}

export function listProjectsToCompare({ db, orgId }: OrgScope): Promise<HoursOfProject[]> {
  return db
    .selectFrom('project')
    .select(['id', 'uid'])
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

interface Row {
  hour: number
  counted: number
  found: number
  counted_only: number
  found_only: number
}

/** The hours of a project against those of its issues, as far back as they are complete. */
export async function compareProjectHours(
  { db, orgId }: OrgScope,
  { id, uid }: HoursOfProject,
): Promise<Difference[]> {
  const since = sql`(SELECT coalesce(hours_from, 0) * ${sql.lit(HOURS_PER_DAY)} FROM project
    WHERE org_id = ${orgId} AND id = ${id} AND deleted_at IS NULL)`
  const { rows } = await sql<Row>`
    SELECT hour, sum(counted) AS counted, sum(found) AS found, sum(counted_only) AS counted_only,
      sum(found_only) AS found_only
    FROM (
      SELECT hour, event_count AS counted, 0 AS found, counted_only_count AS counted_only, 0 AS found_only
      FROM project_hour WHERE org_id = ${orgId} AND project_id = ${id} AND hour >= ${since}
      UNION ALL
      SELECT hour, 0, event_count, 0, event_count - stored_event_count - evicted_event_count
      FROM issue_hour WHERE org_id = ${orgId} AND hour >= ${since} AND issue_id IN (
        SELECT id FROM issue WHERE org_id = ${orgId} AND project_id = ${id})
    ) AS hours
    GROUP BY hour HAVING sum(counted) <> sum(found) OR sum(counted_only) <> sum(found_only)
    ORDER BY hour LIMIT ${MAX_ROWS}`.execute(db)
  return rows.flatMap((row) => differencesOf(`project ${uid}`, row))
}

function differencesOf(subject: string, row: Row): Difference[] {
  const hour = `the hour from ${isoTime(row.hour * HOUR_MS)}`
  const found: Difference[] = []
  if (row.counted !== row.found) {
    const message = `${hour} counts ${row.counted} events, but its issues count ${row.found}`
    found.push({ check: 'project_hour.event_count', subject, message })
  }
  if (row.counted_only !== row.found_only) {
    const message = `${hour} counts ${row.counted_only} events that were not stored, but its issues count ${row.found_only}`
    found.push({ check: 'project_hour.counted_only_count', subject, message })
  }
  return found
}

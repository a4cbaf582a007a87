import { sql } from 'kysely'
import { HOURS_PER_DAY } from '#contract/time.ts'
import type { OrgScope } from '../engine/scope.ts'

/** Events of a project's issues by their own hour. */
export interface ProjectHour {
  /** Epoch hour (UTC). */
  hour: number
  count: number
  countedOnly: number
}

/** Hours of a project (row key) that have events, in no order. */
export async function listProjectHours(
  { db, orgId }: OrgScope,
  projectId: number,
  { startHour, count }: { startHour: number; count: number },
): Promise<ProjectHour[]> {
  return db
    .selectFrom('project_hour')
    .select(['hour', 'event_count as count', 'counted_only_count as countedOnly'])
    .where('org_id', '=', orgId)
    .where('project_id', '=', projectId)
    .where('hour', '>=', startHour)
    .where('hour', '<', startHour + count)
    .execute()
}

/**
 * Takes the events of issues (row keys) that are about to go out of their project's hours. Lock the issues before. Hours
 * are written in their order, so that two deletions never wait for each other.
 */
export async function subtractIssues(
  { db, orgId }: OrgScope,
  projectId: number,
  issueIds: readonly number[],
): Promise<void> {
  await sql`
    INSERT INTO project_hour (org_id, project_id, hour, event_count, counted_only_count)
    SELECT org_id, CAST(${projectId} AS BIGINT), hour, -sum(event_count),
      -sum(event_count - stored_event_count - evicted_event_count)
    FROM issue_hour
    WHERE org_id = ${orgId} AND issue_id IN (${sql.join(issueIds)}) AND hour >= (
      SELECT coalesce(hours_from, 0) * ${sql.lit(HOURS_PER_DAY)} FROM project
      WHERE project.org_id = ${orgId} AND project.id = ${projectId})
    GROUP BY org_id, hour ORDER BY hour
    ON CONFLICT (org_id, project_id, hour) DO UPDATE SET
      event_count = project_hour.event_count + excluded.event_count,
      counted_only_count = project_hour.counted_only_count + excluded.counted_only_count`.execute(db)
}

/** Notes that an event that was only counted is stored now. */
export async function noteStored({ db, orgId }: OrgScope, projectId: number, hour: number): Promise<void> {
  await db
    .updateTable('project_hour')
    .set((eb) => ({ counted_only_count: eb('counted_only_count', '-', 1) }))
    .where('org_id', '=', orgId)
    .where('project_id', '=', projectId)
    .where('hour', '=', hour)
    .execute()
}

/** Forgets the hours of days before this one (epoch day). Late events may add to them again: nobody reads those. */
export async function dropProjectHours(scope: OrgScope, projectId: number, before: number): Promise<void> {
  const { db, orgId } = scope
  await db
    .updateTable('project')
    .set({ hours_from: before })
    .where('org_id', '=', orgId)
    .where('id', '=', projectId)
    .where((eb) => eb.or([eb('hours_from', 'is', null), eb('hours_from', '<', before)]))
    .execute()
  const old = await db
    .selectFrom('project_hour')
    .select('hour')
    .where('org_id', '=', orgId)
    .where('project_id', '=', projectId)
    .where('hour', '<', before * HOURS_PER_DAY)
    .orderBy('hour')
    .forUpdate()
    .execute()
  if (old.length === 0) return
  await db
    .deleteFrom('project_hour')
    .where('org_id', '=', orgId)
    .where('project_id', '=', projectId)
    .where('hour', '<=', old.at(-1)!.hour)
    .execute()
}

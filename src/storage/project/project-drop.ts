import { sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'

export interface ProjectDrop {
  projectId: number
  /** Epoch hour (UTC). */
  hour: number
  reason: string
  quantity: number
}

const KEPT_HOURS = 30 * 24

/** Adds to the numbers, and removes those of the same projects that are too old. A project that is gone is left out. */
export async function addDrops({ db, orgId }: OrgScope, drops: readonly ProjectDrop[]): Promise<void> {
  // In one order, so that two nodes never wait for each other.
  for (const { projectId, hour, reason, quantity } of drops.toSorted(inOrder)) {
    await sql`
      INSERT INTO project_drop (org_id, project_id, hour, reason, quantity)
      SELECT org_id, id, CAST(${hour} AS BIGINT), CAST(${reason} AS TEXT), CAST(${quantity} AS BIGINT)
      FROM project WHERE org_id = ${orgId} AND id = ${projectId} AND deleted_at IS NULL
      ON CONFLICT (org_id, project_id, hour, reason)
      DO UPDATE SET quantity = project_drop.quantity + excluded.quantity`.execute(db)
  }
  const hours = new Map(drops.map(({ projectId, hour }) => [projectId, hour]))
  for (const [projectId, hour] of hours) {
    await db
      .deleteFrom('project_drop')
      .where('org_id', '=', orgId)
      .where('project_id', '=', projectId)
      .where('hour', '<', hour - KEPT_HOURS)
      .execute()
  }
}

function inOrder(a: ProjectDrop, b: ProjectDrop): number {
  return a.projectId - b.projectId || a.hour - b.hour || (a.reason < b.reason ? -1 : 1)
}

/** The numbers of a project (row key) by reason, of the hours since `daySince` and since `weekSince`. */
export async function sumDrops(
  { db, orgId }: OrgScope,
  projectId: number,
  { daySince, weekSince }: { daySince: number; weekSince: number },
): Promise<{ reason: string; day: number; week: number }[]> {
  return db
    .selectFrom('project_drop')
    .select((eb) => [
      'reason',
      eb.fn.sum<number>('quantity').as('week'),
      sql<number>`sum(CASE WHEN hour >= ${daySince} THEN quantity ELSE 0 END)`.as('day'),
    ])
    .where('org_id', '=', orgId)
    .where('project_id', '=', projectId)
    .where('hour', '>=', weekSince)
    .groupBy('reason')
    .execute()
}

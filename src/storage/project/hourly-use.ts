import { sql } from 'kysely'
import type { OrgScope } from '../engine/scope.ts'

export interface HourlyTake {
  projectId: number
  kind: 'feedback' | 'public_release_file'
  /** Epoch hour (UTC). */
  hour: number
  count: number
  cap: number
}

/**
 * Counts against a cap, in the transaction that stores; false, and nothing counted, if the cap is exceeded.
 * A node whose clock is behind counts in the hour of the others.
 */
export async function takeOfHour(
  { db, orgId }: OrgScope,
  { projectId, kind, hour, count, cap }: HourlyTake,
): Promise<boolean> {
  if (count > cap) return false
  // Further ahead than a neighbour's clock, it was counted by a clock that was wrong.
  const isOther = sql`hourly_use.hour < excluded.hour OR hourly_use.hour > excluded.hour + 1`
  const { rows } = await sql`
    INSERT INTO hourly_use (org_id, project_id, kind, hour, used)
    VALUES (${orgId}, ${projectId}, ${kind}, ${hour}, ${count})
    ON CONFLICT (org_id, project_id, kind) DO UPDATE SET
      used = CASE WHEN ${isOther} THEN 0 ELSE hourly_use.used END + excluded.used,
      hour = CASE WHEN ${isOther} THEN excluded.hour ELSE hourly_use.hour END
    WHERE ${isOther} OR hourly_use.used + excluded.used <= ${cap}
    RETURNING used`.execute(db)
  return rows.length > 0
}

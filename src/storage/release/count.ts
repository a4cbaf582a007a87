import { sql } from 'kysely'
import { dialectOf } from '../engine/dialect-of.ts'
import type { OrgScope } from '../engine/scope.ts'

/**
 * Takes the events of issues (row keys) that are about to go out of their project's releases. Lock the issues before.
 * Releases are written in the order of their bytes, as batches do, so that neither waits for the other.
 */
export async function subtractFromReleases(
  scope: OrgScope,
  projectId: number,
  issueIds: readonly number[],
): Promise<void> {
  const bytewise = sql.raw(dialectOf(scope) === 'postgres' ? 'COLLATE "C"' : '')
  await sql`
    INSERT INTO release (org_id, project_id, version, first_seen_at, event_count)
    SELECT org_id, CAST(${projectId} AS BIGINT), value, min(first_seen_at), -sum(event_count)
    FROM issue_facet
    WHERE org_id = ${scope.orgId} AND issue_id IN (${sql.join(issueIds)}) AND facet = 'release' AND value <> ''
    GROUP BY org_id, value ORDER BY value ${bytewise}
    ON CONFLICT (org_id, project_id, version) DO UPDATE SET
      event_count = release.event_count + excluded.event_count`.execute(scope.db)
}

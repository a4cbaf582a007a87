import { sql } from 'kysely'
import { likePattern } from './like-pattern.ts'
import { isOfShownProject } from './project-deletion.ts'
import type { OrgScope } from './scope.ts'

/** A release that events of a project have named; epoch ms. */
export interface ReleaseRow {
  version: string
  first_seen_at: number
}

/** Releases of a project (row key), the one first seen most recently first, at most `limit`. */
export async function listReleases(scope: OrgScope, projectId: number, limit: number): Promise<ReleaseRow[]> {
  return scope.db
    .selectFrom('release')
    .select(['version', 'first_seen_at'])
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .orderBy('first_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Versions that start with `prefix` in any case, the one first seen most recently first, at most `limit`;
 * of one project (row key) or of all.
 */
export async function completeRelease(
  scope: OrgScope,
  filter: { projectId: number | null; prefix: string; limit: number },
): Promise<string[]> {
  let query = scope.db
    .selectFrom('release')
    .select(['version', (eb) => eb.fn.max('first_seen_at').as('newest')])
    .where('org_id', '=', scope.orgId)
    .where(isOfShownProject(scope, 'release.project_id'))
  if (filter.projectId !== null) query = query.where('project_id', '=', filter.projectId)
  if (filter.prefix !== '') {
    const pattern = likePattern(filter.prefix.toLowerCase(), 'prefix')
    query = query.where(sql<boolean>`lower(version) LIKE ${pattern} ESCAPE '\\'`)
  }
  const rows = await query
    .groupBy('version')
    .orderBy('newest', 'desc')
    .orderBy('version', 'desc')
    .limit(filter.limit)
    .execute()
  return rows.map((row) => row.version)
}

import { newestRelease } from '#domain/release/newest-release.ts'
import type { OrgScope } from '../engine/scope.ts'

/** Senders decide how many releases there are: only those first seen last are compared. */
const COMPARED = 20
const MOST_PROJECTS = 10_000

export interface LatestRelease {
  /** Row key. */
  id: number
  version: string
}

/** The newest release of each project (row key) by how releases are compared (decision 240), without hidden ones.
 * @param projectId null: of all projects */
export async function latestReleases(
  scope: OrgScope,
  projectId: number | null,
): Promise<Map<number, LatestRelease>> {
  const { db, orgId } = scope
  const ends = db
    .selectFrom('project')
    .select((eb) => [
      'project.id',
      eb
        .selectFrom('release')
        .select('release.first_seen_at')
        .where('release.org_id', '=', orgId)
        .whereRef('release.project_id', '=', 'project.id')
        .where('release.hidden_at', 'is', null)
        .orderBy('release.first_seen_at', 'desc')
        .orderBy('release.id', 'desc')
        .limit(1)
        .offset(COMPARED - 1)
        .as('since'),
    ])
    .where('project.org_id', '=', orgId)
    .$if(projectId !== null, (query) => query.where('project.id', '=', projectId!))
    // With a limit it is asked once for each project, and not for each release.
    .limit(MOST_PROJECTS)
  const rows = await db
    .selectFrom(ends.as('compared'))
    .innerJoin('release', 'release.project_id', 'compared.id')
    .select(['release.id', 'release.project_id', 'release.version', 'release.first_seen_at'])
    .where('release.org_id', '=', orgId)
    .where('release.hidden_at', 'is', null)
    .where((eb) => eb('release.first_seen_at', '>=', eb.fn.coalesce('compared.since', eb.lit(0))))
    .execute()
  rows.sort((a, b) => a.id - b.id)
  const latest = new Map<number, LatestRelease>()
  for (const [project, seen] of Map.groupBy(rows, ({ project_id }) => project_id)) {
    const newest = newestRelease(seen, [])
    latest.set(project, seen.find(({ version }) => version === newest)!)
  }
  return latest
}

import type { Release } from '#contract/release.ts'
import { listReleases } from '#storage/release.ts'
import { projectKey } from './project-key.ts'
import { inSnapshot, type Org, type TriageDeps } from './triage-deps.ts'

const MAX_RELEASES = 1000

/**
 * Releases that events of a project have named, the one first seen most recently first, at most 1,000.
 * @throws ServiceError not_found for an unknown project.
 */
export async function projectReleases(deps: TriageDeps, org: Org, projectUid: string): Promise<Release[]> {
  const rows = await inSnapshot(deps, org, async (scope) => {
    const projectId = await projectKey(scope, projectUid)
    return projectId === null ? [] : listReleases(scope, projectId, MAX_RELEASES)
  })
  return rows.map((row) => ({
    version: row.version,
    first_seen_at: new Date(row.first_seen_at).toISOString(),
  }))
}

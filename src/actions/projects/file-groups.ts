import type { ReleaseFileGroup } from '#contract/project/release-file.ts'
import { isoTime } from '#contract/time.ts'
import { summariseReleaseFiles } from '#storage/project/release-file.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { requireProject } from './require-project.ts'

/** Most recent upload first, at most 1,000 releases. @throws not_found */
export async function releaseFileGroups(
  deps: ActionDeps,
  org: Org,
  projectUid: string,
): Promise<ReleaseFileGroup[]> {
  const rows = await deps.database.snapshotOf(org, async (scope) => {
    const project = await requireProject(scope, projectUid)
    return summariseReleaseFiles(scope, project.id)
  })
  return rows.map(({ version, files, bytes, uploadedAt }) => ({
    version,
    files,
    size_bytes: bytes,
    uploaded_at: isoTime(uploadedAt),
  }))
}

import type { ReleaseFileGroup, ReleaseFileList, ReleaseFilesParams } from '#contract/project/release-file.ts'
import { isoTime } from '#contract/time.ts'
import { listReleaseFiles as listFileRows, summariseReleaseFiles } from '#storage/project/release-file.ts'
import { deleteReleaseFiles as deleteFileRows } from '#storage/project/release-file-deletion.ts'
import { type Acting, recordAct } from '../accounts/acting.ts'
import { writeAsMember } from '../accounts/write-as-member.ts'
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

/** The files of a release of a project (public id). @throws not_found */
export async function listReleaseFiles(
  deps: ActionDeps,
  org: Org,
  { id, version }: ReleaseFilesParams,
): Promise<ReleaseFileList> {
  const rows = await deps.database.snapshotOf(org, async (scope) => {
    const project = await requireProject(scope, id)
    return listFileRows(scope, project.id, version)
  })
  return {
    files: rows.map(({ id, name, dist, sizeBytes, sha256, createdAt }) => ({
      id,
      name,
      dist,
      size_bytes: sizeBytes,
      sha256,
      created_at: isoTime(createdAt),
    })),
  }
}

/** Records go at once, content within two hours. @returns how many. @throws not_found */
export async function deleteReleaseFiles(
  deps: ActionDeps,
  by: Acting,
  { id, version }: ReleaseFilesParams,
): Promise<number> {
  return writeAsMember(deps, by, async (scope) => {
    const project = await requireProject(scope, id)
    const files = await deleteFileRows(scope, project.id, version)
    if (files === 0) return 0
    const target = { kind: 'release', id: version, name: version } as const
    const details = { files, project_id: project.uid, project: project.name }
    await recordAct(scope, by, { at: deps.clock(), action: 'release_files.deleted', target, details })
    return files
  })
}

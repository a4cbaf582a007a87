import type { DeletedFilesAnswer, ReleaseFileList, ReleaseFilesParams } from '#contract/release-file.ts'
import { listReleaseFiles } from '#storage/release-file.ts'
import { recordAct } from '../auth/record-act.ts'
import type { SessionCall } from '../route.ts'
import { requireProject } from './require-project.ts'

/** GET /api/v1/projects/{id}/releases/{version}/files. */
export async function getReleaseFiles(
  call: SessionCall<{ params: ReleaseFilesParams }>,
): Promise<ReleaseFileList> {
  const { id, version } = call.params
  const rows = await call.read(async (scope) => {
    const project = await requireProject(scope, id)
    return listReleaseFiles(scope, project.id, version)
  })
  return {
    files: rows.map(({ id, name, dist, sizeBytes, sha256, createdAt }) => ({
      id,
      name,
      dist,
      size_bytes: sizeBytes,
      sha256,
      created_at: new Date(createdAt).toISOString(),
    })),
  }
}

/** DELETE /api/v1/projects/{id}/releases/{version}/files: records and content. */
export async function deleteReleaseFiles(
  call: SessionCall<{ params: ReleaseFilesParams }>,
): Promise<DeletedFilesAnswer> {
  const project = await requireProject(call.scope, call.params.id)
  const { version } = call.params
  const release = { projectId: project.id, projectUid: project.uid, version }
  const deleted = await call.services.releaseFiles.removeAll(call.scope, release, async (scope, files) => {
    const target = { kind: 'release', id: version, name: version } as const
    const details = { files, project_id: project.uid, project: project.name }
    await recordAct(call, scope, { action: 'release_files.deleted', target, details })
  })
  return { deleted }
}

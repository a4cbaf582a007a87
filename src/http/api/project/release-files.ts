import {
  deleteReleaseFiles as deleteFiles,
  listReleaseFiles,
  releaseFileGroups,
} from '#actions/projects/release-files.ts'
import type {
  DeletedFilesAnswer,
  ReleaseFileGroups,
  ReleaseFileList,
  ReleaseFilesParams,
} from '#contract/project/release-file.ts'
import type { IdParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

type OfRelease = AuthenticatedCall<{ params: ReleaseFilesParams }>

export async function getReleaseFiles(call: OfRelease): Promise<ReleaseFileList> {
  return listReleaseFiles(call.services, call.principal, call.params)
}

/** They belong to no release, which a path can't name. */
export async function getFilesByDebugId(
  call: AuthenticatedCall<{ params: IdParams }>,
): Promise<ReleaseFileList> {
  return listReleaseFiles(call.services, call.principal, { id: call.params.id, version: '' })
}

export async function getReleaseFileGroups(
  call: AuthenticatedCall<{ params: IdParams }>,
): Promise<ReleaseFileGroups> {
  return { releases: await releaseFileGroups(call.services, call.principal, call.params.id) }
}

/** The records go at once, their content within two hours. */
export async function deleteReleaseFiles(call: OfRelease): Promise<DeletedFilesAnswer> {
  return { deleted: await deleteFiles(call.services, callerOf(call), call.params) }
}

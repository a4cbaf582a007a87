import { deletedFilesAnswer, releaseFileList, releaseFilesParams } from '#contract/release-file.ts'
import { deleteReleaseFiles, getReleaseFiles } from './api/release-files.ts'
import { type Route, sessionRoute } from './route.ts'

/** The files uploaded for a release; a part of the page of routes. */
export function releaseFileRoutes(): Route[] {
  return [
    sessionRoute(
      'GET /api/v1/projects/{id}/releases/{version}/files',
      {
        access: 'projects:read',
        summary: 'Files of a release',
        params: releaseFilesParams,
        answer: releaseFileList,
      },
      getReleaseFiles,
    ),
    sessionRoute(
      'DELETE /api/v1/projects/{id}/releases/{version}/files',
      {
        access: 'projects:write',
        summary: 'Remove the files of a release',
        params: releaseFilesParams,
        answer: deletedFilesAnswer,
        errors: ['storage_error'],
      },
      deleteReleaseFiles,
    ),
  ]
}

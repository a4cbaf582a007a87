import {
  release,
  releaseList,
  releasePage,
  releasePageQuery,
  releaseParams,
  releasePatch,
} from '#contract/project/release.ts'
import {
  deletedFilesAnswer,
  releaseFileGroups,
  releaseFileList,
  releaseFilesParams,
} from '#contract/project/release-file.ts'
import { idParams } from '#contract/scalars.ts'
import {
  deleteReleaseFiles,
  getFilesByDebugId,
  getReleaseFileGroups,
  getReleaseFiles,
} from '../../api/project/release-files.ts'
import { getProjectReleases, getReleases, patchRelease } from '../../api/project/releases.ts'
import { authenticatedRoute, type Route } from '../route.ts'

/** The releases of a project and the files uploaded for them; a part of the page of routes. */
export function releaseRoutes(): Route[] {
  return [
    authenticatedRoute(
      'GET /api/v1/releases',
      {
        access: 'projects:read',
        summary: 'List releases with their events, new issues, regressions and fixes',
        query: releasePageQuery,
        answer: releasePage,
        errors: ['not_found'],
      },
      getReleases,
    ),
    authenticatedRoute(
      'GET /api/v1/projects/{id}/releases',
      {
        access: 'projects:read',
        summary: 'List the releases of a project',
        params: idParams,
        answer: releaseList,
      },
      getProjectReleases,
    ),
    authenticatedRoute(
      'PATCH /api/v1/projects/{id}/releases/{version}',
      {
        access: 'projects:write',
        summary: 'Hide or unhide a release',
        params: releaseParams,
        body: releasePatch,
        answer: release,
      },
      patchRelease,
    ),
    ...fileRoutes(),
  ]
}

function fileRoutes(): Route[] {
  return [
    authenticatedRoute(
      'GET /api/v1/projects/{id}/release-files',
      {
        access: 'projects:read',
        summary: 'Count the files of each release',
        params: idParams,
        answer: releaseFileGroups,
      },
      getReleaseFileGroups,
    ),
    authenticatedRoute(
      'GET /api/v1/projects/{id}/release-files/by-debug-id',
      {
        access: 'projects:read',
        summary: 'List the files that are found by debug ID alone',
        params: idParams,
        answer: releaseFileList,
      },
      getFilesByDebugId,
    ),
    authenticatedRoute(
      'GET /api/v1/projects/{id}/releases/{version}/files',
      {
        access: 'projects:read',
        summary: 'List the files of a release',
        params: releaseFilesParams,
        answer: releaseFileList,
      },
      getReleaseFiles,
    ),
    authenticatedRoute(
      'DELETE /api/v1/projects/{id}/releases/{version}/files',
      {
        access: 'projects:write',
        summary: 'Delete the files of a release',
        params: releaseFilesParams,
        answer: deletedFilesAnswer,
      },
      deleteReleaseFiles,
    ),
  ]
}

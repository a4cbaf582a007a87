import { changeRelease, projectReleases } from '#actions/projects/project-releases.ts'
import {
  deleteReleaseFiles,
  releaseFileGroups as filesByRelease,
  listReleaseFiles,
} from '#actions/projects/release-files.ts'
import { listReleasePage } from '#actions/projects/release-page.ts'
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
import { callerOf } from '../../auth/caller-of.ts'
import { authenticatedRoute, type Route } from '../route.ts'

/** The releases of a project and the files uploaded for them. */
export const RELEASE_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/releases',
    {
      access: 'projects:read',
      summary: 'List releases with their events, new issues, regressions and fixes',
      query: releasePageQuery,
      answer: releasePage,
      errors: ['not_found'],
    },
    ({ services, principal, query }) => listReleasePage(services, principal, query),
  ),
  authenticatedRoute(
    'GET /api/v1/projects/{id}/releases',
    {
      access: 'projects:read',
      summary: 'List the releases of a project',
      params: idParams,
      answer: releaseList,
    },
    async ({ services, principal, params }) => ({
      releases: await projectReleases(services, principal, params.id),
    }),
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
    (call) => {
      const { id: projectUid, version } = call.params
      return changeRelease(call.services, callerOf(call), { projectUid, version, hidden: call.body.hidden })
    },
  ),
  authenticatedRoute(
    'GET /api/v1/projects/{id}/release-files',
    {
      access: 'projects:read',
      summary: 'Count the files of each release',
      params: idParams,
      answer: releaseFileGroups,
    },
    async ({ services, principal, params }) => ({
      releases: await filesByRelease(services, principal, params.id),
    }),
  ),
  authenticatedRoute(
    'GET /api/v1/projects/{id}/release-files/by-debug-id',
    {
      access: 'projects:read',
      summary: 'List the files that are found by debug ID alone',
      params: idParams,
      answer: releaseFileList,
    },
    ({ services, principal, params }) =>
      // They belong to no release, which a path can't name.
      listReleaseFiles(services, principal, { id: params.id, version: '' }),
  ),
  authenticatedRoute(
    'GET /api/v1/projects/{id}/releases/{version}/files',
    {
      access: 'projects:read',
      summary: 'List the files of a release',
      params: releaseFilesParams,
      answer: releaseFileList,
    },
    ({ services, principal, params }) => listReleaseFiles(services, principal, params),
  ),
  authenticatedRoute(
    'DELETE /api/v1/projects/{id}/releases/{version}/files',
    {
      access: 'projects:write',
      summary: 'Delete the files of a release',
      params: releaseFilesParams,
      answer: deletedFilesAnswer,
    },
    async (call) => ({
      // The records go at once, their content within two hours.
      deleted: await deleteReleaseFiles(call.services, callerOf(call), call.params),
    }),
  ),
]

import { MULTIPART_FRAME_BYTES } from '#ingest/release-file/read-release-upload.ts'
import {
  getNothing,
  getOrganization,
  getOrganizations,
  getRegions,
  getSelf,
  getToolProject,
  getToolProjects,
  getToolReleases,
} from '../tools/tool-answers.ts'
import type { ToolCall } from '../tools/tool-call.ts'
import {
  DEBUG_FILES_BYTES,
  postDebugFileAssembly,
  postDebugFiles,
  postMappingRelease,
} from '../tools/tool-debug-files.ts'
import { getReleaseBefore, nameRelease, postDeploy, RELEASE_BYTES } from '../tools/tool-releases.ts'
import {
  getChunkOptions,
  getToolFiles,
  postAssembly,
  postChunks,
  postToolFile,
  UPLOAD_BYTES,
} from '../tools/tool-uploads.ts'
import { API_BODY_BYTES, type ListedRoute } from './route.ts'

export const TOOL_ACCESS = 'projects:write'

type Handler = (call: ToolCall) => Promise<object>

export interface ToolRoute extends ListedRoute {
  method: 'GET' | 'PUT' | 'POST'
  handler: Handler
  status: number
}

const BODY_BYTES: ReadonlyMap<Handler, number> = new Map([
  [postChunks, UPLOAD_BYTES + MULTIPART_FRAME_BYTES],
  [postToolFile, UPLOAD_BYTES + MULTIPART_FRAME_BYTES],
  [postDebugFiles, DEBUG_FILES_BYTES + MULTIPART_FRAME_BYTES],
  [nameRelease, RELEASE_BYTES],
])
const ORG = '/api/0/organizations/{org}'
const PROJECT = '/api/0/projects/{org}/{project}'

/** Paths and answers are those of the SDK vendor's command line and bundler plugins. */
export const TOOL_ROUTES: readonly ToolRoute[] = [
  toolRoute('GET /api/0/', 'Show the token, its user and organization', getSelf),
  toolRoute('GET /api/0/users/me/regions/', 'List this service as the only region', getRegions),
  toolRoute('GET /api/0/organizations/', 'List the organization of the token', getOrganizations),
  toolRoute(`GET ${ORG}/`, 'Show the organization', getOrganization),
  toolRoute(`GET ${ORG}/projects/`, 'List projects', getToolProjects),
  toolRoute(`GET ${ORG}/repos/`, 'List repositories (always empty)', getNothing),
  created(`POST ${ORG}/releases/`, 'Create a release', nameRelease),
  toolRoute(`GET ${ORG}/releases/{version}/`, 'Show a release', nameRelease),
  toolRoute(`PUT ${ORG}/releases/{version}/`, 'Finish a release, or name its commits', nameRelease),
  toolRoute(
    `GET ${ORG}/releases/{version}/previous-with-commits/`,
    'Show the release whose commits were named before, and its newest one',
    getReleaseBefore,
  ),
  created(`POST ${ORG}/releases/{version}/deploys/`, 'Record a deploy', postDeploy),
  toolRoute(`GET ${ORG}/chunk-upload/`, 'Show the chunk upload options', getChunkOptions),
  toolRoute(`POST ${ORG}/chunk-upload/`, 'Upload chunks', postChunks),
  toolRoute(`POST ${ORG}/artifactbundle/assemble/`, 'Assemble uploaded chunks', postAssembly),
  toolRoute(`GET ${PROJECT}/`, 'Show a project', getToolProject),
  toolRoute(`GET ${PROJECT}/releases/`, 'List releases', getToolReleases),
  created(`POST ${PROJECT}/releases/`, 'Create a release', nameRelease),
  toolRoute(`GET ${PROJECT}/releases/{version}/`, 'Show a release', nameRelease),
  toolRoute(`PUT ${PROJECT}/releases/{version}/`, 'Finish a release, or name its commits', nameRelease),
  toolRoute(`GET ${PROJECT}/releases/{version}/files/`, 'List the files of a release', getToolFiles),
  created(`POST ${PROJECT}/releases/{version}/files/`, 'Upload a file of a release', postToolFile),
  toolRoute(
    `POST ${PROJECT}/files/difs/assemble/`,
    'Assemble mapping files and source bundles from chunks',
    postDebugFileAssembly,
  ),
  toolRoute(
    `POST ${PROJECT}/files/dsyms/`,
    'Upload mapping files and source bundles in a zip',
    postDebugFiles,
  ),
  created(
    `POST ${PROJECT}/files/proguard-artifact-releases`,
    'Name the release of a mapping file (not needed, and not kept)',
    postMappingRelease,
  ),
]

function toolRoute(
  address: `${ToolRoute['method']} /${string}`,
  summary: string,
  handler: Handler,
): ToolRoute {
  const [method, path] = address.split(' ') as [ToolRoute['method'], string]
  return {
    credential: 'token',
    access: TOOL_ACCESS,
    method,
    path,
    summary,
    handler,
    status: 200,
    maxBodyBytes: BODY_BYTES.get(handler) ?? API_BODY_BYTES,
    limit: 'counts as a read',
  }
}

function created(...route: Parameters<typeof toolRoute>): ToolRoute {
  return { ...toolRoute(...route), status: 201 }
}

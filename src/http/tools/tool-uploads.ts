import { z } from 'zod'
import { listReleaseFiles } from '#actions/projects/release-files.ts'
import { MAX_RELEASE_PROJECTS } from '#actions/projects/release-notes.ts'
import { ServiceError } from '#contract/errors.ts'
import { UPLOAD_LIMITS } from '#contract/limits.ts'
import { isoTime } from '#contract/time.ts'
import { MAX_FILE_CHUNKS } from '#ingest/release-file/chunk-store.ts'
import { multipartBoundary } from '#ingest/release-file/multipart.ts'
import { checkReleaseVersion, readReleaseUpload } from '#ingest/release-file/read-release-upload.ts'
import { originOf } from '../origin-of.ts'
import { parseInput } from '../parse-input.ts'
import { bodyOf, chunkList, requireNamed, sha1, type ToolCall, uploaderKey } from './tool-call.ts'
import { outcomeAnswer } from './tool-debug-files.ts'

export const UPLOAD_BYTES = 2 * 1024 * 1024
const CHUNKS_PER_REQUEST = 1
const REQUEST_BYTES = UPLOAD_LIMITS.chunkBytes + 512 * 1024

const version = z.string().max(1024)
const assembly = z.object({
  checksum: sha1,
  chunks: chunkList,
  projects: z.array(z.string().max(200)).min(1).max(MAX_RELEASE_PROJECTS),
  version: version.nullish(),
  dist: z.string().max(64).nullish(),
})

export async function getChunkOptions({ services, request, params }: ToolCall): Promise<object> {
  const origin = originOf(services.api.config, request)
  return {
    url: `${origin}/api/0/organizations/${encodeURIComponent(params.org ?? '')}/chunk-upload/`,
    chunkSize: UPLOAD_LIMITS.chunkBytes,
    chunksPerRequest: CHUNKS_PER_REQUEST,
    maxFileSize: MAX_FILE_CHUNKS * UPLOAD_LIMITS.chunkBytes,
    maxRequestSize: REQUEST_BYTES,
    concurrency: 4,
    hashAlgorithm: 'sha1',
    compression: ['gzip'],
    accept: ['release_files', 'debug_files', 'sources', 'artifact_bundles', 'artifact_bundles_v2'],
  }
}

export async function postChunks({ services, request, principal }: ToolCall): Promise<object> {
  const boundary = multipartBoundary(request.headers['content-type'])
  if (boundary === null) throw new ServiceError('invalid_request', 'Send the chunks as multipart/form-data.')
  await services.bundles.chunks.store(principal.orgUid, bodyOf(request.body), boundary)
  return {}
}

export async function postAssembly(call: ToolCall): Promise<object> {
  const { services, request, principal } = call
  const {
    projects: names,
    checksum,
    chunks,
    version: release,
    dist,
  } = parseInput(assembly, request.body ?? {})
  const projects = await Promise.all(names.map((name) => requireNamed(call, name)))
  const outcome = await services.bundles.assembleBundle({
    orgUid: principal.orgUid,
    checksum,
    chunks,
    projects: projects.map((project) => uploaderKey(call, project)),
    version: release ?? '',
    dist: dist ?? '',
  })
  return outcomeAnswer(outcome)
}

export async function getToolFiles(call: ToolCall): Promise<object> {
  const { services, principal, params } = call
  const { uid } = await requireNamed(call, params.project)
  const { version = '' } = params
  const { files } = await listReleaseFiles(services.api, principal, { id: uid, version })
  return files.map(({ id, name, dist, size_bytes: size, sha256, created_at }) =>
    fileAnswer({ id, name, dist, size, sha256, createdAt: Date.parse(created_at) }),
  )
}

/** POST …/releases/{version}/files/: one file, as the tools did before there were bundles. */
export async function postToolFile(call: ToolCall): Promise<object> {
  const { services, request, params } = call
  const project = await requireNamed(call, params.project)
  const release = params.version ?? ''
  checkReleaseVersion(release)
  const upload = readReleaseUpload(request.headers['content-type'], bodyOf(request.body), UPLOAD_BYTES)
  const uploader = { key: uploaderKey(call, project), isPublic: false }
  const { id, name } = await services.releaseFiles.store(uploader, release, upload)
  const size = upload.bytes.byteLength
  return fileAnswer({ id, name, dist: upload.dist, size, sha256: null, createdAt: services.api.clock() })
}

interface AnsweredFile {
  id: string
  name: string
  dist: string
  size: number
  sha256: string | null
  createdAt: number
}

function fileAnswer({ dist, createdAt, ...file }: AnsweredFile): object {
  const dateCreated = isoTime(createdAt)
  return { ...file, dist: dist || null, headers: {}, sha1: '', dateCreated }
}

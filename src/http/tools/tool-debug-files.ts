import { z } from 'zod'
import { ServiceError } from '#contract/errors.ts'
import { UPLOAD_LIMITS } from '#contract/limits.ts'
import type { BundleOutcome, StoredDebugFile } from '#ingest/release-file/bundle-intake.ts'
import { multipartBoundary, parseMultipart } from '#ingest/release-file/multipart.ts'
import { parseInput } from '../parse-input.ts'
import { bodyOf, chunkList, requireNamed, sha1, type ToolCall, uploaderKey } from './tool-call.ts'

/** A zip; mapping files and sources are a fifth as large in one, or less. */
export const DEBUG_FILES_BYTES = UPLOAD_LIMITS.fileBytes
const MAX_FILES = 20

const assemblies = z
  .record(sha1, z.object({ name: z.string().min(1).max(500), chunks: chunkList }))
  .refine((files) => Object.keys(files).length <= MAX_FILES, {
    error: `Assemble at most ${MAX_FILES} files at once.`,
  })

/** POST …/files/difs/assemble/: mapping files and source bundles from chunks, by the SHA-1 of each. */
export async function postDebugFileAssembly(call: ToolCall): Promise<object> {
  const { services, request, principal } = call
  const files = parseInput(assemblies, request.body ?? {})
  const key = uploaderKey(call, await requireNamed(call, call.params.project))
  const answers: [string, object][] = []
  for (const [checksum, { name, chunks }] of Object.entries(files)) {
    const file = { orgUid: principal.orgUid, checksum, chunks }
    const { outcome, stored } = await services.bundles.assembleDebugFile(file, name, key)
    answers.push([checksum, { ...outcomeAnswer(outcome), dif: stored && fileAnswer(stored) }])
  }
  return Object.fromEntries(answers)
}

/** POST …/files/dsyms/: mapping files and source bundles in a zip, as version 2 of the command line sends them. */
export async function postDebugFiles(call: ToolCall): Promise<object> {
  const { services, request, principal } = call
  const key = uploaderKey(call, await requireNamed(call, call.params.project))
  const boundary = multipartBoundary(request.headers['content-type'])
  const parts = boundary === null ? null : parseMultipart(bodyOf(request.body), boundary)
  const file = parts?.find(({ name }) => name === 'file')
  if (!file) throw new ServiceError('invalid_request', 'Send a zip as the part file of multipart/form-data.')
  const stored = await services.bundles.storeDebugFiles(principal.orgUid, file.bytes, key)
  return stored.map(fileAnswer)
}

/** POST …/files/proguard-artifact-releases: which release a mapping file is of. Events name it by its debug ID,
 * so that there is nothing to note. */
export async function postMappingRelease(call: ToolCall): Promise<object> {
  await requireNamed(call, call.params.project)
  return {}
}

export function outcomeAnswer(outcome: BundleOutcome): object {
  const missingChunks = outcome.state === 'not_found' ? outcome.missing : []
  return { state: outcome.state, missingChunks, detail: outcome.state === 'error' ? outcome.detail : null }
}

function fileAnswer({ kind, name, debugId }: StoredDebugFile): object {
  const features = [kind === 'proguard' ? 'mapping' : 'sources']
  const ids = { id: debugId, uuid: debugId, debugId, sha1: '' }
  return { ...ids, objectName: name, cpuName: 'any', symbolType: kind, data: { features } }
}

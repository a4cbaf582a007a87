import { z } from 'zod'
import { ServiceError } from '#contract/errors.ts'
import { UPLOAD_LIMITS } from '#contract/limits.ts'
import type { BundleOutcome } from '#ingest/release-file/bundle-intake.ts'
import { mappingId, mappingName } from '#ingest/release-file/mapping-upload.ts'
import { multipartBoundary, parseMultipart } from '#ingest/release-file/multipart.ts'
import { parseInput } from '../parse-input.ts'
import { bodyOf, chunkList, requireNamed, sha1, type ToolCall, uploaderKey } from './tool-call.ts'

/** A zip; a mapping file is a tenth as large in one. */
export const MAPPINGS_BYTES = UPLOAD_LIMITS.fileBytes
const MAX_FILES = 20

const assemblies = z
  .record(sha1, z.object({ name: z.string().min(1).max(500), chunks: chunkList }))
  .refine((files) => Object.keys(files).length <= MAX_FILES, {
    error: `Assemble at most ${MAX_FILES} files at once.`,
  })

/** POST …/files/difs/assemble/: mapping files from chunks, by the SHA-1 of each. */
export async function postMappingAssembly(call: ToolCall): Promise<object> {
  const { services, request, principal } = call
  const files = parseInput(assemblies, request.body ?? {})
  const key = uploaderKey(call, await requireNamed(call, call.params.project))
  const answers: [string, object][] = []
  for (const [checksum, { name, chunks }] of Object.entries(files)) {
    const file = { orgUid: principal.orgUid, checksum, chunks }
    const outcome = await services.bundles.assembleMapping(file, name, key)
    const debugId = outcome.state === 'ok' ? mappingId(name) : null
    answers.push([checksum, { ...outcomeAnswer(outcome), dif: debugId && fileAnswer(debugId) }])
  }
  return Object.fromEntries(answers)
}

/** POST …/files/dsyms/: mapping files in a zip, as version 2 of the command line sends them. */
export async function postMappings(call: ToolCall): Promise<object> {
  const { services, request, principal } = call
  const key = uploaderKey(call, await requireNamed(call, call.params.project))
  const boundary = multipartBoundary(request.headers['content-type'])
  const parts = boundary === null ? null : parseMultipart(bodyOf(request.body), boundary)
  const file = parts?.find(({ name }) => name === 'file')
  if (!file) throw new ServiceError('invalid_request', 'Send a zip as the part file of multipart/form-data.')
  const debugIds = await services.bundles.storeMappings(principal.orgUid, file.bytes, key)
  return debugIds.map(fileAnswer)
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

function fileAnswer(debugId: string): object {
  const objectName = mappingName(debugId)
  return {
    ...{ id: debugId, uuid: debugId, debugId, objectName, cpuName: 'any', symbolType: 'proguard' },
    ...{ sha1: '', data: { features: ['mapping'] } },
  }
}

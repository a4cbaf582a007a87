import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { UPLOAD_LIMITS } from '#contract/limits.ts'
import { RemoteError } from '../command-context.ts'
import { type RemoteService, refusalOf, sendToService } from '../remote/remote.ts'

const ORG = '/api/0/organizations/any'
/** Other uploads of the organization may share pieces, which go when theirs are put together. */
const ROUNDS = 3
/** Of one request: the limits of tokens are by the minute. */
const WAITS = 5
const LONGEST_WAIT_S = 65

interface Target {
  project: string
  release: string | undefined
}

interface Assembly {
  state: 'ok' | 'not_found' | 'error'
  missingChunks: string[]
  detail: string | null
}

/** Uploads a bundle in the pieces that the service does not have yet. @throws RemoteError with what the service says against it. */
export async function sendBundle(
  service: RemoteService,
  bundle: Buffer,
  { project, release }: Target,
): Promise<void> {
  const chunks = new Map<string, Buffer>()
  const order: string[] = []
  for (let at = 0; at < bundle.length; at += UPLOAD_LIMITS.chunkBytes) {
    const chunk = bundle.subarray(at, at + UPLOAD_LIMITS.chunkBytes)
    order.push(hash('sha1', chunk))
    chunks.set(order.at(-1)!, chunk)
  }
  const body = JSON.stringify({
    checksum: hash('sha1', bundle),
    chunks: order,
    projects: [project],
    version: release,
  })
  for (let round = 0; round < ROUNDS; round++) {
    const path = `${ORG}/artifactbundle/assemble/`
    const { state, missingChunks, detail } = JSON.parse(await ask(service, path, body)) as Assembly
    if (state === 'ok') return
    if (state === 'error') throw new RemoteError(detail ?? 'The service could not use the files.', 1)
    for (const name of missingChunks) await sendChunk(service, name, chunks.get(name))
  }
  throw new RemoteError('Other uploads of the same files got in the way. Run it again when they are done.', 1)
}

async function sendChunk(service: RemoteService, name: string, chunk: Buffer | undefined): Promise<void> {
  if (chunk === undefined)
    throw new RemoteError(
      `The service asks for a piece ${name} that is not part of this upload. Run it again.`,
      1,
    )
  const form = new FormData()
  form.set('file_gzip', new Blob([new Uint8Array(gzipSync(chunk))]), name)
  await ask(service, `${ORG}/chunk-upload/`, form)
}

/** Asks, and again after the time that the rate limit names. */
async function ask(service: RemoteService, path: string, body: string | FormData): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const { response, text } = await sendToService(service, { method: 'POST', path, body })
    if (response.ok) return text
    if (response.status !== 429 || attempt >= WAITS) throw refusalOf(response.status, text)
    const seconds = Number(response.headers.get('retry-after')) || 1
    await sleep(Math.min(seconds, LONGEST_WAIT_S) * 1000)
  }
}

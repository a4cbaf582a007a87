import { ServiceError } from '#contract/errors.ts'
import type { BodyLease } from '#ingest/admission/in-flight-budget.ts'
import { inflateBody } from '#ingest/read-event.ts'
import {
  checkReleaseVersion,
  MULTIPART_FRAME_BYTES,
  readReleaseUpload,
} from '#ingest/release-file/read-release-upload.ts'
import { answerCreated } from './ingest-answer.ts'
import type { IngestServices } from './ingest-services.ts'
import { type IngestExchange, identifyByHead, inTurn, receive } from './receive.ts'

/** POST /api/{project}/releases/{version}/files/: a build artifact, such as a source map. */
export async function serveReleaseFile(
  services: IngestServices,
  exchange: IngestExchange,
  lease: BodyLease,
): Promise<void> {
  const { request } = exchange
  const { maxBodyBytes } = services.config
  const maxBytes = maxBodyBytes + MULTIPART_FRAME_BYTES
  const options = { authenticator: services.authenticator, lease, maxBytes }
  const { sender, body } = await receive(exchange, options)
  const version = request.params.version ?? ''
  checkReleaseVersion(version)
  const upload = await inTurn(services.turns, { exchange, sender }, () => {
    const form = inflateBody(body, 'invalid_release_file')
    return readReleaseUpload(request.headers['content-type'], form, maxBodyBytes)
  })
  answerCreated(
    exchange,
    await services.releaseFiles.store({ key: sender.key, isPublic: !sender.hasSecret }, version, upload),
  )
}

/** POST /api/{project}/releases/{more/than/one/segment}/files/: a release label must not contain a slash. */
export async function refuseSlashInVersion(
  services: IngestServices,
  exchange: IngestExchange,
  lease: BodyLease,
): Promise<void> {
  const { authenticator, config } = services
  // No path has such a label, so nothing takes the body.
  await identifyByHead(exchange, { authenticator, lease, maxBytes: config.maxBodyBytes })
  const rest = (exchange.request.params as { '*'?: string })['*'] ?? ''
  throw new ServiceError(/\/files\/?$/.test(rest) ? 'invalid_release_version' : 'not_found')
}

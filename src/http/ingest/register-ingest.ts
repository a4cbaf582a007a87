import type { FastifyInstance, HTTPMethods, onRequestHookHandler } from 'fastify'
import { ERRORS, ServiceError } from '#contract/errors.ts'
import { queueUnavailable } from '#ingest/accept-event.ts'
import { type BodyLease, InFlightBudget } from '#ingest/in-flight-budget.ts'
import { JournalUnavailableError } from '#journal/journal.ts'
import { findPathProject } from '#storage/credentials.ts'
import { isEngineFailure } from '#storage/database.ts'
import { FailureLog } from './failure-log.ts'
import { answerError, answerPreflight } from './ingest-answer.ts'
import type { IngestHttpDeps, IngestServices } from './ingest-services.ts'
import { RefusalNotes } from './note-refusal.ts'
import { ClientGoneError, type IngestExchange, type IngestRequest } from './receive.ts'
import { serveEnvelope } from './serve-envelope.ts'
import { serveFeedback } from './serve-feedback.ts'
import { refuseSlashInVersion, serveReleaseFile } from './serve-release-file.ts'
import { serveStore } from './serve-store.ts'

type Serve = (services: IngestServices, exchange: IngestExchange, lease: BodyLease) => Promise<void>

const ROUTES: [path: string, serve: Serve][] = [
  ['/api/:project/envelope', serveEnvelope],
  ['/api/:project/store', serveStore],
  ['/api/:project/user-feedback', serveFeedback],
  ['/api/:project/releases/:version/files', serveReleaseFile],
]
/** What a project goes by in a path; `/api/v1` and `/api/0` are no projects. */
const PROJECT_ID = /^(?:[0-9a-f-]{32,36}|[1-9]\d*)$/i
const OTHER_METHODS: HTTPMethods[] = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']

/**
 * The routes that take DSN credentials, each with and without its last slash. They answer from the onRequest
 * hook on the bare Node objects: the framework's body parsing would look at content types, and its reply
 * costs a tenth of an accept. Every answer, refusals too, carries CORS headers.
 */
export function registerIngest(fastify: FastifyInstance, deps: IngestHttpDeps): void {
  const services: IngestServices = {
    ...deps,
    budget: new InFlightBudget(),
    notes: new RefusalNotes(deps),
    failures: new FailureLog(deps),
    accept: {
      journal: deps.journal,
      clock: deps.clock,
      ingestHourlyCap: deps.config.ingestHourlyCap,
      spikeEventsPerMinute: deps.config.spikeEventsPerMinute,
    },
  }
  for (const [path, serve] of ROUTES) {
    const post = answerWith(services, serve)
    for (const url of [path, `${path}/`]) {
      fastify.route({ method: 'POST', url, onRequest: post, handler: neverReached })
      fastify.route({ method: 'OPTIONS', url, onRequest: preflight, handler: neverReached })
      fastify.route({
        method: OTHER_METHODS,
        url,
        exposeHeadRoute: false,
        onRequest: answerWith(services, refuseMethod),
        handler: neverReached,
      })
    }
  }
  registerUnknownPaths(fastify, services)
}

function registerUnknownPaths(fastify: FastifyInstance, services: IngestServices): void {
  const refuseSlash = answerWith(services, refuseSlashInVersion)
  fastify.post('/api/:project/releases/*', { onRequest: refuseSlash }, neverReached)
  const unknown = answerWith(services, refusePath)
  const onRequest: onRequestHookHandler = function (request, reply, done) {
    if (PROJECT_ID.test((request as IngestRequest).params.project)) unknown.call(this, request, reply, done)
    // Here and not in the handler: a body that nothing takes must not be read first.
    else reply.callNotFound()
  }
  fastify.all('/api/:project/*', { onRequest }, neverReached)
}

function answerWith(services: IngestServices, serve: Serve): onRequestHookHandler {
  return (request, reply, _done) => {
    reply.hijack()
    const exchange = { request: request as IngestRequest, res: reply.raw, key: null }
    const lease = services.budget.lease()
    serve(services, exchange, lease)
      .catch(async (error: unknown) => refuse(services, exchange, await refusalOf(services, exchange, error)))
      .finally(lease.release)
  }
}

const preflight: onRequestHookHandler = (request, reply, _done) => {
  reply.hijack()
  answerPreflight({ request: request as IngestRequest, res: reply.raw })
}

async function refusePath(): Promise<void> {
  const message =
    'Nothing is taken at this path. Events go to /api/{project}/envelope/ or /api/{project}/store/.'
  throw new ServiceError('not_found', message)
}

async function refuseMethod(): Promise<void> {
  throw new ServiceError('method_not_allowed')
}

/** What failed because the project was deleted after its key was found is that key's end, not our fault. */
async function refusalOf(
  services: IngestServices,
  { key }: IngestExchange,
  error: unknown,
): Promise<unknown> {
  const isRefusal =
    error instanceof ClientGoneError || (error instanceof ServiceError && error.status !== 500)
  if (isRefusal || key === null) return error
  try {
    const project = await findPathProject(services.database.queries, { uid: key.projectUid })
    return project ? error : new ServiceError('invalid_dsn', undefined, { cause: error })
  } catch {
    return error
  }
}

function refuse(services: IngestServices, exchange: IngestExchange, error: unknown): void {
  const { request, res } = exchange
  if (error instanceof ClientGoneError) return
  const requestId = request.id
  const known = toServiceError(error)
  if (known.status >= 500) services.failures.log(known, error, requestId)
  if (res.headersSent) res.destroy()
  else answerError(exchange, known)
  services.notes.note(exchange, known)
}

function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof JournalUnavailableError) return queueUnavailable(error)
  const options = { retryAfterSeconds: 5, cause: error }
  return isEngineFailure(error)
    ? new ServiceError('queue_unavailable', ERRORS.storage_unavailable.message, options)
    : new ServiceError('internal', undefined, { cause: error })
}

/** Routes need a handler; the hook has answered by then. */
function neverReached(): void {}

import type { FastifyInstance, HTTPMethods, onRequestHookHandler } from 'fastify'
import { ServiceError } from '#contract/errors.ts'
import { ClientWindows } from '#ingest/admission/client-windows.ts'
import { BodyLease, bodyBudgets } from '#ingest/admission/in-flight-budget.ts'
import { isProjectThere } from '#ingest/admission/path-project.ts'
import { WorkTurns } from '#ingest/admission/work-turns.ts'
import { InflateLane } from '#ingest/inflate-lane.ts'
import { refusalOf } from '#ingest/refusal-of.ts'
import { ClientGoneError } from './client-gone.ts'
import { serveDialog, serveDialogForm } from './dialog/serve-dialog.ts'
import { answerError, answerPreflight } from './ingest-answer.ts'
import type { IngestHttpDeps, IngestServices } from './ingest-services.ts'
import { logFailure } from './log-failure.ts'
import { RefusalNotes } from './note-refusal.ts'
import type { IngestExchange, IngestRequest } from './receive.ts'
import { refusePath } from './refuse-path.ts'
import { serveEnvelope } from './serve-envelope.ts'
import { serveFeedback } from './serve-feedback.ts'
import { refuseSlashInVersion, serveReleaseFile } from './serve-release-file.ts'
import { serveSecurity } from './serve-security.ts'
import { serveStore } from './serve-store.ts'

type Serve = (services: IngestServices, exchange: IngestExchange, lease: BodyLease) => Promise<void>

const ROUTES: [path: string, post: Serve, get?: Serve][] = [
  ['/api/:project/envelope', serveEnvelope],
  ['/api/:project/store', serveStore],
  ['/api/:project/security', serveSecurity],
  ['/api/:project/user-feedback', serveFeedback],
  ['/api/embed/error-page', serveDialogForm, serveDialog],
  ['/api/:project/releases/:version/files', serveReleaseFile],
]
/** A project's ID in a path; `/api/v1` and `/api/0` are not projects. */
const PROJECT_ID = /^(?:[0-9a-f-]{32,36}|[1-9]\d{0,15})$/i
const OTHER_METHODS: HTTPMethods[] = ['PUT', 'PATCH', 'DELETE']

/** The routes that take DSN credentials, each with and without its last slash. They answer from the
 * onRequest hook on the bare Node objects: the framework's body parsing would look at content types, and
 * its reply costs a tenth of an accept. Every answer, refusals too, carries CORS headers. */
export function registerIngest(fastify: FastifyInstance, deps: IngestHttpDeps): void {
  const services: IngestServices = {
    ...deps,
    budgets: bodyBudgets(deps.config.maxBodyBytes),
    lane: new InflateLane(),
    turns: new WorkTurns(),
    notes: new RefusalNotes(deps),
    accept: {
      journal: deps.journal,
      clock: deps.clock,
      ingestHourlyCap: deps.config.ingestHourlyCap,
      spikeEventsPerMinute: deps.config.spikeEventsPerMinute,
      clients: new ClientWindows(deps.clock),
      drops: deps.drops,
    },
  }
  for (const [path, serve, serveGet = refuseMethod] of ROUTES) {
    const served: [HTTPMethods[], onRequestHookHandler][] = [
      [['POST'], answerWith(services, serve)],
      [['OPTIONS'], preflight],
      [['GET', 'HEAD'], answerWith(services, serveGet)],
      [OTHER_METHODS, answerWith(services, refuseMethod)],
    ]
    for (const [method, onRequest] of served) {
      for (const url of [path, `${path}/`]) {
        fastify.route({ method, url, exposeHeadRoute: false, onRequest, handler: neverReached })
      }
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
    const exchange = { request: request as IngestRequest, res: reply.raw, key: null, dialect: null }
    const lease = new BodyLease(services.budgets)
    serve(services, exchange, lease)
      .catch(async (error: unknown) => refuse(services, exchange, await judged(services, exchange, error)))
      .finally(() => lease.release())
  }
}

const preflight: onRequestHookHandler = (request, reply, _done) => {
  reply.hijack()
  answerPreflight({ request: request as IngestRequest, res: reply.raw })
}

async function refuseMethod(): Promise<void> {
  throw new ServiceError('method_not_allowed')
}

/** If the project was deleted after its key was found, the key is invalid; it is not our error. */
async function judged(services: IngestServices, { key }: IngestExchange, error: unknown): Promise<unknown> {
  const isRefusal =
    error instanceof ClientGoneError || (error instanceof ServiceError && error.status !== 500)
  if (isRefusal || key === null) return error
  try {
    const isThere = await isProjectThere(services.database, key.projectUid)
    return isThere ? error : new ServiceError('invalid_dsn', undefined, { cause: error })
  } catch {
    return error
  }
}

function refuse(services: IngestServices, exchange: IngestExchange, error: unknown): void {
  const { request, res } = exchange
  if (error instanceof ClientGoneError) return
  const known = refusalOf(error)
  logFailure(services.log, known, request.id)
  if (res.headersSent) res.destroy()
  else answerError(exchange, known)
  services.notes.note(exchange, known)
}

/** Routes need a handler; the hook has answered by then. */
function neverReached(): void {}

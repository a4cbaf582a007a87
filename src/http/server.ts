import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { ServiceError } from '#contract/errors.ts'
import { answerProblem, problemOf } from './answer-problem.ts'
import type { ApiServices } from './api-services.ts'
import { registerDocs } from './docs/register-docs.ts'
import { type ReadinessCheck, registerHealth } from './health.ts'
import type { IngestHttpDeps } from './ingest/ingest-services.ts'
import { registerIngest } from './ingest/register-ingest.ts'
import { methodsOf } from './methods-of.ts'
import { registerApi } from './register-api.ts'
import type { DescribedRoute, Route } from './route.ts'
import { apiRoutes, describeRoutes } from './routes.ts'
import { BASIC_HEADERS, securityHeaders } from './security-headers.ts'
import { serviceRoutes } from './service-routes.ts'
import { registerStatic } from './static.ts'

export interface ServerParts {
  log: FastifyBaseLogger
  api: ApiServices
  /** Null on a node that does not take events. */
  ingest: IngestHttpDeps | null
  readiness: Readonly<Record<string, ReadinessCheck>>
  /** Folder of the built dashboard; it may be missing. */
  webDir: string
}

/** A slow client holds a socket, never a place in line: headers within 10 s, a whole request within 30 s. */
const TIMEOUTS = {
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  maxRequestsPerSocket: 1000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000, maxHeaderSize: 16 * 1024 },
}
const MAX_CONNECTIONS = 2000
/** How long requests in hand may take when the service ends; the runtime's own timeouts end with its listening. */
const DRAIN_MS = 5000
/** Release versions are the longest parameters. */
const MAX_PARAMETER_CHARS = 1024
/** Taken from a proxy's header when it cannot be mistaken for anything else in a log. */
const REQUEST_ID = /^[\w.-]{1,64}$/

/** The HTTP server with every route, not listening yet. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const headers = securityHeaders(parts.api.config)
  const fastify = Fastify({
    ...TIMEOUTS,
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    childLoggerFactory: (...[log, bindings, options, request]) =>
      isIngestPath(request.url ?? '') ? log : log.child(bindings, options),
    trustProxy: believedProxies(parts.api.config.trustedProxies),
    // Requests of the last moment are served; their connection is closed with the answer.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARS },
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers)
      answerProblem(error, request, reply)
    },
    clientErrorHandler: answerBrokenRequest,
  })
  fastify.server.maxConnections = MAX_CONNECTIONS
  const routes = apiRoutes()
  fastify.setErrorHandler(answerProblem)
  const known = [...routes, ...serviceRoutes()]
  fastify.setNotFoundHandler((request, reply) => answerUnknown(request, reply, known))
  // Answers of the ingest routes bypass the framework, and with it this hook.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done(null, payload)
  })
  // An expectation that nobody knows is no reason to refuse, least of all with an answer that is not ours.
  fastify.server.on('checkExpectation', (request, response) => fastify.routing(request, response))
  // A stream is a request in hand without an end of its own.
  fastify.addHook('preClose', async () => {
    parts.api.streams.close()
    limitDrain(fastify.server)
  })
  await registerScopes(fastify, parts, routes)
  return fastify
}

/** A client that never finishes its request must not keep the service from ending. */
function limitDrain(server: Server): void {
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  server.once('close', () => clearTimeout(timer))
}

/**
 * Which addresses of a request's way are proxies of ours: the nearest ones, so many as there are. What stands
 * before theirs in `X-Forwarded-For` was written by the client.
 */
function believedProxies(count: number): false | ((address: string, hop: number) => boolean) {
  return count > 0 && ((_address, hop) => hop < count)
}

/** One scope per kind of caller: hooks and body parsers of one do not reach the others. */
async function registerScopes(
  fastify: FastifyInstance,
  parts: ServerParts,
  routes: readonly Route[],
): Promise<void> {
  const { ingest } = parts
  await fastify.register(async (scope) => registerHealth(scope, parts.readiness))
  await fastify.register((scope) => registerApi(scope, { services: parts.api, routes }))
  const { config } = parts.api
  const describe = () => describeRoutes(routes, config)
  await fastify.register(async (scope) => registerDocs(scope, { describe, config }))
  if (ingest) await fastify.register(async (scope) => registerIngest(scope, ingest))
  await fastify.register((scope) => registerStatic(scope, parts.webDir))
}

/** The ingest routes name the request themselves where they log: a logger for each event costs 3 % of its accept. */
function isIngestPath(url: string): boolean {
  return url.startsWith('/api/') && !url.startsWith('/api/v1/')
}

function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** 405 where the path exists with other methods, 404 where it does not. */
function answerUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: readonly DescribedRoute[],
): FastifyReply {
  const methods = methodsOf(routes, request.url.split('?', 1)[0]!)
  const error =
    // A path with an over-long parameter is none, whatever its method.
    methods.length === 0 || methods.includes(request.method)
      ? new ServiceError('not_found', 'There is no such path.')
      : new ServiceError('method_not_allowed', undefined, { headers: { allow: methods.join(', ') } })
  return answerProblem(error, request, reply)
}

/** What the HTTP parser could not read, or did not get in time, is answered on the bare socket. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers are larger than 16 KB.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request did not arrive in time.']
        : ['400 Bad Request', 'This is not a valid HTTP request.']
  const id = randomUUID()
  const body = JSON.stringify(problemOf(new ServiceError('invalid_request', message), id))
  const headers = {
    ...BASIC_HEADERS,
    'X-Request-Id': id,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
  socket.destroySoon()
}

import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onRequestHookHandler,
} from 'fastify'
import { ServiceError } from '#contract/errors.ts'
import type { Config } from '#platform/config/config.ts'
import type { ApiServices } from '../api-services.ts'
import { registerDocs } from '../docs/register-docs.ts'
import type { IngestHttpDeps } from '../ingest/ingest-services.ts'
import { registerIngest } from '../ingest/register-ingest.ts'
import { registerMetrics } from '../metrics/register-metrics.ts'
import type { MetricSources } from '../metrics/service-metrics.ts'
import { registerUnsubscribe } from '../notify/register-unsubscribe.ts'
import { registerApi } from '../register-api.ts'
import { MCP_ROUTE } from '../routes/mcp.ts'
import { methodsOf } from '../routes/path.ts'
import type { DescribedRoute, Route } from '../routes/route.ts'
import { apiRoutes, describeRoutes } from '../routes/routes.ts'
import { SERVICE_ROUTES } from '../routes/service.ts'
import { registerTools } from '../tools/register-tools.ts'
import { answerProblem } from './answer-problem.ts'
import { bareAnswers, brokenRequest } from './bare-answer.ts'
import { type ConnectionLimits, Connections } from './connections.ts'
import { inviteLate } from './expect-continue.ts'
import { type ReadinessPart, registerHealth } from './health.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { DATA_POLICY, isData, securityHeaders } from './security-headers.ts'
import { registerStatic } from './static.ts'

interface MetricsParts {
  token: string | null
  sources: Omit<MetricSources, 'readiness'>
}

export interface ServerParts {
  log: FastifyBaseLogger
  api: ApiServices
  /** Null on a node that does not take events. */
  ingest: IngestHttpDeps | null
  readiness: Readonly<Record<string, ReadinessPart>>
  /** Null on a node without a pipeline. */
  metrics: MetricsParts | null
  /** Folder of the built dashboard; it may be missing. */
  webDir: string
}

/** Headers must arrive within 5 s. A whole request may take as long as a large envelope needs; `Connections`
 * ends all others sooner, and any that stalls. */
const TIMEOUTS = {
  requestTimeout: 300_000,
  keepAliveTimeout: 5000,
  maxRequestsPerSocket: 1000,
  http: {
    headersTimeout: 5000,
    connectionsCheckingInterval: 1000,
    maxHeaderSize: 16 * 1024,
    // The runtime would answer with none of our headers; see `refuseOddHost`.
    requireHostHeader: false,
  },
}
const MAX_CONNECTIONS = 2000
/** Beyond it the runtime closes newcomers unseen; until then `Connections` makes room. */
const CONNECTIONS_BACKSTOP = MAX_CONNECTIONS + 200
/** How long open requests may take at shutdown; the runtime's own timeouts stop when it stops listening. */
const DRAIN_MS = 5000
/** Release versions are the longest parameters. */
const MAX_PARAMETER_CHARS = 1024
/** A name is shorter; several proxies make a list of names. */
const MAX_HOST_CHARS = 1024
/** A name or an address, and a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
/** Taken from a proxy's header when it cannot be mistaken for anything else in a log. */
const REQUEST_ID = /^[\w.-]{1,64}$/

export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { config } = parts.api
  const headers = securityHeaders(config)
  const answerBare = bareAnswers(headers)
  const fastify = Fastify({
    ...TIMEOUTS,
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    childLoggerFactory: (...[log, bindings, options, request]) =>
      isIngestPath(request.url ?? '') ? log : log.child(bindings, options),
    trustProxy: believedProxies(config.trustedProxies),
    // Requests that arrive during shutdown are served; their connection closes with the answer.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARS },
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers)
      answerProblem(error, request, reply)
    },
    clientErrorHandler: (error, socket) => {
      if (error.code !== 'ECONNRESET' && !socket.destroyed) answerBare(socket, ...brokenRequest(error.code))
    },
  })
  fastify.server.maxConnections = CONNECTIONS_BACKSTOP
  serveInTurn(fastify, new Connections(connectionLimits(config), answerBare, parts.log))
  fastify.addHook('onRequest', refuseOddHost)
  const routes = apiRoutes()
  fastify.setErrorHandler(answerProblem)
  const known = [...routes, ...SERVICE_ROUTES, MCP_ROUTE]
  // Before its body is read, which nothing takes.
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerUnknown(request, reply, known)
    else done()
  })
  fastify.setNotFoundHandler((request, reply) => answerUnknown(request, reply, known))
  // Answers of the ingest routes bypass the framework, and with it this hook.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (isData(reply.getHeader('content-type'))) reply.header('content-security-policy', DATA_POLICY)
    done(null, payload)
  })
  // A stream is an open request that never ends by itself.
  fastify.addHook('preClose', async () => {
    parts.api.streams.close()
    limitDrain(fastify.server)
  })
  await registerScopes(fastify, parts, routes)
  return fastify
}

/** In place of the framework's listener, which begins every request as soon as it is there. */
function serveInTurn({ server, routing }: FastifyInstance, connections: Connections): void {
  connections.watch(server)
  const handle = oneAtATime((request, response) => {
    connections.began(request, response)
    routing(request, response)
  })
  server.removeAllListeners('request').on('request', handle)
  inviteLate(server, handle)
  // Ignore unknown `Expect` headers: the runtime would refuse them, without our headers.
  server.on('checkExpectation', handle)
}

function connectionLimits(config: Pick<Config, 'connectionsPerClient' | 'trustedProxies'>): ConnectionLimits {
  const { connectionsPerClient, trustedProxies } = config
  const isLimited = connectionsPerClient > 0 && trustedProxies === 0
  return { inAll: MAX_CONNECTIONS, perClient: isLimited ? connectionsPerClient : null }
}

/** RFC 9112 3.2: a request of HTTP/1.1 names its host once. Answers repeat it in links: as long as a name can be,
 * no longer. */
const refuseOddHost: onRequestHookHandler = (request, _reply, done) => {
  const { headers, httpVersion, rawHeaders } = request.raw
  const forwarded = headers['x-forwarded-host'] ?? ''
  if (headers.host === undefined && httpVersion === '1.1') {
    done(new ServiceError('invalid_request', 'The request has no Host header.'))
  } else if (hasSeveralHosts(rawHeaders)) {
    done(new ServiceError('invalid_request', 'The request has more than one Host header.'))
  } else if ((headers.host ?? '').length > MAX_HOST_CHARS || forwarded.length > MAX_HOST_CHARS) {
    done(new ServiceError('invalid_request', 'The Host header is too long.'))
  } else if (request.host && !HOST.test(request.host)) {
    done(new ServiceError('invalid_request', 'The Host header is not the name or address of a host.'))
  } else done()
}

/** `headers` has the first alone, and a proxy in front may have taken the other. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** A client that never finishes its request must not keep the service from ending. */
function limitDrain(server: Server): void {
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  server.once('close', () => clearTimeout(timer))
}

/** Trust the last `count` hops. Anything before them in `X-Forwarded-For` was written by the client. */
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
  const { readiness, metrics } = parts
  await fastify.register(async (scope) => registerHealth(scope, readiness))
  if (metrics) {
    const { token, sources } = metrics
    await fastify.register((scope) => registerMetrics(scope, { token, sources: { readiness, ...sources } }))
  }
  await fastify.register((scope) => registerApi(scope, { services: parts.api, routes }))
  const { config } = parts.api
  const describe = () => describeRoutes(routes, config)
  await fastify.register(async (scope) => registerDocs(scope, { describe, config }))
  await fastify.register(async (scope) => registerUnsubscribe(scope, parts.api))
  if (ingest) {
    await fastify.register(async (scope) => registerIngest(scope, ingest))
    const { releaseFiles } = ingest
    await fastify.register((scope) => registerTools(scope, { api: parts.api, releaseFiles }))
  }
  await fastify.register((scope) => registerStatic(scope, parts.webDir))
}

/** The ingest routes name the request themselves where they log: a logger for each event costs 3 % of its accept. */
function isIngestPath(url: string): boolean {
  return url.startsWith('/api/') && !url.startsWith('/api/v1/')
}

function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

function answerUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: readonly Pick<DescribedRoute, 'method' | 'path'>[],
): FastifyReply {
  const methods = methodsOf(routes, request.url.split('?', 1)[0]!)
  const error =
    // A path with an over-long parameter is none, whatever its method.
    methods.length === 0 || methods.includes(request.method)
      ? new ServiceError('not_found', 'This path does not exist.')
      : new ServiceError('method_not_allowed', undefined, { headers: { allow: methods.join(', ') } })
  return answerProblem(error, request, reply)
}

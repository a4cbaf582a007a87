import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Principal, TokenPrincipal } from '#actions/accounts/principal.ts'
import { ServiceError } from '#contract/errors.ts'
import { tokenRefusal } from '#domain/access/permissions.ts'
import { BundleIntake } from '#ingest/release-file/bundle-intake.ts'
import { authenticate } from '../auth/authenticate.ts'
import { callerNow } from '../auth/caller-now.ts'
import { countRequest } from '../auth/token/admit-token.ts'
import { fastifyPath } from '../routes/path.ts'
import { API_BODY_BYTES } from '../routes/route.ts'
import { TOOL_ACCESS, TOOL_ROUTES } from '../routes/tool.ts'
import { answerProblem } from '../server/answer-problem.ts'
import { HOLD, type HoldBytes } from '../server/body-room.ts'
import { readBytes, readJsonBody } from '../server/read-json-body.ts'
import type { ToolCall, ToolServices } from './tool-call.ts'

const PRINCIPAL = 'toolPrincipal'
const CREDENTIAL = { credential: 'token' } as const

/** Serves the upload tools that people have, to access tokens with the scope write:admin. Every answer that
 * is an error has a `detail`, which the tools print; decision 0085. */
export async function registerTools(
  fastify: FastifyInstance,
  parts: Omit<ToolServices, 'bundles'>,
): Promise<void> {
  const services: ToolServices = { ...parts, bundles: new BundleIntake(parts.releaseFiles) }
  fastify.decorateRequest(PRINCIPAL, null)
  fastify.decorateRequest(HOLD, null)
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    readBody(request, payload),
  )
  fastify.setErrorHandler((error, request, reply) => answerProblem(error, request, reply))
  fastify.addHook('preSerialization', async (_request, reply, payload) =>
    reply.statusCode >= 400 ? refusal(reply, payload) : payload,
  )
  fastify.addHook('onRequest', async (request, reply) => admit(services, request, reply))
  for (const { method, path, handler, status, maxBodyBytes } of TOOL_ROUTES) {
    fastify.route({
      method,
      url: fastifyPath(path),
      exposeHeadRoute: false,
      bodyLimit: maxBodyBytes,
      handler: async (request, reply) => {
        const answer = await handler(await callOf(services, request, reply))
        return reply.code(status).header('cache-control', 'no-store').send(answer)
      },
    })
  }
  // Here and not in the handler: a body that nothing takes must not be read first.
  const refuseUnknown = async (request: FastifyRequest) => {
    throw new ServiceError('invalid_request', unknownPath(request))
  }
  fastify.all('/api/0/*', { onRequest: refuseUnknown }, refuseUnknown)
}

async function admit(services: ToolServices, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const principal = await authenticate(request, services.api, CREDENTIAL)
  if (principal.kind !== 'token') throw new ServiceError('unauthenticated')
  countRequest({ services: services.api, request, reply }, principal, 'read')
  requireUploader(principal)
  request.setDecorator<Principal>(PRINCIPAL, principal)
  request.setDecorator(HOLD, services.api.bodies.of(principal.orgId, reply.raw))
}

/** @throws forbidden */
function requireUploader(principal: Principal): asserts principal is TokenPrincipal {
  if (principal.kind === 'token') {
    const { role, token } = principal
    if (tokenRefusal({ role, scopes: token.scopes }, TOOL_ACCESS) === null) return
  }
  const message = 'Uploads need an access token with the scope write:admin, created by an admin or owner.'
  throw new ServiceError('forbidden', message)
}

async function callOf(
  services: ToolServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ToolCall> {
  const now = await callerNow({ services: services.api, request, reply }, CREDENTIAL)
  const principal = now ?? request.getDecorator<Principal>(PRINCIPAL)
  requireUploader(principal)
  const params = request.params as ToolCall['params']
  return { services, request, reply, principal, params }
}

/** Forms as bytes, everything else as JSON, whatever type an empty body has. */
function readBody(request: FastifyRequest, payload: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'] ?? ''
  const hold = request.getDecorator<HoldBytes | null>(HOLD)
  return type.startsWith('multipart/')
    ? readBytes(payload, { maxBytes: request.routeOptions.bodyLimit, hold })
    : readJsonBody(payload, type, { maxBytes: API_BODY_BYTES, hold })
}

/** As the tools read it. On a 404 they print that an organization or a release is missing. */
function refusal(reply: FastifyReply, payload: unknown): unknown {
  if (reply.statusCode === 404) reply.code(400)
  const { message } = (payload ?? {}) as { message?: unknown }
  return typeof message === 'string' ? { ...(payload as object), detail: message } : payload
}

function unknownPath({ method, url }: FastifyRequest): string {
  const path = url.split('?', 1)[0]!.slice(0, 200)
  return `Errata does not support ${method} ${path}. It accepts source maps (sourcemaps upload, the bundler plugins), mapping files (upload-proguard), source bundles (debug-files upload --type jvm), new releases and deploys. For anything else, use the dashboard, the errata command or the API (/docs).`
}

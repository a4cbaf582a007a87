import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { Principal } from '#actions/accounts/principal.ts'
import { ServiceError } from '#contract/errors.ts'
import { ACCESS } from '#domain/access/permissions.ts'
import { visibleJson } from '#domain/json/visible-json.ts'
import type { ApiServices } from './api-services.ts'
import { authenticate } from './auth/authenticate.ts'
import { callerNow } from './auth/caller-now.ts'
import { requireAccess } from './auth/require-access.ts'
import { requireSameOrigin } from './auth/same-origin.ts'
import { admitToken } from './auth/token/admit-token.ts'
import { registerMcp } from './mcp/register-mcp.ts'
import { refuseMisspelled } from './misspelled-field.ts'
import { parseInput } from './parse-input.ts'
import { fastifyPath } from './routes/path.ts'
import {
  type AuthenticatedCallBase,
  type ParsedParts,
  type PublicCallBase,
  type Route,
  WrittenAnswer,
} from './routes/route.ts'
import { withOpenCursor, withSealedCursor } from './sealed-cursor.ts'
import { HOLD, type HoldBytes } from './server/body-room.ts'
import { AnswerCompressor, compressedTag } from './server/compress-answer.ts'
import { ListInPieces } from './server/list-in-pieces.ts'
import { readJsonBody } from './server/read-json-body.ts'
import { storableParameters } from './server/storable-text.ts'

const PRINCIPAL = 'principal'
const CONTENT_TYPE = 'contentType'

/** Registers the routes of the JSON API in a scope of their own: cookies, its own body parser, the order of
 * checks 401 → 429 → 403 → body and schemas → handler. */
export async function registerApi(
  fastify: FastifyInstance,
  { services, routes }: { services: ApiServices; routes: readonly Route[] },
): Promise<void> {
  await fastify.register(cookie)
  fastify.decorateRequest(PRINCIPAL, null)
  fastify.decorateRequest(CONTENT_TYPE, undefined)
  fastify.removeAllContentTypeParsers()
  fastify.decorateRequest(HOLD, null)
  fastify.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    readJsonBody(payload, request.getDecorator(CONTENT_TYPE), {
      maxBytes: request.routeOptions.bodyLimit,
      hold: request.getDecorator<HoldBytes | null>(HOLD),
    }),
  )
  fastify.addHook('onRequest', async (request) => setAsideContentType(request))
  fastify.addHook('onResponse', async (request, reply) => logAnswer(request, reply))
  const compressor = new AnswerCompressor()
  for (const route of routes) {
    fastify.route({ ...routeOptions(services, route), ...(isRead(route) && { onSend: compressor.hook }) })
  }
  registerMcp(fastify, services)
}

/** Reads alone are compressed: credentials stand only in answers to what makes them. Decision 0078. */
function isRead({ access }: Route): boolean {
  return access !== null && ACCESS[access].scope === 'read:agent'
}

function routeOptions(services: ApiServices, route: Route): RouteOptions {
  return {
    method: route.method,
    url: fastifyPath(route.path),
    bodyLimit: route.maxBodyBytes,
    onRequest: (request, reply) => admit({ services, request, reply }, route),
    handler: (request, reply) => serve({ services, request, reply }, route),
  }
}

/** The framework refuses content types that it cannot read before it knows whether there is a body. An
 * empty body with any type is fine here, so our parser judges the type instead. */
function setAsideContentType(request: FastifyRequest): void {
  request.setDecorator(CONTENT_TYPE, request.raw.headers['content-type'])
  delete request.raw.headers['content-type']
}

async function admit(base: PublicCallBase, route: Route): Promise<void> {
  const { request, services } = base
  requireWholePath(request)
  if (route.credential === 'none') return requireSameOrigin(request, services.config.baseUrl)
  const principal = await authenticate(request, services, route)
  request.setDecorator<Principal>(PRINCIPAL, principal)
  if (principal.kind === 'token') admitToken(base, principal, route)
  else {
    services.sessionRates.admit(principal.userId, services.config.sessionRequestsPerMinute)
    requireSameOrigin(request, services.config.baseUrl)
    requireAccess(principal, route.access)
    // Before anything is read: an answer may be newer than its position, never older.
    base.reply.header('x-live-position', services.live.positionOf(principal.orgId))
  }
  request.setDecorator(HOLD, services.bodies.of(principal.orgId, base.reply.raw))
}

async function readmit(base: PublicCallBase, route: Route): Promise<void> {
  if (route.credential === 'none') return
  const principal = await callerNow(base, route)
  if (principal === null) return
  requireAccess(principal, route.access)
  base.request.setDecorator<Principal>(PRINCIPAL, principal)
}

/** The framework takes `/issues/` for `/issues/{id}` with an empty id; nothing has this path. */
function requireWholePath({ params }: FastifyRequest): void {
  if (Object.values(params ?? {}).includes(''))
    throw new ServiceError('not_found', 'This path does not exist.')
}

async function serve(base: PublicCallBase, route: Route): Promise<FastifyReply> {
  const { request, reply } = base
  await readmit(base, route)
  const answer = await run(base, route, parseParts(request, route))
  if (answer instanceof WrittenAnswer) return sendWritten(request, reply, answer)
  reply.code(route.status).header('cache-control', 'no-store')
  if (answer === undefined || answer instanceof Readable) return reply.send(answer)
  reply.type('application/json; charset=utf-8')
  return reply.send(answer instanceof ListInPieces ? answer.stream() : visibleJson(answer))
}

/** Only the caller may keep it, and has to ask each time whether it is still the same. */
function sendWritten(request: FastifyRequest, reply: FastifyReply, answer: WrittenAnswer): FastifyReply {
  const { text, type, etag } = answer
  reply.headers({ 'cache-control': 'private, no-cache', etag, vary: 'accept, authorization, cookie' })
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  const held = [etag, compressedTag(etag)].find((tag) => known?.includes(tag))
  if (held || known?.includes('*'))
    return reply
      .code(304)
      .header('etag', held ?? etag)
      .send()
  return reply.code(200).type(`${type}; charset=utf-8`).send(text)
}

async function run(base: PublicCallBase, route: Route, parts: ParsedParts): Promise<unknown> {
  if (route.credential === 'none') return route.run({ ...base, ...parts })
  const principal = base.request.getDecorator<Principal>(PRINCIPAL)
  const { key } = base.services
  const query = withOpenCursor(key, principal.orgUid, parts.query)
  const answer = await runAs(route, { ...base, principal }, { ...parts, query })
  if (!(answer instanceof ListInPieces)) return withSealedCursor(key, principal.orgUid, answer)
  return new ListInPieces(answer.name, answer.items, withSealedCursor(key, principal.orgUid, answer.rest))
}

async function runAs(
  route: Exclude<Route, { credential: 'none' }>,
  call: AuthenticatedCallBase,
  parts: ParsedParts,
): Promise<unknown> {
  if (route.credential === 'session_or_token') return route.run({ ...call, ...parts })
  const { principal } = call
  if (principal.kind !== 'token') throw new ServiceError('unauthenticated')
  return route.run({ ...call, principal, ...parts })
}

/** @throws ZodError or ServiceError, answered as invalid_request. An absent body is judged like `{}`. */
function parseParts(request: FastifyRequest, { schemas }: Route): ParsedParts {
  const parse = (schema: z.ZodType | undefined, value: unknown) => {
    if (schema) refuseMisspelled(schema, value)
    return schema && parseInput(schema, value)
  }
  return {
    params: parse(schemas.params, storableParameters(request.params)),
    query: parse(schemas.query, storableParameters(request.query)),
    body: parse(schemas.body, request.body ?? {}),
  }
}

function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0]
  const ms = Math.round(reply.elapsedTime)
  request.log.info({ method: request.method, path, status: reply.statusCode, ms }, 'answered')
}

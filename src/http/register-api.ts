import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ServiceError } from '#contract/errors.ts'
import { isMissingReference } from '#storage/database.ts'
import type { ApiServices } from './api-services.ts'
import { admitToken } from './auth/admit-token.ts'
import { authenticate } from './auth/authenticate.ts'
import type { Principal } from './auth/principal.ts'
import { requireAccess } from './auth/require-access.ts'
import { requireSameOrigin } from './auth/same-origin.ts'
import { readJsonBody } from './read-json-body.ts'
import type { ParsedParts, PublicCallBase, Route, SessionCallBase } from './route.ts'
import { storableParameters } from './storable-text.ts'

const PRINCIPAL = 'principal'
const CONTENT_TYPE = 'contentType'
/** Who was found out longer ago than this is asked for again once the body is there. */
const LATE_BODY_MS = 1000

/**
 * Registers the routes of the JSON API in a scope of their own: cookies, its own body parser, the order of
 * checks 401 → 429 → 403 → body and schemas → handler.
 */
export async function registerApi(
  fastify: FastifyInstance,
  { services, routes }: { services: ApiServices; routes: readonly Route[] },
): Promise<void> {
  await fastify.register(cookie)
  fastify.decorateRequest(PRINCIPAL, null)
  fastify.decorateRequest(CONTENT_TYPE, undefined)
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    readJsonBody(payload, request.getDecorator(CONTENT_TYPE), request.routeOptions.bodyLimit),
  )
  fastify.addHook('onRequest', async (request) => setAsideContentType(request))
  fastify.addHook('onResponse', async (request, reply) => logAnswer(request, reply))
  for (const route of routes) registerRoute(fastify, services, route)
}

function registerRoute(fastify: FastifyInstance, services: ApiServices, route: Route): void {
  fastify.route({
    method: route.method,
    url: fastifyPath(route.path),
    bodyLimit: route.maxBodyBytes,
    onRequest: (request, reply) => admit({ services, request, reply }, route),
    handler: (request, reply) => serve({ services, request, reply }, route),
  })
}

/** `/api/v1/issues/{id}` as Fastify writes it: `/api/v1/issues/:id`. */
function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/**
 * The framework refuses content types that it cannot read before it knows whether there is a body. An
 * empty body with any type is fine here, so our parser judges the type instead.
 */
function setAsideContentType(request: FastifyRequest): void {
  request.setDecorator(CONTENT_TYPE, request.raw.headers['content-type'])
  delete request.raw.headers['content-type']
}

/** Who calls, and whether they may: before anything of the body is read. */
async function admit(base: PublicCallBase, route: Route): Promise<void> {
  const { request, services } = base
  requireWholePath(request)
  if (route.credential === 'none') return requireSameOrigin(request, services.config.baseUrl)
  const principal = await authenticate(request, services, route)
  request.setDecorator<Principal>(PRINCIPAL, principal)
  if (principal.kind === 'token') admitToken(base, principal, route)
  else {
    requireSameOrigin(request, services.config.baseUrl)
    requireAccess(principal, route.access)
  }
}

/** A body may take half a minute: nobody keeps a request open to do what they no longer may when it ends. */
async function readmit({ request, services }: PublicCallBase, route: Route): Promise<void> {
  if (route.credential === 'none') return
  const principal = await authenticate(request, services, route)
  requireAccess(principal, route.access)
  request.setDecorator<Principal>(PRINCIPAL, principal)
}

/** The framework takes `/issues/` for `/issues/{id}` with an empty id; nothing has this path. */
function requireWholePath({ params }: FastifyRequest): void {
  if (Object.values(params ?? {}).includes('')) throw new ServiceError('not_found', 'There is no such path.')
}

async function serve(base: PublicCallBase, route: Route): Promise<FastifyReply> {
  const { request, reply } = base
  if (reply.elapsedTime > LATE_BODY_MS) await readmit(base, route)
  const answer = await run(base, route, parseParts(request, route))
  reply.code(route.status).header('cache-control', 'no-store')
  return reply.send(answer)
}

async function run(base: PublicCallBase, route: Route, parts: ParsedParts): Promise<unknown> {
  if (route.credential === 'none') return route.run({ ...base, ...parts })
  const principal = base.request.getDecorator<Principal>(PRINCIPAL)
  if (route.credential === 'session') return route.run({ ...callOf(base, principal), ...parts })
  if (principal.kind !== 'token') throw new ServiceError('unauthenticated')
  return route.run({ ...callOf(base, principal), ...parts })
}

function callOf<Caller extends Principal>(base: PublicCallBase, principal: Caller): SessionCallBase<Caller> {
  const { database } = base.services
  return {
    ...base,
    principal,
    scope: database.scope(principal),
    read: (work) => database.snapshotOf(principal, work),
    write: (work) => asMember(database.inOrg(principal, work)),
  }
}

/** Who was removed from the organization between being let in and this can leave nothing behind. */
async function asMember<T>(written: Promise<T>): Promise<T> {
  try {
    return await written
  } catch (error) {
    if (!isMissingReference(error)) throw error
    throw new ServiceError('unauthenticated', 'You were removed from the organization.', { cause: error })
  }
}

/** @throws ZodError, answered as invalid_request. An absent body is judged like `{}`. */
function parseParts(request: FastifyRequest, { schemas }: Route): ParsedParts {
  const parse = (schema: z.ZodType | undefined, value: unknown) => schema?.parse(value)
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

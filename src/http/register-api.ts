import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ApiServices } from './api-services.ts'
import { authenticate } from './auth/authenticate.ts'
import type { Principal } from './auth/principal.ts'
import { requireRole } from './auth/require-role.ts'
import { requireSameOrigin } from './auth/same-origin.ts'
import { readJsonBody } from './read-json-body.ts'
import type { ParsedParts, PublicCallBase, Route, SessionCallBase } from './route.ts'
import { storableParameters } from './storable-text.ts'

const PRINCIPAL = 'principal'
const CONTENT_TYPE = 'contentType'

/**
 * Registers the routes of the JSON API in a scope of their own: cookies, its own body parser, the order of
 * checks 401 → 403 → body and schemas → handler.
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
    onRequest: (request) => admit(request, services, route),
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
async function admit(request: FastifyRequest, services: ApiServices, route: Route): Promise<void> {
  if (route.credential === 'session') {
    const principal = await authenticate(request, services)
    request.setDecorator<Principal>(PRINCIPAL, principal)
    requireSameOrigin(request, services.config.baseUrl)
    requireRole(principal.role, route.role)
  } else requireSameOrigin(request, services.config.baseUrl)
}

async function serve(base: PublicCallBase, route: Route): Promise<FastifyReply> {
  const { request, reply } = base
  const parts = parseParts(request, route)
  const answer =
    route.credential === 'session'
      ? await route.run({ ...sessionCall(base), ...parts })
      : await route.run({ ...base, ...parts })
  reply.code(route.status).header('cache-control', 'no-store')
  return reply.send(answer)
}

function sessionCall(base: PublicCallBase): SessionCallBase {
  const principal = base.request.getDecorator<Principal>(PRINCIPAL)
  const { database } = base.services
  const { orgId, orgUid } = principal
  return {
    ...base,
    principal,
    scope: { db: database.queries, orgId, orgUid },
    write: (work) => database.transaction((db) => work({ db, orgId, orgUid })),
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

import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import type { Role } from '#contract/vocabulary.ts'
import type { OrgScope } from '#storage/scope.ts'
import type { ApiServices } from './api-services.ts'
import type { Principal } from './auth/principal.ts'

/** What every handler is called with, besides the parsed parts of the request that its route names. */
export interface PublicCallBase {
  services: ApiServices
  request: FastifyRequest
  reply: FastifyReply
}

export interface SessionCallBase extends PublicCallBase {
  /** Who calls. */
  principal: Principal
  /** For reads in the caller's organization. */
  scope: OrgScope
  /** One write transaction in the caller's organization; `work` may run more than once. */
  write<T>(work: (scope: OrgScope) => Promise<T>): Promise<T>
}

/** A call without credentials, e.g. `PublicCall<{ body: LoginBody }>`. */
export type PublicCall<Parts = unknown> = PublicCallBase & Parts
/** A call of a signed-in user, e.g. `SessionCall<{ params: IdParams; body: IssuePatch }>`. */
export type SessionCall<Parts = unknown> = SessionCallBase & Parts

/** Method and path, with parameters as `{id}`: `GET /api/v1/issues/{id}`. */
export type RouteAddress = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`

/** What a route says of itself. A part without a schema is not read; without `answer` it answers 204. */
export interface RouteSpec<Params, Query, Body, Answer> {
  /** One phrase for the API description. */
  summary: string
  params?: z.ZodType<Params>
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
  answer?: z.ZodType<Answer>
  /** Of the success answer; default 200, or 204 without `answer`. */
  status?: number
  /** What the success answer means, for the API description. */
  success?: string
  maxBodyBytes?: number
  /** Error codes beside those that follow from the credential and the schemas. */
  errors?: readonly ErrorCode[]
}

export interface SessionRouteSpec<Params, Query, Body, Answer>
  extends RouteSpec<Params, Query, Body, Answer> {
  /** The least role that may call it. */
  role: Role
}

/** Parts of a request after parsing; undefined where the route names no schema. */
export interface ParsedParts {
  params: unknown
  query: unknown
  body: unknown
}

/** What is known of every route, whoever serves it. */
export interface DescribedRoute {
  credential: 'none' | 'session' | 'dsn'
  method: string
  path: string
  summary: string
  success: string
  /** Of the request's body. */
  bodyType: string
  /** Of the success answer. */
  answerType: string
  /** The least role of a session that may call it; null without sessions. */
  role: Role | null
  schemas: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType; answer?: z.ZodType }
  status: number
  maxBodyBytes: number
  errors: readonly ErrorCode[]
}

/** A route with its handler, in the form that can be registered and described. */
export type Route =
  | (DescribedRoute & { credential: 'none'; run(call: PublicCall<ParsedParts>): Promise<unknown> })
  | (DescribedRoute & {
      credential: 'session'
      role: Role
      run(call: SessionCall<ParsedParts>): Promise<unknown>
    })

/** Bodies of the API are small; 500 ids are 20 KB. */
const API_BODY_BYTES = 1024 * 1024

/**
 * A route for a signed-in user. The handler's parts are typed by the schemas of the spec, its result by
 * `answer`.
 */
export function sessionRoute<Params = undefined, Query = undefined, Body = undefined, Answer = void>(
  address: RouteAddress,
  spec: SessionRouteSpec<Params, Query, Body, Answer>,
  handle: (
    call: SessionCall<{ params: NoInfer<Params>; query: NoInfer<Query>; body: NoInfer<Body> }>,
  ) => Promise<NoInfer<Answer>>,
): Route {
  // The registration hands over what these very schemas returned.
  const run = handle as (call: SessionCall<ParsedParts>) => Promise<unknown>
  return { ...described(address, spec), credential: 'session', role: spec.role, run }
}

/** A route that answers a signed-in user with server-sent events; `answer` is the schema of one. */
export function eventStreamRoute<Answer>(
  address: RouteAddress,
  spec: SessionRouteSpec<undefined, undefined, undefined, Answer>,
  handle: (call: SessionCall) => Promise<Readable>,
): Route {
  const description = { ...described(address, spec), answerType: 'text/event-stream' }
  return { ...description, credential: 'session', role: spec.role, run: handle }
}

/** A route that anybody may call. */
export function publicRoute<Params = undefined, Query = undefined, Body = undefined, Answer = void>(
  address: RouteAddress,
  spec: RouteSpec<Params, Query, Body, Answer>,
  handle: (
    call: PublicCall<{ params: NoInfer<Params>; query: NoInfer<Query>; body: NoInfer<Body> }>,
  ) => Promise<NoInfer<Answer>>,
): Route {
  const run = handle as (call: PublicCall<ParsedParts>) => Promise<unknown>
  return { ...described(address, spec), credential: 'none', role: null, run }
}

/** A route for DSN credentials, which a scope of its own serves. */
export function dsnRoute<Params, Query, Body, Answer>(
  address: RouteAddress,
  spec: RouteSpec<Params, Query, Body, Answer> & { bodyType: string },
): DescribedRoute {
  return { ...described(address, spec), credential: 'dsn', role: null, bodyType: spec.bodyType }
}

function described<Params, Query, Body, Answer>(
  address: RouteAddress,
  spec: RouteSpec<Params, Query, Body, Answer>,
) {
  const { params, query, body, answer } = spec
  return {
    method: address.slice(0, address.indexOf(' ')),
    path: address.slice(address.indexOf(' ') + 1),
    summary: spec.summary,
    success: spec.success ?? 'Done.',
    bodyType: 'application/json',
    answerType: 'application/json',
    schemas: {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body }),
      ...(answer && { answer }),
    },
    status: spec.status ?? (answer ? 200 : 204),
    maxBodyBytes: spec.maxBodyBytes ?? API_BODY_BYTES,
    errors: spec.errors ?? [],
  }
}

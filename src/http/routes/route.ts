import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Principal, SessionPrincipal, TokenPrincipal } from '#actions/accounts/principal.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Permission, SessionPermission } from '#domain/access/permissions.ts'
import type { ApiServices } from '../api-services.ts'

/** What every handler is called with, besides the parsed parts of the request that its route names. */
export interface PublicCallBase {
  services: ApiServices
  request: FastifyRequest
  reply: FastifyReply
}

export interface SessionCallBase<Caller extends Principal = Principal> extends PublicCallBase {
  /** Who calls. */
  principal: Caller
}

/** A call without credentials, e.g. `PublicCall<{ body: LoginBody }>`. */
export type PublicCall<Parts = unknown> = PublicCallBase & Parts
/** A call of a signed-in user or a token, e.g. `SessionCall<{ params: IdParams; body: IssuePatch }>`. */
export type SessionCall<Parts = unknown> = SessionCallBase & Parts
/** A call of a signed-in user, where the access rules keep tokens out. */
export type SessionOnlyCall<Parts = unknown> = SessionCallBase<SessionPrincipal> & Parts
/** A call of a token. */
export type TokenCall<Parts = unknown> = SessionCallBase<TokenPrincipal> & Parts

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
  /** Status of the success answer; default 200, or 204 without `answer`. */
  status?: number
  /** What the success answer means, for the API description. */
  success?: string
  maxBodyBytes?: number
  /** What it is limited by beside its credential, for the page of routes. */
  limit?: string
  /** Error codes beside those that follow from the credential and the schemas. */
  errors?: readonly ErrorCode[]
  /** Answers beside `answer` that are not errors. */
  otherAnswers?: readonly OtherAnswer[]
  /** Types of text that the success answer can be had in beside JSON. */
  textTypes?: readonly string[]
  /** Whether a success sets the session cookie, or takes it back. */
  setsCookie?: boolean
}

/** A further answer of a route, in the content type of its success. */
export interface OtherAnswer {
  status: number
  description: string
  /** Absent: without a body. */
  answer?: z.ZodType
}

export interface SessionRouteSpec<Params, Query, Body, Answer, Access extends Permission = Permission>
  extends RouteSpec<Params, Query, Body, Answer> {
  /** What the caller must be allowed. */
  access: Access
}

/** Who may call a route with this access. */
type CallerOf<Access extends Permission> = Access extends SessionPermission ? SessionPrincipal : Principal

/** Parts of a request after parsing; undefined where the route names no schema. */
export interface ParsedParts {
  params: unknown
  query: unknown
  body: unknown
}

/** What is known of every route, in every part of the server. */
export interface DescribedRoute {
  /** `session`: tokens as well, unless the access rules keep them out; `token`: nothing else. */
  credential: 'none' | 'session' | 'token' | 'dsn'
  method: string
  path: string
  summary: string
  success: string
  /** Of the request's body. */
  bodyType: string
  /** Of the success answer. */
  answerType: string
  /** What the caller must be allowed; null where anybody or a DSN may call. */
  access: Permission | null
  schemas: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType; answer?: z.ZodType }
  status: number
  maxBodyBytes: number
  limit: string
  errors: readonly ErrorCode[]
  otherAnswers: readonly OtherAnswer[]
  textTypes: readonly string[]
  setsCookie: boolean
}

/** What the page of routes says of a route, also of one that the description leaves out. */
export type ListedRoute = Pick<
  DescribedRoute,
  'credential' | 'method' | 'path' | 'access' | 'summary' | 'maxBodyBytes' | 'limit'
>

/** A route with its handler, in the form that can be registered and described. */
export type Route =
  | (DescribedRoute & { credential: 'none'; run(call: PublicCall<ParsedParts>): Promise<unknown> })
  | (DescribedRoute & {
      credential: 'session'
      access: Permission
      run(call: SessionCall<ParsedParts>): Promise<unknown>
    })
  | (DescribedRoute & {
      credential: 'token'
      access: Permission
      run(call: TokenCall<ParsedParts>): Promise<unknown>
    })

/** Bodies of the API are small; 500 ids are 20 KB. */
const API_BODY_BYTES = 1024 * 1024

/**
 * A route of the session API: for a signed-in user, and for tokens unless its access rule keeps them out. The
 * handler's parts are typed by the schemas of the spec, its principal by `access`, its result by `answer`.
 */
export function sessionRoute<
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Answer = void,
  Access extends Permission = Permission,
>(
  address: RouteAddress,
  spec: SessionRouteSpec<Params, Query, Body, Answer, Access>,
  handle: (
    call: SessionCallBase<CallerOf<NoInfer<Access>>> & {
      params: NoInfer<Params>
      query: NoInfer<Query>
      body: NoInfer<Body>
    },
  ) => Promise<NoInfer<Answer>>,
): Route {
  // The registration hands over what these very schemas returned, and a caller whom `access` lets through.
  const run = handle as (call: SessionCall<ParsedParts>) => Promise<unknown>
  return { ...described(address, spec), credential: 'session', access: spec.access, run }
}

/** A route for access tokens only. */
export function tokenRoute<Params = undefined, Query = undefined, Body = undefined, Answer = void>(
  address: RouteAddress,
  spec: SessionRouteSpec<Params, Query, Body, Answer>,
  handle: (
    call: TokenCall<{ params: NoInfer<Params>; query: NoInfer<Query>; body: NoInfer<Body> }>,
  ) => Promise<NoInfer<Answer>>,
): Route {
  const run = handle as (call: TokenCall<ParsedParts>) => Promise<unknown>
  return { ...described(address, spec), credential: 'token', access: spec.access, run }
}

/** A route that answers a signed-in user or a token with server-sent events; `answer` is the schema of one. */
export function eventStreamRoute<Answer>(
  address: RouteAddress,
  spec: SessionRouteSpec<undefined, undefined, undefined, Answer>,
  handle: (call: SessionCall) => Promise<Readable>,
): Route {
  const description = { ...described(address, spec), answerType: 'text/event-stream' }
  return { ...description, credential: 'session', access: spec.access, run: handle }
}

/** A route whose answer is written as a stream, since it may be larger than what belongs in memory at once. */
export function streamedRoute<Params = undefined, Query = undefined, Answer = void>(
  address: RouteAddress,
  spec: SessionRouteSpec<Params, Query, undefined, Answer>,
  handle: (call: SessionCall<{ params: NoInfer<Params>; query: NoInfer<Query> }>) => Promise<Readable>,
): Route {
  const run = handle as (call: SessionCall<ParsedParts>) => Promise<unknown>
  return { ...described(address, spec), credential: 'session', access: spec.access, run }
}

/** What a route answers with that writes it itself: text of a type, with a tag by which it is known again. */
export class WrittenAnswer {
  readonly text: string
  readonly type: string
  /** A strong entity tag, in quotes. */
  readonly etag: string

  constructor(text: string, type: string, etag: string) {
    this.text = text
    this.type = type
    this.etag = etag
  }
}

/** A route whose answer is written by its handler, in JSON or one of its `textTypes`; 304 for who has it already. */
export function writtenRoute<Params = undefined, Query = undefined, Answer = void>(
  address: RouteAddress,
  spec: SessionRouteSpec<Params, Query, undefined, Answer> & { credential: 'session' | 'token' },
  handle: (call: SessionCall<{ params: NoInfer<Params>; query: NoInfer<Query> }>) => Promise<WrittenAnswer>,
): Route {
  const unchanged = {
    status: 304,
    description: 'Not changed since the response with the ETag in If-None-Match.',
  }
  const run = handle as (call: SessionCall<ParsedParts>) => Promise<unknown>
  const description = described(address, { ...spec, otherAnswers: [unchanged] })
  const route = { ...description, access: spec.access, run }
  return spec.credential === 'token' ? { ...route, credential: 'token' } : { ...route, credential: 'session' }
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
  return { ...described(address, spec), credential: 'none', access: null, run }
}

/** A route for DSN credentials, which a scope of its own serves. */
export function dsnRoute<Params, Query, Body, Answer>(
  address: RouteAddress,
  spec: RouteSpec<Params, Query, Body, Answer> & { bodyType: string },
): DescribedRoute {
  return { ...described(address, spec), credential: 'dsn', access: null, bodyType: spec.bodyType }
}

/** A route outside of the API that takes no credential, which a scope of its own serves. */
export function serviceRoute<Answer, Query = undefined>(
  address: RouteAddress,
  spec: RouteSpec<undefined, Query, undefined, Answer> & { answerType?: string },
): DescribedRoute {
  const description = described(address, spec)
  return {
    ...description,
    credential: 'none',
    access: null,
    answerType: spec.answerType ?? description.answerType,
  }
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
    limit: spec.limit ?? '',
    errors: spec.errors ?? [],
    otherAnswers: spec.otherAnswers ?? [],
    textTypes: spec.textTypes ?? [],
    setsCookie: spec.setsCookie ?? false,
  }
}

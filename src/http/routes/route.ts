import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Principal, SessionPrincipal, TokenPrincipal } from '#actions/accounts/principal.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Permission, SessionPermission } from '#domain/access/permissions.ts'
import type { ApiServices } from '../api-services.ts'
import type { ListInPieces } from '../server/list-in-pieces.ts'

export interface PublicCallBase {
  services: ApiServices
  request: FastifyRequest
  reply: FastifyReply
}

export interface AuthenticatedCallBase<Caller extends Principal = Principal> extends PublicCallBase {
  principal: Caller
}

/** A call without credentials, e.g. `PublicCall<{ body: LoginBody }>`. */
export type PublicCall<Parts = unknown> = PublicCallBase & Parts
/** A call of a signed-in user or a token, e.g. `AuthenticatedCall<{ params: IdParams; body: IssuePatch }>`. */
export type AuthenticatedCall<Parts = unknown> = AuthenticatedCallBase & Parts
export type SessionOnlyCall<Parts = unknown> = AuthenticatedCallBase<SessionPrincipal> & Parts
export type TokenCall<Parts = unknown> = AuthenticatedCallBase<TokenPrincipal> & Parts

/** Method and path, with parameters as `{id}`: `GET /api/v1/issues/{id}`. */
export type RouteAddress = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`

export interface RouteSpec<Params, Query, Body, Answer> {
  summary: string
  params?: z.ZodType<Params>
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
  answer?: z.ZodType<Answer>
  /** The status of a success; absent: 200 with an answer, 204 without. */
  status?: number
  /** What a success means, for the API description. */
  success?: string
  maxBodyBytes?: number
  /** Rates beside the usual ones, in words. Enforced elsewhere: this only describes them. */
  limit?: string
  /** Codes beside those that its credential, schemas and access imply (`description/route-errors.ts`). */
  errors?: readonly ErrorCode[]
  otherAnswers?: readonly OtherAnswer[]
  /** Content types of a text that it can answer with instead of JSON. */
  textTypes?: readonly string[]
  /** Whether a success sets the session cookie, or takes it back. */
  setsCookie?: boolean
}

export interface OtherAnswer {
  status: number
  description: string
  /** Absent: without a body. */
  answer?: z.ZodType
}

export interface AuthenticatedRouteSpec<Params, Query, Body, Answer, Access extends Permission = Permission>
  extends RouteSpec<Params, Query, Body, Answer> {
  /** The permission a caller needs. */
  access: Access
}

type CallerOf<Access extends Permission> = Access extends SessionPermission ? SessionPrincipal : Principal

/** Parts of a request after parsing; undefined if the route names no schema. */
export interface ParsedParts {
  params: unknown
  query: unknown
  body: unknown
}

export interface DescribedRoute {
  /** `session_or_token`: no token if `access` is for sessions only. */
  credential: 'none' | 'session_or_token' | 'token' | 'dsn'
  method: string
  path: string
  summary: string
  success: string
  bodyType: string
  answerType: string
  /** The permission a caller needs; null if anyone or a DSN may call. */
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

export type ListedRoute = Pick<
  DescribedRoute,
  'credential' | 'method' | 'path' | 'access' | 'summary' | 'maxBodyBytes' | 'limit'
>

export type Route =
  | (DescribedRoute & { credential: 'none'; run(call: PublicCall<ParsedParts>): Promise<unknown> })
  | (DescribedRoute & {
      credential: 'session_or_token'
      access: Permission
      run(call: AuthenticatedCall<ParsedParts>): Promise<unknown>
    })
  | (DescribedRoute & {
      credential: 'token'
      access: Permission
      run(call: TokenCall<ParsedParts>): Promise<unknown>
    })

export const API_BODY_BYTES = 1024 * 1024
/** Of callers without a credential, who can have all connections: a password and a few names. */
const PUBLIC_BODY_BYTES = 16 * 1024

/** For signed-in users, and tokens unless `access` excludes them. Schemas type the handler's parts,
 * `access` its principal, `answer` its result. */
export function authenticatedRoute<
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Answer = void,
  Access extends Permission = Permission,
>(
  address: RouteAddress,
  spec: AuthenticatedRouteSpec<Params, Query, Body, Answer, Access>,
  handle: (
    call: AuthenticatedCallBase<CallerOf<NoInfer<Access>>> & {
      params: NoInfer<Params>
      query: NoInfer<Query>
      body: NoInfer<Body>
    },
  ) => Promise<NoInfer<Answer>>,
): Route {
  return callerRoute(described(address, spec), spec.access, handle)
}

/** As `authenticatedRoute`, for tokens alone. */
export function tokenRoute<Params = undefined, Query = undefined, Body = undefined, Answer = void>(
  address: RouteAddress,
  spec: AuthenticatedRouteSpec<Params, Query, Body, Answer>,
  handle: (
    call: TokenCall<{ params: NoInfer<Params>; query: NoInfer<Query>; body: NoInfer<Body> }>,
  ) => Promise<NoInfer<Answer>>,
): Route {
  return { ...described(address, spec), credential: 'token', access: spec.access, run: runOf(handle) }
}

export function eventStreamRoute<Answer>(
  address: RouteAddress,
  spec: AuthenticatedRouteSpec<undefined, undefined, undefined, Answer>,
  handle: (call: AuthenticatedCall) => Promise<Readable>,
): Route {
  const description = { ...described(address, spec), answerType: 'text/event-stream' }
  return callerRoute(description, spec.access, handle)
}

/** A route that answers with a file, sent in pieces. Its handler says the type. */
export function fileRoute<Query>(
  address: RouteAddress,
  {
    answerType,
    ...spec
  }: AuthenticatedRouteSpec<undefined, Query, undefined, string> & { answerType: string },
  handle: (call: AuthenticatedCall<{ query: NoInfer<Query> }>) => Promise<Readable>,
): Route {
  return callerRoute({ ...described(address, spec), answerType }, spec.access, handle)
}

/** A route whose answer is a list that may be too large to be in memory at once. */
export function streamedRoute<Params = undefined, Query = undefined, Answer = void>(
  address: RouteAddress,
  spec: AuthenticatedRouteSpec<Params, Query, undefined, Answer>,
  handle: (
    call: AuthenticatedCall<{ params: NoInfer<Params>; query: NoInfer<Query> }>,
  ) => Promise<ListInPieces>,
): Route {
  return callerRoute(described(address, spec), spec.access, handle)
}

/** A text that is sent as it is, with an `ETag`: asked again with it, the answer is 304. */
export class WrittenAnswer {
  readonly text: string
  readonly type: string
  readonly etag: string

  constructor(text: string, type: string, etag: string) {
    this.text = text
    this.type = type
    this.etag = etag
  }
}

export function writtenRoute<Params = undefined, Query = undefined, Answer = void>(
  address: RouteAddress,
  spec: AuthenticatedRouteSpec<Params, Query, undefined, Answer> & {
    credential: 'session_or_token' | 'token'
  },
  handle: (
    call: AuthenticatedCall<{ params: NoInfer<Params>; query: NoInfer<Query> }>,
  ) => Promise<WrittenAnswer>,
): Route {
  const unchanged = {
    status: 304,
    description: 'Not changed since the response with the ETag in If-None-Match.',
  }
  const description = described(address, { ...spec, otherAnswers: [unchanged] })
  if (spec.credential === 'session_or_token') return callerRoute(description, spec.access, handle)
  return { ...description, credential: 'token', access: spec.access, run: runOf(handle) }
}

export function publicRoute<Params = undefined, Query = undefined, Body = undefined, Answer = void>(
  address: RouteAddress,
  spec: RouteSpec<Params, Query, Body, Answer>,
  handle: (
    call: PublicCall<{ params: NoInfer<Params>; query: NoInfer<Query>; body: NoInfer<Body> }>,
  ) => Promise<NoInfer<Answer> | Readable>,
): Route {
  const bounded = { maxBodyBytes: PUBLIC_BODY_BYTES, ...spec }
  return { ...described(address, bounded), credential: 'none', access: null, run: runOf(handle) }
}

export function dsnRoute<Params, Query, Body, Answer>(
  address: RouteAddress,
  spec: RouteSpec<Params, Query, Body, Answer> & { bodyType: string },
): DescribedRoute {
  return { ...described(address, spec), credential: 'dsn', access: null, bodyType: spec.bodyType }
}

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

type Handler = (call: never) => Promise<unknown>

function callerRoute(description: ReturnType<typeof described>, access: Permission, handle: Handler): Route {
  return { ...description, credential: 'session_or_token', access, run: runOf(handle) }
}

/** The registration hands over what the route's own schemas returned, and a caller whom `access` lets through. */
function runOf<Call>(handle: Handler): (call: Call) => Promise<unknown> {
  return handle as (call: Call) => Promise<unknown>
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

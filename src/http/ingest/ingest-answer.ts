import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ServiceError, statusesOf } from '#contract/errors.ts'
import { uuidToHex } from '#domain/text/uuid.ts'
import type { ClientDialect } from '#ingest/admission/dsn-credentials.ts'
import { isHeldBack } from '../server/expect-continue.ts'
import { DISCARD_BYTES, DISCARD_MS } from '../server/overdue.ts'
import { BASIC_HEADERS } from '../server/security-headers.ts'
import type { IngestExchange } from './receive.ts'

type Answering = Pick<IngestExchange, 'request' | 'res'>
type Refusing = Pick<IngestExchange, 'request' | 'res' | 'dialect'>

/** Any origin may read every answer: an SDK that cannot read refusals reports network errors and never
 * learns of limits. No credentials are involved, cookies are ignored. */
const CORS = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'retry-after, x-sentry-rate-limits, x-sentry-error, x-compat-rate-limits',
]
const EVERY_ANSWER = [...CORS, ...Object.entries(BASIC_HEADERS).flat()]

const LIMITS_HEADER = 'X-Sentry-Rate-Limits'

function jsonHeaders(length: number): string[] {
  return [
    ...EVERY_ANSWER,
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(length),
  ]
}

const COMPAT_ID_HEADERS = jsonHeaders('{"id":""}'.length + 36)
const SENTRY_ID_HEADERS = jsonHeaders('{"id":""}'.length + 32)
const EMPTY_HEADERS = jsonHeaders('{}'.length)

function writeHead({ request, res }: Answering, status: number, headers: string[]): void {
  res.writeHead(status, headers.concat('X-Request-Id', request.id))
}

/** In our dialect 202 with a dashed UUID; to SDKs 200 with 32 hex digits, as several take nothing else for success. */
export function answerId(answering: Answering, dialect: ClientDialect, dashedId: string): void {
  const isCompat = dialect === 'compat'
  writeHead(answering, isCompat ? 202 : 200, isCompat ? COMPAT_ID_HEADERS : SENTRY_ID_HEADERS)
  finish(answering, `{"id":"${isCompat ? dashedId : uuidToHex(dashedId)}"}`, 'latin1')
}

/** 200 `{}`: taken note of, nothing to name. */
export function answerEmpty(answering: Answering): void {
  writeHead(answering, 200, EMPTY_HEADERS)
  finish(answering, '{}')
}

export function answerCreated(answering: Answering, document: object): void {
  const body = JSON.stringify(document)
  writeHead(answering, 201, jsonHeaders(Buffer.byteLength(body)))
  answering.res.end(body)
}

/** 200 with a script, for pages of any origin. */
export function answerScript(answering: Answering, script: Buffer): void {
  writeHead(answering, 200, [
    ...EVERY_ANSWER,
    'Content-Type',
    'text/javascript; charset=utf-8',
    'Content-Length',
    String(script.byteLength),
    'Cross-Origin-Resource-Policy',
    'cross-origin',
  ])
  answering.res.end(script)
}

export function answerPreflight(answering: Answering): void {
  const asked = answering.request.headers['access-control-request-headers']
  writeHead(answering, 204, [
    ...EVERY_ANSWER,
    'Access-Control-Allow-Methods',
    'POST, OPTIONS',
    'Access-Control-Allow-Headers',
    asked ?? 'content-type, content-encoding, authorization, x-sentry-auth, x-compat-auth',
    'Access-Control-Max-Age',
    '3600',
    'Vary',
    'Access-Control-Request-Headers',
  ])
  answering.res.end()
}

export function answerError(refusing: Refusing, error: ServiceError): void {
  const own = refusalHeaders(refusing, error)
  const isBare = LIMITS_HEADER in own && readsHeadersOnly(refusing)
  const body = isBare ? '' : JSON.stringify(errorDocument(error, refusing.request.id))
  const headers = [...jsonHeaders(Buffer.byteLength(body)), 'X-Sentry-Error', error.code]
  for (const [name, value] of Object.entries(own)) headers.push(name, value)
  if (error.code === 'method_not_allowed') headers.push('Allow', allowedMethods(refusing))
  writeHead(refusing, refusalStatus(refusing, error), headers)
  if (error.code === 'request_timeout') endNow(refusing, body)
  else finish(refusing, refusing.request.method === 'HEAD' ? '' : body)
}

function allowedMethods({ request }: Refusing): string {
  return request.url.startsWith('/api/embed/') ? 'GET, HEAD, POST, OPTIONS' : 'POST, OPTIONS'
}

export function refusalStatus({ dialect }: Pick<Refusing, 'dialect'>, error: ServiceError): number {
  const [status, sdkStatus] = statusesOf(error.code)
  return dialect === 'sentry' ? sdkStatus : status
}

/** SDKs look for limits in one header; few of them read `Retry-After` on a 503. */
function refusalHeaders({ dialect }: Refusing, error: ServiceError): Record<string, string> {
  const seconds = error.retryAfterSeconds
  if (seconds === undefined) return error.headers
  const isLimit = dialect === 'sentry' && error.code === 'queue_unavailable'
  return {
    ...(isLimit && { [LIMITS_HEADER]: `${seconds}::organization:${error.code}` }),
    ...error.headers,
    'Retry-After': String(seconds),
  }
}

function readsHeadersOnly({ request, dialect }: Refusing): boolean {
  return dialect === 'sentry' && request.headers['user-agent']?.startsWith('sentry.php') === true
}

function errorDocument(error: ServiceError, requestId: string) {
  return {
    error: error.code,
    message: error.message,
    request_id: requestId,
    detail: error.message,
    ...(error.details && { details: error.details }),
  }
}

/** Stop waiting for a client that was too slow. */
function endNow({ request, res }: Answering, body: string): void {
  res.end(body, () => request.raw.destroy())
}

function finish({ request, res }: Answering, body: string, encoding: 'utf8' | 'latin1' = 'utf8'): void {
  const req = request.raw
  if (req.complete || req.readableEnded || isHeldBack(req)) {
    res.end(body, encoding)
    return
  }
  if (body === '') res.flushHeaders()
  else res.write(body, encoding)
  discardRest(req, res)
}

/** Discards what the client still sends: closing at once would reset the connection and lose the answer. It
 * ends with the body, or when patience runs out. */
function discardRest(req: IncomingMessage, res: ServerResponse): void {
  let discarded = 0
  const finish = () => {
    clearTimeout(timer)
    res.end()
  }
  const giveUp = () => {
    clearTimeout(timer)
    res.end()
    req.destroy()
  }
  const timer = setTimeout(giveUp, DISCARD_MS)
  req.on('data', (chunk: Uint8Array) => {
    discarded += chunk.byteLength
    if (discarded > DISCARD_BYTES) giveUp()
  })
  req.once('end', finish)
  req.once('close', () => clearTimeout(timer))
  req.resume()
}

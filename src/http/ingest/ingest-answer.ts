import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERRORS, type ServiceError } from '#contract/errors.ts'
import { BASIC_HEADERS } from '../security-headers.ts'
import type { IngestExchange } from './receive.ts'

/** The request that is answered, and where. */
type Answering = Pick<IngestExchange, 'request' | 'res'>

/**
 * Every ingest answer may be read by a page of any origin, refusals too: a browser SDK that cannot read
 * them reports network errors and never learns of limits. No credentials are involved, cookies are ignored.
 */
const CORS = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'retry-after, x-sentry-rate-limits, x-sentry-error, x-compat-rate-limits',
]
const EVERY_ANSWER = [...CORS, ...Object.entries(BASIC_HEADERS).flat()]

/** What a still sending client may send on after its refusal, and for how long. */
const DISCARD_BYTES = 16 * 1024 * 1024
const DISCARD_MS = 5000

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

/** 202 with the id as a dashed UUID: the answer of the interface specification. */
export function answerAccepted(answering: Answering, dashedId: string): void {
  writeHead(answering, 202, COMPAT_ID_HEADERS)
  answering.res.end(`{"id":"${dashedId}"}`, 'latin1')
}

/** 200 with the id as 32 hex digits: several stock SDKs take nothing but 200 for success. */
export function answerOk(answering: Answering, hexId: string): void {
  writeHead(answering, 200, SENTRY_ID_HEADERS)
  answering.res.end(`{"id":"${hexId}"}`, 'latin1')
}

/** 200 `{}`: taken note of, nothing to name. */
export function answerEmpty(answering: Answering): void {
  writeHead(answering, 200, EMPTY_HEADERS)
  answering.res.end('{}')
}

/** 201 with a JSON document. */
export function answerCreated(answering: Answering, document: object): void {
  const body = JSON.stringify(document)
  writeHead(answering, 201, jsonHeaders(Buffer.byteLength(body)))
  answering.res.end(body)
}

/** 204 to a preflight: POST with whatever headers were asked for. */
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

/** A refusal: the error document, with the sentence also as `detail`, which some SDKs print. */
export function answerError(answering: Answering, error: ServiceError): void {
  const { request, res } = answering
  const document = {
    error: error.code,
    message: error.message,
    request_id: request.id,
    detail: error.message,
    ...(error.details && { details: error.details }),
  }
  const body = JSON.stringify(document)
  const headers = [...jsonHeaders(Buffer.byteLength(body)), 'X-Sentry-Error', error.code]
  for (const [name, value] of Object.entries(error.headers)) headers.push(name, value)
  if (error.retryAfterSeconds !== undefined) headers.push('Retry-After', String(error.retryAfterSeconds))
  if (error.code === 'method_not_allowed') headers.push('Allow', 'POST, OPTIONS')
  writeHead(answering, ERRORS[error.code].status, headers)
  const req = request.raw
  if (req.complete || req.readableEnded) {
    res.end(request.method === 'HEAD' ? undefined : body)
    return
  }
  res.write(body)
  discardRest(req, res)
}

/**
 * Reads on and throws away what the client still sends: closing at once would reset the connection, and the
 * answer on its way with it. The answer is complete by its length; the connection ends with the body or
 * with the patience.
 */
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

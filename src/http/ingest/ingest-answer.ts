import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERRORS, type ServiceError } from '#contract/errors.ts'

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

/** What a still sending client may send on after its refusal, and for how long. */
const DISCARD_BYTES = 16 * 1024 * 1024
const DISCARD_MS = 5000

function jsonHeaders(length: number): string[] {
  return [...CORS, 'Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(length)]
}

const COMPAT_ID_HEADERS = jsonHeaders('{"id":""}'.length + 36)
const SENTRY_ID_HEADERS = jsonHeaders('{"id":""}'.length + 32)
const EMPTY_HEADERS = jsonHeaders('{}'.length)

/** 202 with the id as a dashed UUID: the answer of the interface specification. */
export function answerAccepted(res: ServerResponse, dashedId: string): void {
  res.writeHead(202, COMPAT_ID_HEADERS)
  res.end(`{"id":"${dashedId}"}`, 'latin1')
}

/** 200 with the id as 32 hex digits: several stock SDKs take nothing but 200 for success. */
export function answerOk(res: ServerResponse, hexId: string): void {
  res.writeHead(200, SENTRY_ID_HEADERS)
  res.end(`{"id":"${hexId}"}`, 'latin1')
}

/** 200 `{}`: taken note of, nothing to name. */
export function answerEmpty(res: ServerResponse): void {
  res.writeHead(200, EMPTY_HEADERS)
  res.end('{}')
}

/** 201 with a JSON document. */
export function answerCreated(res: ServerResponse, document: object): void {
  const body = JSON.stringify(document)
  res.writeHead(201, jsonHeaders(Buffer.byteLength(body)))
  res.end(body)
}

/** 204 to a preflight: POST with whatever headers were asked for. */
export function answerPreflight(req: IncomingMessage, res: ServerResponse): void {
  const asked = req.headers['access-control-request-headers']
  res.writeHead(204, [
    ...CORS,
    'Access-Control-Allow-Methods',
    'POST, OPTIONS',
    'Access-Control-Allow-Headers',
    asked ?? 'content-type, content-encoding, authorization, x-sentry-auth, x-compat-auth',
    'Access-Control-Max-Age',
    '3600',
    'Vary',
    'Access-Control-Request-Headers',
  ])
  res.end()
}

/** A refusal: the error document, with the sentence also as `detail`, which some SDKs print. */
export function answerError(
  req: IncomingMessage,
  res: ServerResponse,
  { error, requestId }: { error: ServiceError; requestId: string },
): void {
  const document = {
    error: error.code,
    message: error.message,
    request_id: requestId,
    detail: error.message,
    ...(error.details && { details: error.details }),
  }
  const body = JSON.stringify(document)
  const headers = [...jsonHeaders(Buffer.byteLength(body)), 'X-Sentry-Error', error.code]
  for (const [name, value] of Object.entries(error.headers)) headers.push(name, value)
  if (error.retryAfterSeconds !== undefined) headers.push('Retry-After', String(error.retryAfterSeconds))
  if (error.code === 'method_not_allowed') headers.push('Allow', 'POST, OPTIONS')
  res.writeHead(ERRORS[error.code].status, headers)
  if (req.complete || req.readableEnded) {
    res.end(req.method === 'HEAD' ? undefined : body)
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

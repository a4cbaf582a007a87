import type { IncomingMessage, RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { type OutboundGuard, RefusedTargetError } from './target.ts'

/** An import would read all that the module exports, and load the client behind `fetch` for it: 5 % of a start. */
const { Agent: HttpAgent, request: httpRequest } = process.getBuiltinModule('node:http')

export interface OutboundPost {
  url: string
  headers: Record<string, string>
  body: string
}

export interface OutboundAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  excerpt: string
}

export interface OutboundLimits {
  signal: AbortSignal
  totalMs: number
  maxAnswerBytes: number
  excerptBytes: number
}

/**
 * Posts once to a checked address: no redirect is followed, no proxy asked, no connection kept. Settles within
 * `totalMs`, whatever the receiver does.
 * @throws RefusedTargetError, or an Error that says what went wrong.
 */
export async function postOutside(
  guard: OutboundGuard,
  post: OutboundPost,
  limits: OutboundLimits,
): Promise<OutboundAnswer> {
  const timeout = AbortSignal.timeout(limits.totalMs)
  const signal = AbortSignal.any([timeout, limits.signal])
  try {
    const url = guard.parse(post.url)
    const addresses = await guard.addressesOf(url, signal)
    const answer = await send(post, { guard, url, addresses, signal, maxBytes: limits.maxAnswerBytes })
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      excerpt: await readExcerpt(answer, limits),
    }
  } catch (error) {
    if (timeout.aborted) throw new Error(`No answer within ${limits.totalMs / 1000} s.`, { cause: error })
    throw error instanceof RefusedTargetError ? error : new Error(troubleOf(error), { cause: error })
  }
}

interface Way {
  guard: OutboundGuard
  url: URL
  addresses: string[]
  signal: AbortSignal
  maxBytes: number
}

function send(
  { headers, body }: OutboundPost,
  { guard, url, addresses, signal, maxBytes }: Way,
): Promise<IncomingMessage> {
  const isHttps = url.protocol === 'https:'
  // An agent of its own: the global one keeps connections, and may be told to use a proxy by the environment.
  const agent = isHttps ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false })
  const options: RequestOptions = {
    method: 'POST',
    agent,
    signal,
    lookup: pinnedTo(addresses),
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  }
  return new Promise((resolve, reject) => {
    const request = (isHttps ? httpsRequest : httpRequest)(url, options, resolve)
    request.on('socket', (socket) => {
      watch(socket, guard, (error) => request.destroy(error))
      endAfter(socket, maxBytes, () => request.destroy(failure('EMSGSIZE')))
    })
    request.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve(answer)
    })
    request.on('error', (error) => reject(error))
    // The runtime can end a request without an error; after anything else this changes nothing.
    request.on('close', () => reject(failure('ECONNRESET')))
    request.end(body)
  })
}

function pinnedTo(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, { all }, done) => (all ? done(null, known) : done(null, known[0]!.address, known[0]!.family))
}

function watch(socket: Socket, guard: OutboundGuard, onRefused: (error: RefusedTargetError) => void): void {
  socket.once('connect', () => {
    try {
      guard.checkConnected(socket.remoteAddress ?? '')
    } catch (error) {
      if (!(error instanceof RefusedTargetError)) throw error
      onRefused(error)
    }
  })
}

/** Counts all that comes, not only a body: interim answers, blank lines and the frames of chunks have no end either. */
function endAfter(socket: Socket, maxBytes: number, end: () => void): void {
  let left = maxBytes
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.byteLength
    if (left < 0) end()
  })
}

/** For what is shown of an answer. One that trickles must not hold its place among the deliveries any longer. */
const EXCERPT_MS = 2_000

/** Reads the answer up to its bound; one that stops in between counts as far as it came, its status is known. */
async function readExcerpt(answer: IncomingMessage, { excerptBytes }: OutboundLimits): Promise<string> {
  const kept: Buffer[] = []
  let left = excerptBytes
  const timer = setTimeout(() => answer.destroy(), EXCERPT_MS)
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (left > 0) kept.push(chunk.subarray(0, left))
      left -= chunk.byteLength
    }
  } catch {
    // The time is up, the receiver hung up, or it said too much.
  } finally {
    clearTimeout(timer)
    answer.destroy()
  }
  return new TextDecoder().decode(Buffer.concat(kept), { stream: true })
}

const TROUBLES: Record<string, string> = {
  EMSGSIZE: 'The receiver sent too much before its response.',
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection without a response.',
  EHOSTUNREACH: 'The receiver cannot be reached.',
  ENETUNREACH: 'The receiver cannot be reached.',
  ENOTFOUND: "The receiver's name does not resolve to an address.",
  ENODATA: "The receiver's name does not resolve to an address.",
  ETIMEOUT: "No name server answered for the receiver's name.",
  ESERVFAIL: 'The name servers of the receiver failed.',
  EPROTO: 'No TLS connection could be made. Check that the port of the URL speaks https.',
  HPE_INVALID_CONSTANT: 'The receiver answered, but not in HTTP. Check the port of the URL.',
}

/** A certificate's names are in the message about them: as many as its owner likes. */
const MESSAGE_CHARS = 300

function failure(code: string): Error {
  return Object.assign(new Error(code), { code })
}

function troubleOf(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const said = (message || code || 'unknown reason').slice(0, MESSAGE_CHARS)
  return TROUBLES[code] ?? `The request failed: ${said}.`
}

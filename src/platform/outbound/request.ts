import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { type OutboundGuard, RefusedTargetError } from './target.ts'

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
 * Posts once to a checked address: no redirect is followed, no proxy asked, no connection kept.
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
    const answer = await send(post, { guard, url, addresses, signal })
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
}

function send(
  { headers, body }: OutboundPost,
  { guard, url, addresses, signal }: Way,
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
    request.on('socket', (socket) => watch(socket, guard, (error) => request.destroy(error)))
    request.on('error', (error) => reject(error))
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

/** Reads the answer up to its bound; one that stops in between counts as far as it came, its status is known. */
async function readExcerpt(answer: IncomingMessage, limits: OutboundLimits): Promise<string> {
  const kept: Buffer[] = []
  let [read, left] = [0, limits.excerptBytes]
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (left > 0) kept.push(chunk.subarray(0, left))
      left -= chunk.byteLength
      read += chunk.byteLength
      if (read >= limits.maxAnswerBytes) break
    }
  } catch {
    // The time is up, or the receiver hung up.
  } finally {
    answer.destroy()
  }
  return new TextDecoder().decode(Buffer.concat(kept), { stream: true })
}

const TROUBLES: Record<string, string> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection without a response.',
  EHOSTUNREACH: 'The receiver cannot be reached.',
  ENETUNREACH: 'The receiver cannot be reached.',
  ENOTFOUND: "The receiver's name does not resolve to an address.",
  ENODATA: "The receiver's name does not resolve to an address.",
  ETIMEOUT: "No name server answered for the receiver's name.",
  ESERVFAIL: 'The name servers of the receiver failed.',
}

function troubleOf(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return TROUBLES[code] ?? `The request failed: ${message || code || 'unknown reason'}.`
}

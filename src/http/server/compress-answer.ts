import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Turns } from '#platform/turns/turns.ts'

const SHORTEST_CHARS = 2048
/** Threads of the runtime that may compress at once; it has four, which files and passwords need as well. */
const AT_ONCE = 2
const WAITING = 16
/** Answers in pieces that are compressed at once, as fast as their clients read. */
const STREAMS_AT_ONCE = 8
/** The lowest level: JSON shrinks to a seventh, at 6 ms a megabyte. */
const OPTIONS = { level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 }

export function compressedTag(tag: string): string {
  return tag.replace(/"$/, '-gzip"')
}

const deflated = promisify<string, typeof OPTIONS, Buffer>(gzip)

/** Compresses answers off the main thread, a few at once; no answer waits long for it. Decision 0078. */
export class AnswerCompressor {
  readonly #turns = new Turns({ running: AT_ONCE, waiting: WAITING })
  #streams = 0

  /** A hook of the framework (`onSend`), for routes whose answers hold nothing that must not be guessed. */
  readonly hook = async (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> => {
    if (!isJson(reply)) return payload
    varyByEncoding(reply)
    if (reply.statusCode !== 200 || !takesGzip(request) || isForeign(request)) return payload
    if (payload instanceof Readable) return this.#compressStream(reply, payload)
    if (typeof payload !== 'string' || payload.length < SHORTEST_CHARS) return payload
    return this.#compressText(reply, payload)
  }

  async #compressText(reply: FastifyReply, text: string): Promise<unknown> {
    if (this.#turns.isFull) return text
    const bytes = await this.#turns.run(() => deflated(text, OPTIONS))
    markCompressed(reply)
    return bytes
  }

  #compressStream(reply: FastifyReply, source: Readable): Readable {
    if (this.#streams >= STREAMS_AT_ONCE) return source
    this.#streams += 1
    markCompressed(reply)
    return pipeline(source, createGzip(OPTIONS), () => {
      this.#streams -= 1
    })
  }
}

function varyByEncoding(reply: FastifyReply): void {
  const names = String(reply.getHeader('vary') ?? '')
  if (/\baccept-encoding\b/i.test(names)) return
  reply.header('vary', names === '' ? 'accept-encoding' : `${names}, accept-encoding`)
}

/** A strong tag names bytes, so the compressed ones need a tag of their own. */
function markCompressed(reply: FastifyReply): void {
  reply.header('content-encoding', 'gzip')
  const tag = reply.getHeader('etag')
  if (typeof tag === 'string') reply.header('etag', compressedTag(tag))
}

function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').startsWith('application/json')
}

function takesGzip(request: FastifyRequest): boolean {
  const accepted = request.headers['accept-encoding'] ?? ''
  return accepted.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === 'gzip' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

function isForeign(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  return site === 'cross-site' || site === 'same-site'
}

import { Buffer } from 'node:buffer'
import type { Transform } from 'node:stream'
import { ServiceError } from '#contract/errors.ts'
import { INGEST_LIMITS } from '#contract/limits.ts'
import { EnvelopeStream } from '#domain/envelope/stream.ts'
import type { BodyLease } from '#ingest/admission/in-flight-budget.ts'
import { MAX_FEEDBACK_ITEMS } from '#ingest/feedback/read-feedback.ts'
import { envelopeTooLarge, openStreamed } from '#ingest/open-envelope.ts'
import { brokenBody, type OpenedEnvelope } from '#ingest/read-event.ts'
import { type ContentEncoding, canonicalEncoding } from '#platform/coding/content-encoding.ts'
import { createInflater } from '#platform/coding/inflate-stream.ts'
import { ClientGoneError } from './client-gone.ts'
import { type IngestRequest, overloaded } from './receive.ts'
import { WireReader } from './wire-reader.ts'

const FEEDBACK_ITEM_BYTES = 64 * 1024
const FEEDBACK = { feedbackBytes: FEEDBACK_ITEM_BYTES, feedbackItems: MAX_FEEDBACK_ITEMS }
const CHUNKS_BYTES = 256 * 1024

export interface StreamOptions {
  maxEventBytes: number
  lease: BodyLease
  /** Gets the number of inflated bytes; if it returns a promise, inflating pauses until it resolves. */
  pass(bytes: number): Promise<void> | undefined
}

/** Reads an envelope of which only the event and feedback are kept, in memory that does not grow with the
 * rest. @param head the bytes of the body that were read before; the rest is read from the request.
 * @throws invalid_envelope, payload_too_large, queue_unavailable, request_timeout, and ClientGoneError */
export async function streamEnvelope(
  request: IngestRequest,
  head: Buffer,
  options: StreamOptions,
): Promise<OpenedEnvelope> {
  const encoding = canonicalEncoding(request.headers['content-encoding'])
  if (encoding === null) throw brokenBody('invalid_envelope', encoding)
  const stream = new EnvelopeStream({ eventBytes: options.maxEventBytes, ...FEEDBACK })
  const wire = new WireReader(request.raw)
  const source = new WireSource(wire, head)
  try {
    if (encoding === 'identity') await copy(source, stream, options)
    else await inflate(source, encoding, { ...options, stream })
  } catch (error) {
    // A failure after an event must not lose the event.
    if (!(error instanceof TooMuchError && stream.hasEvent))
      throw error instanceof TooMuchError ? envelopeTooLarge() : error
  } finally {
    wire.release()
  }
  const plain = encoding === 'identity' ? source.first : null
  return openStreamed(stream.end(), { plain, maxBytes: options.maxEventBytes })
}

class TooMuchError extends Error {}

/** The head of a body, then what the wire brings, within the bound of an envelope. */
class WireSource {
  readonly #wire: WireReader
  /** The first bytes, for a look at what they are. */
  readonly first: Buffer
  #head: Buffer | null

  constructor(wire: WireReader, head: Buffer) {
    this.#wire = wire
    this.#head = head.length > 0 ? head : null
    this.first = Buffer.from(head.subarray(0, 4))
  }

  async next(): Promise<Buffer | null> {
    const head = this.#head
    this.#head = null
    if (head !== null) return head
    const piece = await this.#wire.next()
    if (this.#wire.bytes > INGEST_LIMITS.maxEnvelopeBytes) throw new TooMuchError()
    return piece
  }
}

async function copy(source: WireSource, stream: EnvelopeStream, { lease }: StreamOptions): Promise<void> {
  for (let piece = await source.next(); piece !== null; piece = await source.next()) {
    stream.write(piece)
    if (stream.hasFailed) return
    if (!lease.hold(stream.heldBytes + CHUNKS_BYTES)) throw overloaded()
  }
}

async function inflate(
  source: WireSource,
  encoding: Exclude<ContentEncoding, 'identity'>,
  { stream, lease, pass }: StreamOptions & { stream: EnvelopeStream },
): Promise<void> {
  const first = await source.next()
  if (first === null) throw brokenBody('invalid_envelope', encoding)
  const inflater = createInflater(encoding, first)
  const fixedBytes = inflater.heldBytes + CHUNKS_BYTES
  if (!lease.hold(first.length + fixedBytes)) throw overloaded()
  const feeding = feed(source, first, inflater.stream)
  let inflated = 0
  try {
    for await (const chunk of inflater.stream as AsyncIterable<Buffer>) {
      inflated += chunk.length
      if (inflated > INGEST_LIMITS.maxInflatedEnvelopeBytes) throw new TooMuchError()
      stream.write(chunk)
      if (stream.hasFailed) return
      if (!lease.hold(stream.heldBytes + fixedBytes)) throw overloaded()
      const turn = pass(chunk.length)
      if (turn !== undefined) await turn
    }
  } catch (cause) {
    const isOurs = [ServiceError, ClientGoneError, TooMuchError].some((type) => cause instanceof type)
    throw isOurs ? cause : brokenBody('invalid_envelope', encoding, cause)
  } finally {
    inflater.stream.destroy()
  }
  const fed = await feeding
  if (encoding === 'zstd' && !stream.hasEvent && fed > inflater.stream.bytesWritten)
    throw new ServiceError('invalid_envelope', 'A body of this size must be a single zstd frame.')
}

/** Hands the wire to an inflater as fast as it takes it. Ends it with what went wrong on the wire.
 * @returns the number of bytes; infinite if it was over before the wire was. */
async function feed(source: WireSource, first: Buffer, inflater: Transform): Promise<number> {
  let fed = 0
  try {
    for (let piece: Buffer | null = first; piece !== null; piece = await source.next()) {
      if (inflater.destroyed) return Number.POSITIVE_INFINITY
      fed += piece.length
      if (!inflater.write(piece)) await drained(inflater)
    }
    if (!inflater.destroyed) inflater.end()
  } catch (error) {
    inflater.destroy(error as Error)
  }
  return fed
}

function drained(inflater: Transform): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      inflater.off('drain', settle).off('close', settle)
      resolve()
    }
    inflater.on('drain', settle).on('close', settle)
  })
}

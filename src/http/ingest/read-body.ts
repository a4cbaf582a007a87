import { Buffer } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { BodyLease } from '#ingest/in-flight-budget.ts'

/** How reading a body ended. `too_large` still has the first bytes, for a look at them. */
export type BodyOutcome =
  | { status: 'read'; bytes: Buffer }
  | { status: 'too_large'; head: Buffer }
  | { status: 'overloaded' }
  | { status: 'aborted' }

export interface ReadBodyOptions {
  /** Largest body, inclusive. */
  maxBytes: number
  /** Counts the bytes held; the caller releases it. */
  lease: BodyLease
  /** Read the first bytes even where the length alone says `too_large`. */
  wantHead: boolean
}

const HEAD_BYTES = 4096

/**
 * Reads a request body as it came over the wire, with or without a Content-Length, whatever its type. Stops
 * at the first byte too many; the rest is left to the caller. The lease grows with what has arrived, not with
 * what is announced: slow clients with large announcements must not use up the budget.
 */
export function readBody(req: IncomingMessage, options: ReadBodyOptions): Promise<BodyOutcome> {
  if (req.destroyed) return Promise.resolve({ status: 'aborted' })
  const tooLarge = Number(req.headers['content-length'] ?? 0) > options.maxBytes
  if (tooLarge && !options.wantHead) {
    return Promise.resolve({ status: 'too_large', head: Buffer.alloc(0) })
  }
  if (!options.lease.growTo(1)) return Promise.resolve({ status: 'overloaded' })
  return collect(req, { ...options, maxBytes: tooLarge ? HEAD_BYTES : options.maxBytes })
}

function collect(req: IncomingMessage, { maxBytes, lease }: ReadBodyOptions): Promise<BodyOutcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > maxBytes)
        settle({ status: 'too_large', head: Buffer.concat(chunks).subarray(0, HEAD_BYTES) })
      else if (!lease.growTo(size)) settle({ status: 'overloaded' })
    }
    const onEnd = () =>
      settle({ status: 'read', bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) })
    const onClose = () => settle({ status: 'aborted' })
    const settle = (outcome: BodyOutcome) => {
      req.off('data', onData)
      req.off('end', onEnd)
      req.off('close', onClose)
      resolve(outcome)
    }
    req.on('data', onData)
    req.on('end', onEnd)
    req.on('close', onClose)
  })
}

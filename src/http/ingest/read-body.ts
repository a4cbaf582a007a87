import { Buffer } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { ByteCollector } from '#domain/json/byte-collector.ts'
import type { BodyLease } from '#ingest/admission/in-flight-budget.ts'
import { inviteBody } from '../server/expect-continue.ts'
import { OVERDUE, type Overdue } from '../server/overdue.ts'

/** How reading a body ended. `too_large` still has the bytes that were read. */
export type BodyOutcome =
  | { status: 'read'; bytes: Buffer }
  | { status: 'too_large'; head: Buffer }
  | { status: 'overloaded' }
  | { status: 'overdue'; overdue: Overdue }
  | { status: 'aborted' }

export interface ReadBodyOptions {
  /** Largest body, inclusive. */
  maxBytes: number
  /** Counts the bytes held; the caller releases it. */
  lease: BodyLease
  /** Bytes of the body that were read before. */
  head: Buffer | null
}

const NOTHING = Buffer.alloc(0)

/** Reads a request body as it came over the wire, with or without a Content-Length, whatever its type.
 * Stops at the first byte too many; the rest is left to the caller. The lease grows with what has arrived,
 * not with what is announced: slow clients with large announcements must not use up the budget. */
export function readBody(req: IncomingMessage, options: ReadBodyOptions): Promise<BodyOutcome> {
  const head = options.head ?? NOTHING
  if (Number(req.headers['content-length'] ?? 0) > options.maxBytes || head.length > options.maxBytes) {
    return Promise.resolve({ status: 'too_large', head })
  }
  if (req.readableEnded) return Promise.resolve({ status: 'read', bytes: head })
  if (req.destroyed) return Promise.resolve({ status: 'aborted' })
  if (!options.lease.hold(Math.max(1, head.length))) return Promise.resolve({ status: 'overloaded' })
  return collect(req, { ...options, head })
}

function collect(
  req: IncomingMessage,
  { maxBytes, lease, head }: ReadBodyOptions & { head: Buffer },
): Promise<BodyOutcome> {
  return new Promise((resolve) => {
    const collector = new ByteCollector()
    if (head.length > 0) collector.add(head)
    const onData = (chunk: Buffer) => {
      collector.add(chunk)
      if (collector.bytes > maxBytes) settle({ status: 'too_large', head: collector.take() })
      else if (!lease.hold(collector.heldBytes)) settle({ status: 'overloaded' })
    }
    const onEnd = () => settle({ status: 'read', bytes: collector.take() })
    const onClose = () => settle({ status: 'aborted' })
    const onOverdue = (overdue: Overdue) => settle({ status: 'overdue', overdue })
    const settle = (outcome: BodyOutcome) => {
      req.off('data', onData)
      req.off('end', onEnd)
      req.off('close', onClose)
      req.off(OVERDUE, onOverdue)
      if (outcome.status === 'too_large') req.pause()
      resolve(outcome)
    }
    req.on('data', onData)
    req.on('end', onEnd)
    req.on('close', onClose)
    req.on(OVERDUE, onOverdue)
    inviteBody(req)
    req.resume()
  })
}

import type { Buffer } from 'node:buffer'
import { ENVELOPE_LIMITS, readEnvelopeHeader } from '#domain/envelope/envelope.ts'
import { ByteCollector } from '#domain/json/byte-collector.ts'
import { type DsnCredentials, readDsn } from '#ingest/admission/dsn-credentials.ts'
import type { BodyLease } from '#ingest/admission/in-flight-budget.ts'
import type { ContentEncoding } from '#platform/coding/content-encoding.ts'
import { inflateHead } from '#platform/coding/inflate-stream.ts'
import type { WireReader } from './wire-reader.ts'

/** What an unauthenticated sender may send, on the wire and inflated. */
const HEAD_BYTES = ENVELOPE_LIMITS.maxHeaderBytes

export interface BodyHead {
  bytes: Buffer
  credentials: DsnCredentials | null
}

/** Reads the first line of an envelope, and hardly more, for the key in its `dsn`. It is looked at again
 * only when twice as much has arrived, so that a body sent byte by byte costs no more than one sent at
 * once. @returns null if there is no room for the head of one more unknown sender. @throws
 * ClientGoneError, request_timeout */
export async function readHead(
  wire: WireReader,
  encoding: ContentEncoding | null,
  lease: BodyLease,
): Promise<BodyHead | null> {
  const head = new ByteCollector()
  let lookAt = 1
  for (;;) {
    const piece = await wire.next()
    if (piece !== null) head.add(piece)
    const isLast = piece === null || head.bytes >= HEAD_BYTES
    if (isLast || head.bytes >= lookAt) {
      lookAt = head.bytes * 2
      const line = await firstLine(head.view(), encoding, isLast)
      if (line !== undefined || isLast) return { bytes: head.take(), credentials: readDsn(line?.dsn) }
    }
    if (!lease.hold(head.heldBytes)) return null
  }
}

/** The fields of the first line; undefined as long as it is not complete, or if it is not a header. */
async function firstLine(bytes: Buffer, encoding: ContentEncoding | null, isLast: boolean) {
  if (encoding === null) return undefined
  const text = await inflateHead(bytes, encoding, HEAD_BYTES)
  return readEnvelopeHeader(text, isLast)
}

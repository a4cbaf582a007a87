import type { Buffer } from 'node:buffer'
import { ServiceError } from '#contract/errors.ts'
import type { WorkTurns } from '#ingest/admission/work-turns.ts'
import type { InflateLane } from '#ingest/inflate-lane.ts'
import { openEnvelope } from '#ingest/open-envelope.ts'
import type { OpenedEnvelope, WireBody } from '#ingest/read-event.ts'
import { freeMemory } from '#platform/coding/free-memory.ts'
import { readBody } from './read-body.ts'
import {
  checkAnnounced,
  type IngestExchange,
  inTurn,
  type ReceiveOptions,
  receiveSender,
  type Sender,
  stillAllowed,
  wholeBody,
} from './receive.ts'
import { streamEnvelope } from './stream-envelope.ts'

export interface ReceiveEnvelopeOptions extends ReceiveOptions {
  lane: InflateLane
  turns: WorkTurns
}

export interface ReceivedEnvelope {
  sender: Sender
  body: WireBody
  envelope: OpenedEnvelope
}

/** Authenticates the sender of an envelope, then reads it: in the vendor dialect of any size that
 * attachments have, in ours up to the limit for bodies. @param take gets it as soon as it is open, so that a sender who
 * waits for a turn does so with what was sent, not with what it inflates to.
 * @throws as `receive`, invalid_envelope, and what `take` throws */
export async function receiveEnvelope<T>(
  exchange: IngestExchange,
  options: ReceiveEnvelopeOptions,
  take: (received: ReceivedEnvelope) => T,
): Promise<T> {
  const { request } = exchange
  const { maxBytes, lease, turns } = options
  const { sender: known, head } = await receiveSender(exchange, options)
  const outcome = await readBody(request.raw, { maxBytes, lease, head })
  if (outcome.status === 'too_large' && known.dialect === 'sentry') {
    const streamed = await receiveStreamed(exchange, options, { sender: known, head: outcome.head })
    return inTurn(turns, { exchange, sender: streamed.sender }, () => take(streamed))
  }
  const body = wholeBody(outcome, request, maxBytes)
  const sender = await stillAllowed(exchange, options, known)
  const small = await inTurn(turns, { exchange, sender }, () => {
    const envelope = openSmall(body, sender)
    if (envelope === null) return null
    const taken = take({ sender, body, envelope })
    if (envelope.bytes !== body.bytes) freeMemory(envelope.bytes)
    return { taken }
  })
  if (small !== null) return small.taken
  const streamed = await receiveStreamed(exchange, options, { sender, head: body.bytes })
  return inTurn(turns, { exchange, sender }, () => take(streamed))
}

/** Null: it inflates to more than a body that is held whole may, and its sender may send more. */
function openSmall(body: WireBody, { dialect }: Sender): OpenedEnvelope | null {
  try {
    return openEnvelope(body)
  } catch (error) {
    const isTooLarge = error instanceof ServiceError && error.code === 'payload_too_large'
    if (isTooLarge && dialect === 'sentry') return null
    throw error
  }
}

async function receiveStreamed(
  exchange: IngestExchange,
  options: ReceiveEnvelopeOptions,
  { sender, head }: { sender: Sender; head: Buffer },
): Promise<ReceivedEnvelope> {
  const { request } = exchange
  const { maxBytes, lease, lane } = options
  checkAnnounced(exchange)
  const pass = (bytes: number) => lane.pass(sender.key.projectId, bytes)
  const envelope = await streamEnvelope(request, head, { maxEventBytes: maxBytes, lease, pass })
  const body: WireBody = { bytes: envelope.bytes, encoding: 'identity', maxBytes }
  return { sender: await stillAllowed(exchange, options, sender), body, envelope }
}

import type { Buffer } from 'node:buffer'
import { ServiceError } from '#contract/errors.ts'
import type { InflateLane } from '#ingest/inflate-lane.ts'
import { openEnvelope } from '#ingest/open-envelope.ts'
import type { OpenedEnvelope, WireBody } from '#ingest/read-event.ts'
import { readBody } from './read-body.ts'
import {
  checkAnnounced,
  type IngestExchange,
  type ReceiveOptions,
  receiveSender,
  type Sender,
  stillAllowed,
  wholeBody,
} from './receive.ts'
import { streamEnvelope } from './stream-envelope.ts'

export interface ReceiveEnvelopeOptions extends ReceiveOptions {
  lane: InflateLane
}

export interface ReceivedEnvelope {
  sender: Sender
  body: WireBody
  envelope: OpenedEnvelope
}

/** Authenticates the sender of an envelope, then reads it: in the vendor dialect of any size that
 * attachments have, in ours up to the limit for bodies. @throws as `receive`, and invalid_envelope */
export async function receiveEnvelope(
  exchange: IngestExchange,
  options: ReceiveEnvelopeOptions,
): Promise<ReceivedEnvelope> {
  const { request } = exchange
  const { maxBytes, lease } = options
  const { sender, head } = await receiveSender(exchange, options)
  const outcome = await readBody(request.raw, { maxBytes, lease, head })
  if (outcome.status === 'too_large' && sender.dialect === 'sentry') {
    return receiveStreamed(exchange, options, { sender, head: outcome.head })
  }
  const body = wholeBody(outcome, request, maxBytes)
  const envelope = openSmall(body, sender)
  if (envelope !== null) return { sender: await stillAllowed(exchange, options, sender), body, envelope }
  return receiveStreamed(exchange, options, { sender, head: body.bytes })
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

import { counted, grouped } from '#contract/counted.ts'
import { ServiceError } from '#contract/errors.ts'
import { INGEST_LIMITS } from '#contract/limits.ts'
import {
  ENVELOPE_LIMITS,
  type EnvelopeFailure,
  type EnvelopeFault,
  readEnvelope,
} from '#domain/envelope/envelope.ts'
import type { StreamedEnvelope } from '#domain/envelope/stream.ts'
import { inflateBody, type OpenedEnvelope, unlabelledEncoding, type WireBody } from './read-event.ts'

const HEADER_KIB = ENVELOPE_LIMITS.maxHeaderBytes / 1024
const FAILURES: Record<EnvelopeFailure, string> = {
  empty: 'The body is empty: send an envelope.',
  header_too_long: `The first line of the envelope is too long. The limit is ${HEADER_KIB} KiB.`,
  header_invalid: 'The first line of the envelope must be a JSON object.',
}
export const NO_CRASH_DUMPS =
  'Errata does not store crash dumps. Use a backend of the SDK that sends crashes as events, such as inproc of sentry-native.'
const FAULTS: Record<EnvelopeFault, string> = {
  header_is_event:
    'The body is an event, not an envelope: send it to …/store/, or put the lines {} and {"type":"event"} before it.',
  header_is_item: 'The first line is an item header. Put the envelope header, {}, before it.',
  item_header: `The envelope has no event before an item header that is not a one-line JSON object of at most ${HEADER_KIB} KiB.`,
  item_length: 'The envelope has no event before an item whose length does not match its payload.',
  crash_dump: `The envelope has a crash dump and no event. ${NO_CRASH_DUMPS}`,
  too_many_items: `None of the first ${ENVELOPE_LIMITS.maxItems} items of the envelope is an event: put the event first.`,
}

/** Inflates an envelope and takes it apart. @throws payload_too_large, invalid_envelope */
export function openEnvelope(body: WireBody): OpenedEnvelope {
  const bytes = inflateBody(body, 'invalid_envelope')
  const reading = readEnvelope(bytes)
  if (!reading.ok) {
    const plain = body.encoding === 'identity' ? bytes : null
    throw new ServiceError('invalid_envelope', reasonOf(reading.reason, plain))
  }
  const { header, items, fault } = reading
  return { bytes, header, items, fault, isStreamed: false, isEventTooLarge: false }
}

/** For an envelope too large to be held whole. @param plain first bytes of an unencoded body; null:
 * encoded. @throws payload_too_large if it is not an envelope: only those may be so large */
export function openStreamed(
  reading: StreamedEnvelope,
  { plain, maxBytes }: { plain: Uint8Array | null; maxBytes: number },
): OpenedEnvelope {
  if (!reading.ok) {
    const message = `The body is larger than ${counted(maxBytes, 'byte')}. Only envelopes can be larger. ${reasonOf(reading.reason, plain)}`
    throw new ServiceError('payload_too_large', message)
  }
  const { bytes, header, items, fault, isEventTooLarge } = reading
  return { bytes, header, items, fault, isStreamed: true, isEventTooLarge }
}

function reasonOf(reason: EnvelopeFailure, plain: Uint8Array | null): string {
  const hint = plain !== null && reason !== 'empty' && unlabelledEncoding(plain)
  return hint || FAILURES[reason]
}

export function envelopeTooLarge(): ServiceError {
  const { maxEnvelopeBytes, maxInflatedEnvelopeBytes } = INGEST_LIMITS
  const message = `The envelope is larger than ${counted(maxEnvelopeBytes, 'byte')} as sent, or ${grouped(maxInflatedEnvelopeBytes)} inflated: send less at once, with the event before its attachments.`
  return new ServiceError('payload_too_large', message)
}

export function noEventError({ fault }: Pick<OpenedEnvelope, 'fault'>): ServiceError {
  return new ServiceError('invalid_envelope', fault && FAULTS[fault])
}

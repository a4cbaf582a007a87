import { Buffer } from 'node:buffer'
import { counted } from '#contract/counted.ts'
import { type ErrorCode, ServiceError } from '#contract/errors.ts'
import {
  type EnvelopeFault,
  type EnvelopeHeader,
  type EnvelopeItem,
  readEnvelope,
} from '#domain/envelope/envelope.ts'
import { isNestedTooDeep, NESTED_TOO_DEEP } from '#domain/json/depth.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { parseUuid } from '#domain/text/uuid.ts'
import {
  type ContentEncoding,
  InflateError,
  inflate,
  looksLikeZlib,
} from '#platform/coding/content-encoding.ts'
import { closeJson } from './close-json.ts'
import { nullNumbers } from './null-numbers.ts'
import { parseJsonObject } from './parse-json-object.ts'

export interface ReadEvent {
  raw: JsonObject
  /** The client's event id, dashed, where it gave a UUID. */
  claimedId: string | undefined
  sentAt: number | undefined
  format: 'envelope' | 'store'
  body: Uint8Array
  encoding: ContentEncoding
  start: number
  end: number
}

export interface WireBody {
  bytes: Buffer
  /** Null: unknown, or more than one. */
  encoding: ContentEncoding | null
  maxBytes: number
}

export interface OpenedEnvelope {
  bytes: Buffer
  header: EnvelopeHeader
  items: EnvelopeItem[]
  fault: EnvelopeFault | undefined
  /** True: only its events and feedback are there, and the journal gets the event alone. */
  isStreamed: boolean
  isEventTooLarge: boolean
}

/** The error for a compressed body without a Content-Encoding; undefined for any other. */
export function unlabelledEncoding(bytes: Uint8Array): string | undefined {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const isZstd = bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd
  const encoding = isGzip
    ? 'gzip'
    : isZstd
      ? 'zstd'
      : bytes[0] === 0x78 && looksLikeZlib(bytes)
        ? 'deflate'
        : undefined
  return (
    encoding &&
    `The body is ${encoding} data without a Content-Encoding: ${encoding}. Send that header; a proxy may drop it.`
  )
}

/** The first readable event; null without event items. @throws invalid_envelope if none of them is a JSON
 * object, payload_too_large if an unreadable one was too large */
export function readEnvelopeEvent(body: WireBody, envelope: OpenedEnvelope): ReadEvent | null {
  const candidates = envelope.items.filter((item) => item.type === 'event')
  for (const { start, end } of candidates) {
    const raw = parseJsonObject(envelope.bytes, start, end)
    if (raw !== null) return envelopeEvent(envelope, raw, placeOf(body, envelope, { start, end }))
  }
  for (const item of candidates) {
    const event = readRepairedEvent(envelope, item, body.maxBytes)
    if (event !== null) return event
  }
  if (envelope.isEventTooLarge) throw eventTooLarge(body.maxBytes)
  if (candidates.length === 0) return null
  if (candidates.some(({ start, end }) => isNestedTooDeep(envelope.bytes, start, end))) {
    throw new ServiceError('invalid_envelope', NESTED_TOO_DEEP)
  }
  throw new ServiceError(
    'invalid_envelope',
    'The event item is not a JSON object. It must be on one line, or its item header must give its length in bytes.',
  )
}

function placeOf(
  body: WireBody,
  envelope: OpenedEnvelope,
  { start, end }: { start: number; end: number },
): EventPlace {
  if (!envelope.isStreamed) return { body: body.bytes, encoding: body.encoding ?? 'identity', start, end }
  return { body: envelope.bytes.subarray(start, end), encoding: 'identity', start: 0, end: end - start }
}

/** An event that is valid but for its numbers, or lacks nothing but its last brackets. */
function readRepairedEvent(
  envelope: OpenedEnvelope,
  { start, end }: EnvelopeItem,
  maxBytes: number,
): ReadEvent | null {
  const sent = envelope.bytes.toString('utf8', start, end)
  const text = nullNumbers(sent)
  const repaired =
    (text === null ? null : repairedEvent(text, maxBytes)) ?? repairedEvent(closeJson(text ?? sent), maxBytes)
  return repaired && envelopeEvent(envelope, repaired.raw, repaired.place)
}

type EventPlace = Pick<ReadEvent, 'body' | 'encoding' | 'start' | 'end'>

/** The journal gets a repaired event whole, and alone. */
function repairedEvent(text: string | null, maxBytes: number): { raw: JsonObject; place: EventPlace } | null {
  if (text === null) return null
  const body = Buffer.from(text)
  const raw = parseJsonObject(body, 0, body.length)
  if (raw === null || Object.keys(raw).length === 0 || body.length > maxBytes) return null
  return { raw, place: { body, encoding: 'identity', start: 0, end: body.length } }
}

function envelopeEvent({ header }: OpenedEnvelope, raw: JsonObject, place: EventPlace): ReadEvent {
  const claimedId = claimedUuid(header.eventId) ?? claimedUuid(raw.event_id)
  return { raw, claimedId, sentAt: epochMs(header.sentAt), format: 'envelope', ...place }
}

/** JSON, compressed or not; or base64 of (zlib-compressed) JSON from the oldest clients, decoded for the
 * journal too. @throws payload_too_large, invalid_store */
export function readStoreEvent(body: WireBody): ReadEvent {
  const bytes = inflateBody(body, 'invalid_store')
  const start = startOfJson(bytes)
  if (bytes[start] !== OPENING_BRACE) return readBase64Event(bytes, body.maxBytes)
  const raw = parseJsonObject(bytes, start, bytes.length)
  if (raw === null) return readNulledEvent(bytes, start, body.maxBytes)
  return storeEvent(raw, {
    body: body.bytes,
    encoding: body.encoding ?? 'identity',
    start,
    end: bytes.length,
  })
}

function readNulledEvent(bytes: Buffer, start: number, maxBytes: number): ReadEvent {
  const repaired = repairedEvent(nullNumbers(bytes.toString('utf8', start)), maxBytes)
  if (repaired === null) throw new ServiceError('invalid_store', unreadableEvent(bytes))
  return storeEvent(repaired.raw, repaired.place)
}

function readBase64Event(text: Buffer, maxBytes: number): ReadEvent {
  const decoded = decodeBase64(text)
  const encoding = looksLikeZlib(decoded) ? 'deflate' : 'identity'
  const bytes = inflateBody({ bytes: decoded, encoding, maxBytes }, 'invalid_store')
  const raw = parseJsonObject(bytes, 0, bytes.length)
  if (raw === null) throw new ServiceError('invalid_store', unreadableEvent(text))
  return storeEvent(raw, { body: decoded, encoding, start: 0, end: bytes.length })
}

/** Of a bare JSON body that the journal gets as it is. */
export function storeEvent(raw: JsonObject, place: EventPlace): ReadEvent {
  return { raw, claimedId: claimedUuid(raw.event_id), sentAt: undefined, format: 'store', ...place }
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/** SDKs write the nil UUID (RFC 9562 5.9) for "no id"; taken for one, all but the first would be repeats. */
function claimedUuid(value: unknown): string | undefined {
  const id = parseUuid(value)
  return id === NIL_UUID ? undefined : id
}

function unreadableEvent(body: Buffer): string | undefined {
  if (body.length === 0) return 'The body is empty: send one event as a JSON object.'
  if (isNestedTooDeep(body)) return NESTED_TOO_DEEP
  if (isEnvelope(body)) return 'The body is an envelope: send it to …/envelope/.'
  return unlabelledEncoding(body)
}

function isEnvelope(body: Buffer): boolean {
  const reading = readEnvelope(body)
  return reading.ok && reading.event !== undefined && reading.fault === undefined
}

const OPENING_BRACE = 0x7b
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d])

/** Position of the first byte that is neither a byte order mark nor white space. */
function startOfJson(bytes: Buffer): number {
  let position = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (SPACES.has(bytes[position]!)) position++
  return position
}

function decodeBase64(text: Buffer): Buffer {
  // White space at the end goes first: two runs of it side by side in one pattern would be quadratic.
  const characters = text.toString('latin1').trimEnd()
  return /^[A-Za-z0-9+/_\s-]+={0,2}$/.test(characters) ? Buffer.from(characters, 'base64') : Buffer.alloc(0)
}

/** @throws payload_too_large, or `code` if the encoding is unknown or broken */
export function inflateBody(
  body: WireBody,
  code: 'invalid_envelope' | 'invalid_store' | 'invalid_request' | 'invalid_release_file',
): Buffer {
  if (body.encoding === null) throw brokenBody(code, null)
  try {
    return inflate(body.bytes, body.encoding, body.maxBytes)
  } catch (cause) {
    if (!(cause instanceof InflateError)) throw cause
    if (cause.reason === 'too_large') throw bodyTooLarge(body.maxBytes, cause)
    throw brokenBody(code, body.encoding, cause)
  }
}

/** The refusal of a body that is not what its encoding says; null: one that names no encoding there is. */
export function brokenBody(code: ErrorCode, encoding: ContentEncoding | null, cause?: unknown): ServiceError {
  const message =
    encoding === null
      ? 'Use one Content-Encoding of gzip, deflate, br, zstd or identity.'
      : `The body is not valid ${encoding} data.`
  return new ServiceError(code, message, { cause })
}

/** The refusal of a body of more than `maxBytes`, on the wire or inflated. */
export function bodyTooLarge(maxBytes: number, cause?: unknown): ServiceError {
  const message = `The body is larger than ${counted(maxBytes, 'byte')}, as sent or inflated: send less at once.`
  return new ServiceError('payload_too_large', message, { cause })
}

function eventTooLarge(maxBytes: number): ServiceError {
  const message = `The event item is larger than ${counted(maxBytes, 'byte')}: send less data with the event. Attachments do not count.`
  return new ServiceError('payload_too_large', message)
}

function epochMs(value: string | undefined): number | undefined {
  if (value === undefined || value.length > 64) return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : time
}

import { Buffer, isUtf8 } from 'node:buffer'
import { isJsonObject, type JsonObject } from './json.ts'

/** Bounds of an envelope: more items than this are not looked at, a longer header line is not parsed. */
export const ENVELOPE_LIMITS = { maxItems: 100, maxHeaderBytes: 8 * 1024 } as const

const NEWLINE = 10
const CARRIAGE_RETURN = 13
const CLOSING_BRACE = 125

/** Why a body is no envelope at all. A readable envelope without an event is not a failure here. */
export type EnvelopeFailure = 'empty' | 'header_too_long' | 'header_invalid'

/** An item by its place in the body: payload bytes are `[start, end)`. */
export interface EnvelopeItem {
  type: string
  start: number
  end: number
}

export interface EnvelopeHeader {
  /** As sent, in any spelling; see `parseUuid`. */
  eventId?: string
  /** As sent; see `parseTimestamp`. */
  sentAt?: string
  dsn?: string
}

export type EnvelopeReading =
  | { ok: true; header: EnvelopeHeader; items: EnvelopeItem[]; event: EnvelopeItem | undefined }
  | { ok: false; reason: EnvelopeFailure }

/**
 * Reads the header and the places of the items of an inflated envelope, without copying or decoding payloads.
 * Never throws and never yields a range outside of `body`. `event` is the first item of that type. What
 * follows a broken item (header that is no JSON object or longer than 8 KiB, a length that is no integer or
 * beyond the end) is ignored, items read before it are kept.
 * Grammar: `Headers { "\n" ItemHeaders "\n" Payload } [ "\n" ]`; lengths count bytes; an item without length
 * ends at the next newline; blank lines before an item header are skipped.
 */
export function readEnvelope(body: Uint8Array): EnvelopeReading {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const start = skipBlankLines(bytes, 0)
  if (start >= bytes.length) return { ok: false, reason: 'empty' }
  const end = lineEnd(bytes, start)
  if (end - start > ENVELOPE_LIMITS.maxHeaderBytes) return { ok: false, reason: 'header_too_long' }
  const fields = readJsonLine(bytes, start, end)
  if (fields === undefined) return { ok: false, reason: 'header_invalid' }
  const items = readItems(bytes, end + 1)
  const event = items.find((item) => item.type === 'event')
  return { ok: true, header: envelopeHeader(fields), items, event }
}

function envelopeHeader(fields: JsonObject): EnvelopeHeader {
  const header: EnvelopeHeader = {}
  if (typeof fields.event_id === 'string') header.eventId = fields.event_id
  if (typeof fields.sent_at === 'string') header.sentAt = fields.sent_at
  if (typeof fields.dsn === 'string') header.dsn = fields.dsn
  return header
}

function readItems(bytes: Buffer, from: number): EnvelopeItem[] {
  const items: EnvelopeItem[] = []
  let position = skipBlankLines(bytes, from)
  while (position < bytes.length && items.length < ENVELOPE_LIMITS.maxItems) {
    const headerEnd = lineEnd(bytes, position)
    if (headerEnd - position > ENVELOPE_LIMITS.maxHeaderBytes) break
    const fields = readJsonLine(bytes, position, headerEnd)
    if (fields === undefined) break
    const start = Math.min(headerEnd + 1, bytes.length)
    const type = typeof fields.type === 'string' ? fields.type : ''
    const declaredEnd = payloadEnd(bytes, start, fields.length)
    if (declaredEnd === undefined) break
    const end = type === 'event' ? jsonEnd(bytes, declaredEnd) : declaredEnd
    items.push({ type, start, end })
    position = skipBlankLines(bytes, end)
    if (position === end) break
  }
  return items
}

/** Where a payload ends; undefined when the declared length is no integer or beyond the body. */
function payloadEnd(bytes: Buffer, start: number, declared: unknown): number | undefined {
  if (declared === undefined || declared === null) return lineEnd(bytes, start)
  const length = typeof declared === 'string' && /^\d{1,10}$/.test(declared) ? Number(declared) : declared
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0) return undefined
  return length <= bytes.length - start ? start + length : undefined
}

/**
 * Some clients count the characters of an event instead of its bytes and so declare too short a length. JSON
 * is sent on one line, so where the declared end is in the middle of it, the end of the line is meant.
 */
function jsonEnd(bytes: Buffer, declaredEnd: number): number {
  const next = bytes[declaredEnd]
  if (next === undefined || next === NEWLINE || next === CARRIAGE_RETURN) return declaredEnd
  return bytes[declaredEnd - 1] === CLOSING_BRACE ? declaredEnd : lineEnd(bytes, declaredEnd)
}

function lineEnd(bytes: Buffer, from: number): number {
  const newline = bytes.indexOf(NEWLINE, from)
  return newline === -1 ? bytes.length : newline
}

function skipBlankLines(bytes: Buffer, from: number): number {
  let position = from
  while (position < bytes.length && (bytes[position] === NEWLINE || bytes[position] === CARRIAGE_RETURN)) {
    position += 1
  }
  return position
}

function readJsonLine(bytes: Buffer, start: number, end: number): JsonObject | undefined {
  if (!isUtf8(bytes.subarray(start, end))) return undefined
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8', start, end))
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

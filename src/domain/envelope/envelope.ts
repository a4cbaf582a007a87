import { Buffer, isUtf8 } from 'node:buffer'
import { type JsonObject, jsonObjectOf } from '../json/json.ts'

/** Bounds of an envelope: more items than this are not looked at, a longer header line is not parsed. */
export const ENVELOPE_LIMITS = { maxItems: 100, maxHeaderBytes: 64 * 1024 } as const

export const NEWLINE = 10
export const CARRIAGE_RETURN = 13
export const OPENING_BRACE = 123
export const CLOSING_BRACE = 125

/** An attachment that is an error by itself, which is lost if no event comes with it. */
export const CRASH_DUMP = 'crash_dump'
const CRASH_DUMPS = new Set(['event.minidump', 'event.applecrashreport'])

/** Why a body is not an envelope at all. A readable envelope without an event is not a failure here. */
export type EnvelopeFailure = 'empty' | 'header_too_long' | 'header_invalid'

export type EnvelopeFault =
  | 'header_is_event'
  | 'header_is_item'
  | 'item_header'
  | 'item_length'
  | 'too_many_items'
  | 'crash_dump'

/** An item by its place in the body: payload bytes are `[start, end)`. */
export interface EnvelopeItem {
  type: string
  start: number
  end: number
}

export interface EnvelopeHeader {
  /** As sent, in any spelling; see `parseUuid`. */
  eventId?: string
  sentAt?: string
  dsn?: string
}

interface ItemsReading {
  items: EnvelopeItem[]
  fault: EnvelopeFault | undefined
}

export type EnvelopeReading =
  | ({ ok: true; header: EnvelopeHeader; event: EnvelopeItem | undefined } & ItemsReading)
  | { ok: false; reason: EnvelopeFailure }

/** Header and item places of an inflated envelope; copies and decodes no payload, never throws, never
 * yields a range outside `body`. `event` is the first event item. Items after a broken one (header not a
 * JSON object or over 64 KiB, a length not an integer or beyond the end) are ignored; `fault` says so if
 * an event may be among them, or if a crash dump is there in place of one. Grammar: `Headers { "\n" ItemHeaders "\n" Payload } [ "\n" ]`; lengths are
 * bytes; an item without one ends at the next newline. Skips blank lines before item headers, and a byte
 * order mark before the envelope or an event. */
export function readEnvelope(body: Uint8Array): EnvelopeReading {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const start = skipBlankLines(bytes, skipByteOrderMark(bytes, 0))
  if (start >= bytes.length) return { ok: false, reason: 'empty' }
  const end = lineEnd(bytes, start)
  if (end - start > ENVELOPE_LIMITS.maxHeaderBytes) return { ok: false, reason: 'header_too_long' }
  const fields = readJsonLine(bytes, start, end)
  if (fields === undefined) return { ok: false, reason: 'header_invalid' }
  const { items, fault } = readItems(bytes, end + 1)
  const event = items.find((item) => item.type === 'event')
  const lost = event === undefined && items.some(({ type }) => type === CRASH_DUMP) ? CRASH_DUMP : undefined
  const worst = headerFault(fields) ?? fault ?? lost
  return { ok: true, header: envelopeHeader(fields), items, event, fault: worst }
}

/** From the beginning of an envelope. @param isWhole the first line may end with the bytes. @returns
 * undefined if the line is incomplete or not a header. */
export function readEnvelopeHeader(bytes: Buffer, isWhole: boolean): EnvelopeHeader | undefined {
  const start = skipBlankLines(bytes, skipByteOrderMark(bytes, 0))
  const end = lineEnd(bytes, start)
  if (end === bytes.length && !isWhole) return undefined
  const fields = readJsonLine(bytes, start, end)
  return fields && envelopeHeader(fields)
}

const EVENT_KEYS = ['exception', 'message', 'logentry', 'stacktrace', 'threads'] as const

export function headerFault(fields: JsonObject): EnvelopeFault | undefined {
  if (typeof fields.type === 'string') return 'header_is_item'
  return EVENT_KEYS.some((key) => key in fields) ? 'header_is_event' : undefined
}

export function envelopeHeader(fields: JsonObject): EnvelopeHeader {
  const header: EnvelopeHeader = {}
  if (typeof fields.event_id === 'string') header.eventId = fields.event_id
  if (typeof fields.sent_at === 'string') header.sentAt = fields.sent_at
  if (typeof fields.dsn === 'string') header.dsn = fields.dsn
  return header
}

function readItems(bytes: Buffer, from: number): ItemsReading {
  const items: EnvelopeItem[] = []
  let position = skipBlankLines(bytes, from)
  while (position < bytes.length) {
    if (items.length >= ENVELOPE_LIMITS.maxItems)
      return { items, fault: faultAt(bytes, position, 'too_many_items') }
    const headerEnd = lineEnd(bytes, position)
    const isBounded = headerEnd - position <= ENVELOPE_LIMITS.maxHeaderBytes
    const fields = isBounded ? readJsonLine(bytes, position, headerEnd) : undefined
    if (fields === undefined) return { items, fault: faultAt(bytes, position, 'item_header') }
    const item = itemAt(bytes, Math.min(headerEnd + 1, bytes.length), fields)
    if (item === undefined) return { items, fault: faultAt(bytes, position, 'item_length') }
    items.push(item)
    position = skipBlankLines(bytes, item.end)
    if (position === item.end && position < bytes.length)
      return { items, fault: faultAt(bytes, position, 'item_length') }
  }
  return { items, fault: undefined }
}

/** The fault, where the header of an event may stand beyond it: else nothing is lost by it. */
function faultAt(bytes: Buffer, position: number, fault: EnvelopeFault): EnvelopeFault | undefined {
  return bytes.indexOf('"event"', position) === -1 ? undefined : fault
}

/** The item whose payload begins at `start`; undefined if its length can't be right. */
function itemAt(bytes: Buffer, start: number, fields: JsonObject): EnvelopeItem | undefined {
  const type = itemType(fields)
  const end = payloadEnd(bytes, start, fields.length)
  if (end === undefined) return undefined
  if (type === 'event')
    return { type, start: Math.min(skipByteOrderMark(bytes, start), end), end: jsonEnd(bytes, end) }
  const isJson = end > start && bytes[start] === OPENING_BRACE
  return { type, start, end: isJson ? jsonEnd(bytes, end) : end }
}

export function itemType({ type, attachment_type: kind }: Record<string, unknown>): string {
  if (type === 'attachment' && typeof kind === 'string' && CRASH_DUMPS.has(kind)) return CRASH_DUMP
  return typeof type === 'string' ? type : ''
}

/** Where a payload ends; undefined when the declared length is no integer or beyond the body. */
function payloadEnd(bytes: Buffer, start: number, declared: unknown): number | undefined {
  if (declared === undefined || declared === null) return lineEnd(bytes, start)
  const length = declaredLength(declared)
  return length !== undefined && length <= bytes.length - start ? start + length : undefined
}

export function declaredLength(declared: unknown): number | undefined {
  const length = typeof declared === 'string' && /^\d{1,10}$/.test(declared) ? Number(declared) : declared
  return typeof length === 'number' && Number.isInteger(length) && length >= 0 ? length : undefined
}

/** Some clients count characters, so a JSON payload's declared length is too short. JSON is sent on one
 * line: a declared end inside it means the end of the line. */
function jsonEnd(bytes: Buffer, declaredEnd: number): number {
  const next = bytes[declaredEnd]
  if (next === undefined || next === NEWLINE || next === CARRIAGE_RETURN) return declaredEnd
  return bytes[declaredEnd - 1] === CLOSING_BRACE ? declaredEnd : lineEnd(bytes, declaredEnd)
}

function lineEnd(bytes: Buffer, from: number): number {
  const newline = bytes.indexOf(NEWLINE, from)
  return newline === -1 ? bytes.length : newline
}

export function skipByteOrderMark(bytes: Buffer, from: number): number {
  return bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf ? from + 3 : from
}

function skipBlankLines(bytes: Buffer, from: number): number {
  let position = from
  while (position < bytes.length && (bytes[position] === NEWLINE || bytes[position] === CARRIAGE_RETURN)) {
    position += 1
  }
  return position
}

/** The JSON object on a header line; undefined if it is anything else, or not UTF-8. */
export function readJsonLine(bytes: Buffer, start: number, end: number): JsonObject | undefined {
  return isUtf8(bytes.subarray(start, end)) ? jsonObjectOf(bytes.toString('utf8', start, end)) : undefined
}

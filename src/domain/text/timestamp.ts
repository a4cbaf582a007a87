import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import type { Json } from '../json/json.ts'

const SECOND_MS = 1000
/** A client clock is corrected only when it is off by more than this; less is network and queueing time. */
const MAX_CLOCK_ERROR = 55 * MINUTE_MS
const MAX_FUTURE = MINUTE_MS
/** Numbers above are of a finer unit, in milli-, micro- and nanoseconds: else they would lie beyond the year 5138. */
const MAX_SECONDS = 1e11
const MAX_MILLISECONDS = 1e14
const MAX_MICROSECONDS = 1e17
const MAX_TIME = 8.64e15
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,12}))?)?)?\s?(?:[Zz]|UTC|([+-])(\d\d):?(\d\d)?)?$/

/** Seconds (or a finer unit, told by size) as number or text, or ISO 8601 with any decimals, UTC without a
 * zone. Undefined for anything else, or outside of what a Date can hold. */
export function parseTimestamp(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string' || value.length > 48) return undefined
  const text = value.trim()
  if (/^\d{1,19}(?:\.\d{1,12})?$/.test(text)) return fromNumber(Number(text))
  const parts = ISO.exec(text)
  return parts === null ? undefined : fromParts(parts)
}

function fromNumber(value: number): number | undefined {
  const milliseconds = Math.round(inMilliseconds(value))
  return Number.isFinite(milliseconds) && milliseconds >= 0 && milliseconds <= MAX_TIME
    ? milliseconds
    : undefined
}

function inMilliseconds(value: number): number {
  if (value > MAX_MICROSECONDS) return value / 1e6
  if (value > MAX_MILLISECONDS) return value / 1e3
  return value > MAX_SECONDS ? value : value * SECOND_MS
}

function fromParts(parts: RegExpExecArray): number | undefined {
  const [month, day, hour, minute, second] = [2, 3, 4, 5, 6].map((index) => Number(parts[index] ?? 0))
  if (month! < 1 || month! > 12 || day! < 1 || day! > 31 || hour! > 24 || minute! > 59 || second! > 60)
    return undefined
  const fraction = Math.floor(Number(`0.${parts[7] ?? '0'}`) * SECOND_MS)
  const local = Date.UTC(Number(parts[1]), month! - 1, day, hour, minute, second, fraction)
  const offset = (Number(parts[9] ?? 0) * 60 + Number(parts[10] ?? 0)) * MINUTE_MS
  return parts[8] === '-' ? local + offset : local - offset
}

export interface ReceiptTimes {
  receivedAt: number
  /** Client clock when it sent the envelope; absent when it did not say. */
  sentAt?: number | undefined
  retentionDays: number
}

/** How far the client's clock is behind ours, in milliseconds; 0 unless it is off by more than 55 minutes. */
export function clockError(times: ReceiptTimes): number {
  if (times.sentAt === undefined) return 0
  const error = times.receivedAt - times.sentAt
  return Math.abs(error) > MAX_CLOCK_ERROR ? error : 0
}

/** The timestamp, clock corrected; the receive time if absent, over 60 s ahead, or older than retention. */
export function occurredAt(timestamp: Json | undefined, times: ReceiptTimes): number {
  const sent = parseTimestamp(timestamp)
  if (sent === undefined) return times.receivedAt
  const corrected = sent + clockError(times)
  if (corrected > times.receivedAt + MAX_FUTURE) return times.receivedAt
  return corrected < times.receivedAt - times.retentionDays * DAY_MS ? times.receivedAt : corrected
}

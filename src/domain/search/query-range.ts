import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from '#contract/time.ts'

/** Both ends inclusive, absent ones open. Times are epoch ms, or with `isAgo` milliseconds before now. */
export interface QueryRange {
  min?: number
  max?: number
  isAgo?: true
}

const NUMBER = /^(>=|<=|>|<)?(\d{1,12})$/
const NUMBERS = /^(\d{1,12})\.\.(\d{1,12})$/
const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({ m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS }),
)
const AGO = /^([-+])(\d{1,4})([mhdw])$/
const DATE = /^(>=|<=|>|<)?(\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z?)?)$/
const DATES = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/

/** `7`, `>7`, `>=7`, `<7`, `<=7` or `7..9`; null for anything else. */
export function readNumberRange(text: string): QueryRange | null {
  const both = NUMBERS.exec(text)
  if (both) return ordered(Number(both[1]), Number(both[2]))
  const [, sign, digits] = NUMBER.exec(text) ?? []
  return digits === undefined ? null : signed(sign, Number(digits), Number(digits))
}

/** A UTC day or minute (`2026-11-20`, `>=2026-11-20T10:30`), days (`2026-11-01..2026-11-20`), or a span:
 * `-24h` within the last 24 hours, `+7d` longer than 7 days ago. Null for anything else. */
export function readTimeRange(text: string): QueryRange | null {
  const ago = AGO.exec(text)
  if (ago) {
    const span = Number(ago[2]) * UNITS.get(ago[3]!)!
    return ago[1] === '-' ? { max: span, isAgo: true } : { min: span, isAgo: true }
  }
  const both = DATES.exec(text)
  if (both) {
    const [from, to] = [timeOf(both[1]!), timeOf(both[2]!)]
    return from === null || to === null ? null : ordered(from, to + DAY_MS - 1)
  }
  const [, sign, written] = DATE.exec(text) ?? []
  const start = written === undefined ? null : timeOf(written)
  if (start === null || written === undefined) return null
  return signed(sign, start, start + lengthOf(written) - 1)
}

/** What a written time covers: the day, minute or second. */
function lengthOf(written: string): number {
  const { length } = written.replace('Z', '')
  return length === 10 ? DAY_MS : length === 16 ? MINUTE_MS : 1000
}

/** @param first of what is named, as `last`: a day has both. */
function signed(sign: string | undefined, first: number, last: number): QueryRange {
  if (sign === '>') return { min: last + 1 }
  if (sign === '>=') return { min: first }
  if (sign === '<') return { max: first - 1 }
  return sign === '<=' ? { max: last } : { min: first, max: last }
}

function ordered(min: number, max: number): QueryRange | null {
  return min <= max ? { min, max } : null
}

/** Null for a day that no calendar has. */
function timeOf(written: string): number | null {
  const time = Date.parse(written.length === 10 || written.endsWith('Z') ? written : `${written}Z`)
  const isDay = !Number.isNaN(time) && isoTime(time).startsWith(written.slice(0, 10))
  return isDay ? time : null
}

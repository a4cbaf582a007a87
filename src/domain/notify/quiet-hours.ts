import { MINUTE_MS } from '#contract/time.ts'
export interface QuietHours {
  timeZone: string
  /** Minutes of the day; null: mails come at any time. */
  quiet: { from: number; to: number } | null
}

const DAY_MINUTES = 24 * 60
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const DIGEST_MINUTE = 8 * 60

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** When a mail may be sent that is ready at `at`, epoch ms: then, or at the end of the quiet hours it is in. */
export function endOfQuiet(at: number, { timeZone, quiet }: QuietHours): number {
  if (quiet === null || quiet.from === quiet.to) return at
  const { minute } = localTime(at, timeZone)
  const sinceStart = (minute - quiet.from + DAY_MINUTES) % DAY_MINUTES
  const length = (quiet.to - quiet.from + DAY_MINUTES) % DAY_MINUTES
  return sinceStart < length ? wholeMinute(at) + (length - sinceStart) * MINUTE_MS : at
}

/** The first Monday at 8:00 after `after`, epoch ms. */
export function nextDigestAt(after: number, timeZone: string): number {
  const { weekday, minute } = localTime(after, timeZone)
  const ahead = ((7 - weekday) % 7) * DAY_MINUTES + DIGEST_MINUTE - minute
  const rough = wholeMinute(after) + (ahead > 0 ? ahead : ahead + 7 * DAY_MINUTES) * MINUTE_MS
  // Clocks may be changed in between.
  return rough + (DIGEST_MINUTE - localTime(rough, timeZone).minute) * MINUTE_MS
}

function wholeMinute(at: number): number {
  return at - (at % MINUTE_MS)
}

function localTime(at: number, timeZone: string): { weekday: number; minute: number } {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? ''),
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  }
}

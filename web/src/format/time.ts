import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'

/**
 * A duration in its largest useful unit, as in `9 d ago`.
 *
 * @param ms milliseconds; negative values count as 0
 * @returns `12 s`, `2 min`, `3 h`, `9 d` or `2 y`; below 5 s `now`
 */
export function formatAge(ms: number): string {
  if (ms < 5000) return 'now'
  if (ms < MINUTE_MS) return `${Math.floor(ms / 1000)} s`
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`
  if (ms < 730 * DAY_MS) return `${Math.floor(ms / DAY_MS)} d`
  return `${Math.floor(ms / (365 * DAY_MS))} y`
}

/** `2 min ago`, `just now`. */
export function formatAgo(ms: number): string {
  const age = formatAge(ms)
  return age === 'now' ? 'just now' : `${age} ago`
}

/** How old an issue is: `29 d old`, `new`. */
export function formatOld(ms: number): string {
  const age = formatAge(ms)
  return age === 'now' ? 'new' : `${age} old`
}

/** How far the clock of a page may be behind: rounded up, seven days and a few seconds would be eight days. */
export const CLOCK_TICK_MS = 30_000

/** The remaining time, rounded up so that it never reads `0 min left`. */
export function formatRemaining(ms: number): string {
  const left = ms - CLOCK_TICK_MS
  if (left < HOUR_MS) return `${Math.max(1, Math.ceil(left / MINUTE_MS))} min`
  if (left < DAY_MS) return `${Math.ceil(left / HOUR_MS)} h`
  return `${Math.ceil(left / DAY_MS)} d`
}

/** The remaining time of a hold to the minute, rounded up: `3 h 12 min`, `45 min`. */
export function formatHold(ms: number): string {
  const minutes = Math.max(1, Math.ceil((ms - CLOCK_TICK_MS) / MINUTE_MS))
  if (minutes >= 48 * 60) {
    const whole = Math.ceil(minutes / 60)
    return [`${Math.floor(whole / 24)} d`, whole % 24 > 0 && `${whole % 24} h`].filter(Boolean).join(' ')
  }
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

const MORNING_HOUR = 9

/** 9:00 on the next day of the reader's zone, as an ISO time. */
export function tomorrowMorning(now: number): string {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, MORNING_HOUR).toISOString()
}

/** `2026-11-20T21:59` in the reader's zone, as a field for date and time has it. */
export function localInputTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}

/** `2026-11-20 21:59:03 UTC`; the text itself if it is not a time. */
export function formatUtc(iso: string): string {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return iso
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Made once: it costs more than all that a row of a list does otherwise. */
const LOCAL_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })

/** UTC and the reader's own clock, one per line: the tooltip of every relative time. */
export function formatExact(iso: string): string {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return iso
  return `${formatUtc(iso)}\n${LOCAL_TIME.format(time)}`
}

/** Time between a breadcrumb and its event: `−0.2 s`, `−3.1 s`, `−2 min 14 s`, `−40 min`, `+0.1 s`. */
export function formatOffset(ms: number): string {
  const sign = ms > 0 ? '+' : '−'
  const seconds = Math.abs(ms) / 1000
  if (seconds < 100) return `${sign}${seconds.toFixed(1)} s`
  if (seconds < 600) return `${sign}${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
  return `${sign}${formatAge(seconds * 1000)}`
}

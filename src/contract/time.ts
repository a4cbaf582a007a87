export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const HOURS_PER_DAY = 24
export const DAY_MS = HOURS_PER_DAY * HOUR_MS

/** The UTC hour of a time (epoch ms), as hours since the epoch. */
export function epochHour(ms: number): number {
  return Math.floor(ms / HOUR_MS)
}

/** The UTC day of a time (epoch ms), as days since the epoch. */
export function epochDay(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

/** Whole seconds from a time (epoch ms) to the end of its UTC hour, 1 to 3600. */
export function secondsToHourEnd(ms: number): number {
  return Math.ceil((HOUR_MS - (ms % HOUR_MS)) / 1000)
}

/** A time of the clock, ms, as answers write it. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms)
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const RESTS_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  15 * HOUR,
]
/** A rest is longer by up to this part of it, so that what failed together is not tried again together. */
const JITTER = 0.2
const LONGEST_ASKED_MS = HOUR
const GIVE_UP_AFTER_MS = 5 * 24 * HOUR

/** In ms; null: no more tries.
 * @param tries so far. @param random 0 to 1. @param retryAfter the header, obeyed up to an hour. */
export function restBeforeRetry(tries: number, random: number, retryAfter?: string): number | null {
  const rest = RESTS_MS[tries - 1]
  if (rest === undefined) return null
  const asked = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) * SECOND : 0
  return Math.round(Math.max(rest, Math.min(asked, LONGEST_ASKED_MS)) * (1 + JITTER * random))
}

/** True for a receiver that has failed so long (epoch ms) that it is given up. */
export function isGivenUp(failingSince: number | null, now: number): boolean {
  return failingSince !== null && now - failingSince >= GIVE_UP_AFTER_MS
}

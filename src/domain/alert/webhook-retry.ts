import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'

const SECOND_MS = 1_000

const RESTS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  15 * HOUR_MS,
]
/** A rest is longer by up to this part of it, so that what failed together is not tried again together. */
const JITTER = 0.2
const LONGEST_ASKED_MS = HOUR_MS
const GIVE_UP_AFTER_MS = 5 * DAY_MS

/** In ms; null: no more tries.
 * @param tries so far. @param random 0 to 1. @param retryAfter the header, obeyed up to an hour. */
export function restBeforeRetry(tries: number, random: number, retryAfter?: string): number | null {
  const rest = RESTS_MS[tries - 1]
  if (rest === undefined) return null
  const asked = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) * SECOND_MS : 0
  return Math.round(Math.max(rest, Math.min(asked, LONGEST_ASKED_MS)) * (1 + JITTER * random))
}

/** True for a receiver that has failed so long (epoch ms) that it is given up. */
export function isGivenUp(failingSince: number | null, now: number): boolean {
  return failingSince !== null && now - failingSince >= GIVE_UP_AFTER_MS
}

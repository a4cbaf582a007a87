import { setTimeout as sleep } from 'node:timers/promises'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Waits for the next UTC hour if the present one ends within `ms`. */
export function untilHourHasRoom(ms: number): Promise<void> {
  return untilRoom(HOUR, ms)
}

/** Waits for the next minute if the present one ends within `ms`. */
export function untilMinuteHasRoom(ms: number): Promise<void> {
  return untilRoom(MINUTE, ms)
}

async function untilRoom(period: number, ms: number): Promise<void> {
  const left = period - (Date.now() % period)
  if (left < ms) await sleep(left)
}

import { setTimeout as sleep } from 'node:timers/promises'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Waits for the next UTC hour if the present one ends within `ms`. */
export function untilHourHasRoom(ms: number): Promise<void> {
  return untilRoom(HOUR, ms)
}

/** Does this within one minute: again, from the beginning of the next one, if it failed and the minute has changed. */
export async function withinMinute(work: () => Promise<void>): Promise<void> {
  const minute = Math.floor(Date.now() / MINUTE)
  try {
    await work()
  } catch (error) {
    if (Math.floor(Date.now() / MINUTE) === minute) throw error
    await untilRoom(MINUTE, MINUTE - 1000)
    await work()
  }
}

async function untilRoom(period: number, ms: number): Promise<void> {
  const left = period - (Date.now() % period)
  if (left < ms) await sleep(left)
}

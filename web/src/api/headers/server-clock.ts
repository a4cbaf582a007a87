/** A smaller difference is the way of the answer, and its time is in whole seconds. */
const LEAST_MS = 60_000

let differenceMs = 0

/** Learns from the `Date` of an answer how far the reader's clock is from the server's. */
export function noteServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now()
  differenceMs = Math.abs(difference) > LEAST_MS ? difference : 0
}

/** Epoch milliseconds by the server's clock: with the reader's, an event of now would be an hour old. */
export function serverNow(): number {
  return Date.now() + differenceMs
}

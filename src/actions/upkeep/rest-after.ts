import { setTimeout as sleep } from 'node:timers/promises'

/** Rows removed per transaction, and the time after which it begins nothing further: ingest waits for one at most. */
export const ROWS_PER_STEP = 1_000
export const STEP_MS = 25
export const REST_MS = 20

/** Rests as long as the step took, at least 20 ms: half of the writer's time is for others. */
export async function restAfter<T>(step: () => Promise<T>): Promise<T> {
  const before = performance.now()
  const result = await step()
  await sleep(Math.max(REST_MS, performance.now() - before))
  return result
}

import { setTimeout as sleep } from 'node:timers/promises'

const MIN_REST_MS = 20

/** Rests as long as the step took, at least 20 ms: half of the writer's time is for others. */
export async function restAfter<T>(step: () => Promise<T>): Promise<T> {
  const before = performance.now()
  const result = await step()
  await sleep(Math.max(MIN_REST_MS, performance.now() - before))
  return result
}

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Alarm } from '../alarm.ts'
import { workLane } from './work-lane.ts'

const STEP_MS = 20
const STEPS = 8

/** How long a worker takes for some steps of 20 ms, each of which finds records. */
async function timeOf(isLast: boolean): Promise<number> {
  let steps = 0
  const outcome = { issues: [], stored: 1 } as never
  const began = performance.now()
  await workLane({
    lane: 0,
    consumer: {
      async step() {
        steps += 1
        await sleep(STEP_MS)
        return { idle: false, offset: steps, outcome, isLast }
      },
      rest: async () => {},
    },
    tenure: { holds: () => true, release: async () => {} },
    alarm: new Alarm(),
    isStopping: () => steps >= STEPS,
    requireRoom: () => {},
    onProgress: () => {},
    onTrouble: (message) => expect.fail(message),
    longestWaitMs: 1000,
  })
  return performance.now() - began
}

it('a lane that has caught up rests between batches; one that has not goes on at once', async () => {
  const behind = await timeOf(false)
  const caughtUp = await timeOf(true)
  expect(caughtUp).toBeGreaterThan(3 * behind)
})

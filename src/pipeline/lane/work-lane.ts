import { setTimeout as sleep } from 'node:timers/promises'
import type { Alarm } from '../alarm.ts'
import type { LaneConsumer, StepResult } from './consume-lane.ts'
import type { LaneTenure } from './leases.ts'

export interface LaneWork {
  lane: number
  consumer: Pick<LaneConsumer, 'step' | 'rest'>
  tenure: LaneTenure
  /** Rung for new records and whenever the tenure of lanes changed. */
  alarm: Pick<Alarm, 'wait'>
  isStopping: () => boolean
  /** @throws while there is no room to write. */
  requireRoom: () => void
  onProgress: (step: StepResult & { idle: false }) => void
  onTrouble: (message: string) => void
  /** Longest time without a look for records; news come by the alarm. */
  longestWaitMs: number
}

/** After a failure; twice as long after each further one. An obstacle is rarely gone soon. */
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 2_000
/** A caught-up lane rests this many batch durations: larger batches cut fixed cost under load. */
const RESTS_PER_BATCH = 3
const LONGEST_REST_MS = 500
/** Between the last record and the look that ends the work: an attempt counted for what comes next is taken back then. */
const SHORT_WAIT_MS = 250

export async function workLane(work: LaneWork): Promise<void> {
  const { consumer, isStopping, onTrouble } = work
  const turn = new LaneTurn(work)
  for (let failures = 0; !isStopping(); ) {
    try {
      await turn.take()
      failures = 0
    } catch (error) {
      onTrouble((error as Error).message)
      await sleep(Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS))
      failures += 1
    }
  }
  await consumer.rest().catch(() => {})
}

/** What is done at a time: a step, or giving the lane back. */
class LaneTurn {
  readonly #work: LaneWork
  #isAtWork = false
  #wasIdle = false

  constructor(work: LaneWork) {
    this.#work = work
  }

  async take(): Promise<void> {
    const { lane, consumer, tenure, alarm, longestWaitMs } = this.#work
    if (tenure.holds(lane)) {
      this.#isAtWork = true
      return this.#step()
    }
    // Before the lane is given back, or what was begun at it would look like the end of this process.
    if (this.#isAtWork) await consumer.rest()
    this.#isAtWork = false
    await tenure.release(lane)
    await alarm.wait(longestWaitMs)
  }

  async #step(): Promise<void> {
    const { consumer, alarm, longestWaitMs, requireRoom, onProgress } = this.#work
    requireRoom()
    const began = performance.now()
    const step = await consumer.step()
    if (!step.idle) {
      onProgress(step)
      if (step.isLast) await sleep(Math.min(RESTS_PER_BATCH * (performance.now() - began), LONGEST_REST_MS))
    } else await alarm.wait(this.#wasIdle ? longestWaitMs : Math.min(SHORT_WAIT_MS, longestWaitMs))
    this.#wasIdle = step.idle
  }
}

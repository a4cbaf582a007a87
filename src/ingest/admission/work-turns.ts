import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, processorMs, steadyClock } from '#platform/clock.ts'
import { FairTurns } from '#platform/turns/fair-turns.ts'
import { TimeUsed } from '#platform/turns/time-used.ts'

/** Whose body it is. */
export interface Worker {
  orgId: number
  projectId: number
  /** Null: the address says nothing. */
  client: string | null
}

/** What takes less is not counted: an ordinary event takes a tenth of it. */
const COSTLY_MS = 4
/** Of costly bodies a project may have so much at once, and this share of the time. */
const FREE_MS = 100
const FREE_SHARE = 0.2

/**
 * Bodies are read on the thread that serves everyone, and 2 KB can hold what takes it 200 ms, if only to find that it is not
 * an event. Projects that had much of that take turns, and so do their clients: one body at a time, after which the
 * thread is free of them for as long as it took.
 */
export class WorkTurns {
  readonly #clock: Clock
  readonly #spent: Clock
  readonly #turns = new FairTurns(1)
  /** By project. */
  readonly #used: TimeUsed
  #restUntil = 0

  /** @param clock monotonic milliseconds. @param spent those of the processor: on a busy machine an ordinary body takes long, too. */
  constructor(clock: Clock = steadyClock, spent: Clock = processorMs) {
    this.#clock = clock
    this.#spent = spent
    this.#used = new TimeUsed(clock, { share: FREE_SHARE, mostMs: Number.POSITIVE_INFINITY })
  }

  /** @param work in one go. @throws TooManyWaitingError, or what it throws */
  async run<T>(worker: Worker, work: () => T): Promise<T> {
    const { orgId, projectId, client } = worker
    if (this.#used.by(projectId) <= FREE_MS) return this.#counted(projectId, work)
    const turn = await this.#turns.take({ orgId, userId: `${projectId} ${client}` })
    try {
      const restMs = this.#restUntil - this.#clock()
      if (restMs > 0) await sleep(restMs)
      return this.#counted(projectId, work)
    } finally {
      turn.release()
    }
  }

  #counted<T>(projectId: number, work: () => T): T {
    const began = this.#spent()
    try {
      return work()
    } finally {
      const ms = this.#spent() - began
      if (ms >= COSTLY_MS) {
        this.#used.add(projectId, ms)
        this.#restUntil = this.#clock() + ms
      }
    }
  }
}

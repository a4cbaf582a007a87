import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, processorMs, steadyClock } from '#platform/clock.ts'
import { FairTurns } from '#platform/turns/fair-turns.ts'

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

interface Use {
  ms: number
  at: number
}

/**
 * Bodies are read on the thread that serves everyone, and 2 KB can hold what takes it 200 ms, if only to find that it is not
 * an event. Projects that had much of that take turns, and so do their clients: one body at a time, after which the
 * thread is free of them for as long as it took.
 */
export class WorkTurns {
  readonly #clock: Clock
  readonly #spent: Clock
  readonly #turns = new FairTurns(1)
  /** By project; those without costly bodies of late are absent. */
  readonly #used = new Map<number, Use>()
  #restUntil = 0

  /** @param clock monotonic milliseconds. @param spent those of the processor: on a busy machine an ordinary body takes long, too. */
  constructor(clock: Clock = steadyClock, spent: Clock = processorMs) {
    this.#clock = clock
    this.#spent = spent
  }

  /** @param work in one go. @throws TooManyWaitingError, or what it throws */
  async run<T>(worker: Worker, work: () => T): Promise<T> {
    const { orgId, projectId, client } = worker
    if (this.#used.size === 0 || this.#usedBy(projectId) <= FREE_MS) return this.#counted(projectId, work)
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
        const ended = this.#clock()
        this.#used.set(projectId, { ms: this.#usedBy(projectId) + ms, at: ended })
        this.#restUntil = ended + ms
      }
    }
  }

  #usedBy(projectId: number): number {
    const used = this.#used.get(projectId)
    if (used === undefined) return 0
    const ms = used.ms - (this.#clock() - used.at) * FREE_SHARE
    if (ms > 0) return ms
    this.#used.delete(projectId)
    return 0
  }
}

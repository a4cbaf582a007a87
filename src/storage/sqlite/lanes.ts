import { FairTurns, SERVICE, type TurnOwner } from '#platform/turns/fair-turns.ts'
import { LOCKED, type SqliteResult } from './connection.ts'
import type { SqliteRunner } from './pool.ts'

export interface LanePlace {
  runner: SqliteRunner
  release(): void
}

export interface Lane {
  take(): Promise<LanePlace>
  run(sql: string, parameters: readonly unknown[]): Promise<SqliteResult>
}

export interface SqliteLanes {
  writer: Lane
  reads: Lane
  close(): Promise<void>
}

/** One at a time: a read of the connection beside an open transaction would be part of it. */
export function singleLane(runner: SqliteRunner): SqliteLanes {
  const lane = fairLane({ turns: new FairTurns(1), runners: [runner] }, SERVICE)
  return { writer: lane, reads: lane, close: () => runner.close() }
}

export interface FairPlaces {
  turns: FairTurns
  runners: readonly SqliteRunner[]
  /** Of places that write. */
  lock?: OutsideLock
}

export function fairLane({ turns, runners, lock }: FairPlaces, owner: TurnOwner): Lane {
  const take = async (): Promise<LanePlace> => {
    const askedAt = performance.now()
    const { place, release } = await turns.take(owner)
    const runner = runners[place]!
    return { runner: lock?.over(runner, askedAt) ?? runner, release }
  }
  return {
    take,
    async run(sql, parameters) {
      const { runner, release } = await take()
      try {
        return await runner.run(sql, parameters)
      } finally {
        release()
      }
    },
  }
}

/** A change waits so long for a transaction of another program, ms. */
const LOCK_WAIT_MS = 5_000

/** Waits for a lock of another program. A change that stood in the queue during a wait in vain has waited as well. */
export class OutsideLock {
  #failedAt = Number.NEGATIVE_INFINITY

  /** @param askedAt when the caller began to wait for its turn, by `performance.now()` */
  over(runner: SqliteRunner, askedAt: number): SqliteRunner {
    return {
      run: (sql, parameters) => {
        const lockWaitMs = askedAt < this.#failedAt ? 0 : LOCK_WAIT_MS
        const running = runner.run(sql, parameters, lockWaitMs)
        return lockWaitMs === 0 ? running : running.catch((error) => this.#failed(error))
      },
      close: () => runner.close(),
    }
  }

  #failed(error: unknown): never {
    if ((error as { code?: string }).code === LOCKED) this.#failedAt = performance.now()
    throw error
  }
}

import type { FairTurns, TurnOwner } from '#platform/turns/fair-turns.ts'
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

export interface SqliteRunners {
  writer: SqliteRunner
  readers: SqliteRunner[]
}

export function plainLanes({ writer, readers }: SqliteRunners): SqliteLanes {
  const writing: Seat = { runner: writer, lock: new Lock() }
  const seats = readers.map((runner) => (runner === writer ? writing : { runner, lock: new Lock() }))
  return {
    writer: { take: () => takeSeat(writing), run: (sql, parameters) => runHeld(writing, sql, parameters) },
    reads: {
      take: () => takeSeat(mostFree(seats)),
      run: (sql, parameters) => {
        const seat = mostFree(seats)
        // Of the writer itself a read sees the transaction that is open; elsewhere never that of someone else.
        if (seat === writing || seat.lock.holders === 0) return seat.runner.run(sql, parameters)
        return runHeld(seat, sql, parameters)
      },
    },
    close: () => closeRunners({ writer, readers }),
  }
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

/** The writer goes last: the connection that closes last folds the write-ahead log into the file. */
export async function closeRunners({ writer, readers }: SqliteRunners): Promise<void> {
  await Promise.all(readers.filter((runner) => runner !== writer).map((runner) => runner.close()))
  await writer.close()
}

interface Seat {
  runner: SqliteRunner
  lock: Lock
}

async function takeSeat({ runner, lock }: Seat): Promise<LanePlace> {
  return { runner, release: await lock.acquire() }
}

async function runHeld(
  { runner, lock }: Seat,
  sql: string,
  parameters: readonly unknown[],
): Promise<SqliteResult> {
  const release = await lock.acquire()
  try {
    return await runner.run(sql, parameters)
  } finally {
    release()
  }
}

function mostFree(readers: readonly Seat[]): Seat {
  return readers.reduce((best, seat) => (seat.lock.holders < best.lock.holders ? seat : best))
}

class Lock {
  #tail: Promise<void> = Promise.resolve()
  #holders = 0

  get holders(): number {
    return this.#holders
  }

  async acquire(): Promise<() => void> {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = () => {
        this.#holders--
        resolve()
      }
    })
    const before = this.#tail
    this.#tail = before.then(() => held)
    this.#holders++
    await before
    return release
  }
}

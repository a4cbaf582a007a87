import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimLease, releaseLeases } from '#storage/lease.ts'
import { endSnoozes } from './end-snoozes.ts'
import { sweepRetention } from './retention.ts'
import type { ChangeDeps } from './triage-deps.ts'

/** What upkeep runs on. */
export interface UpkeepDeps extends ChangeDeps {
  /** Of projects that set none. */
  retentionDays: number
  /** Told when a round failed; the next one tries again. */
  onError: (error: unknown, task: string) => void
}

/** The running upkeep. */
export interface Upkeep {
  /** Finishes the step in hand. */
  close(): Promise<void>
}

const SNOOZE_EVERY_MS = 3_000
/** A start has enough to do. */
const RETENTION_AFTER_MS = 10_000
const RETENTION_EVERY_MS = 3_600_000
/** While another node has the work, or had it when it was killed. */
const RETENTION_RETRY_MS = 60_000
const RETENTION_LEASE = 'retention'
/** Longer than any step of a sweep; a node that ends without a word keeps the others waiting for so long. */
const LEASE_MS = 120_000

/**
 * Does what is due by the clock: ends snoozes every three seconds, and once an hour evicts what is older than it
 * is kept, on one node at a time.
 */
export function startUpkeep(deps: UpkeepDeps): Upkeep {
  const stop = new AbortController()
  const tasks = [
    repeat(deps, stop.signal, { name: 'snooze', after: SNOOZE_EVERY_MS, run: () => endDueSnoozes(deps) }),
    repeat(deps, stop.signal, {
      name: 'retention',
      after: RETENTION_AFTER_MS,
      run: () => evictWhatIsOld(deps, stop.signal),
    }),
  ]
  return {
    async close() {
      stop.abort()
      await Promise.all(tasks)
    },
  }
}

interface Task {
  name: string
  /** Rest before the first round, and after one that failed. */
  after: number
  /** @returns how long to rest. */
  run: () => Promise<number>
}

async function repeat({ onError }: UpkeepDeps, signal: AbortSignal, task: Task): Promise<void> {
  for (let rest = task.after; ; ) {
    await sleep(rest, undefined, { signal, ref: false }).catch(() => {})
    if (signal.aborted) return
    try {
      rest = await task.run()
    } catch (error) {
      onError(error, task.name)
      rest = task.after
    }
  }
}

async function endDueSnoozes(deps: UpkeepDeps): Promise<number> {
  await endSnoozes(deps)
  return SNOOZE_EVERY_MS
}

async function evictWhatIsOld(deps: UpkeepDeps, signal: AbortSignal): Promise<number> {
  const { queries } = deps.database
  const holder = randomUUID()
  const claim = (): Promise<boolean> => {
    const now = deps.clock()
    return claimLease(queries, { name: RETENTION_LEASE, holder, now, expiresAt: now + LEASE_MS })
  }
  if (!(await claim())) return RETENTION_RETRY_MS
  await sweepRetention({ ...deps, goesOn: async () => !signal.aborted && (await claim()) })
  await releaseLeases(queries, holder)
  return RETENTION_EVERY_MS
}

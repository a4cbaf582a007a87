import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimLease, releaseLeases } from '#storage/lease.ts'
import { listDeletedProjects } from '#storage/project-deletion.ts'
import { endSnoozes } from './end-snoozes.ts'
import { sweepRetention } from './retention.ts'
import { sweepDeleted } from './sweep-deleted.ts'
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
const DELETION_EVERY_MS = 1_000
const DELETION_LEASE = 'deletion'
/** Longer than any step of a sweep; a node that ends without a word keeps the others waiting for so long. */
const LEASE_MS = 120_000

/**
 * Does what is due by the clock: ends snoozes every three seconds, removes the rows of what was deleted, and once an
 * hour evicts what is older than it is kept; of the latter two each on one node at a time.
 */
export function startUpkeep(deps: UpkeepDeps): Upkeep {
  const stop = new AbortController()
  const tasks = [
    repeat(deps, stop.signal, { name: 'snooze', after: SNOOZE_EVERY_MS, run: () => endDueSnoozes(deps) }),
    repeat(deps, stop.signal, {
      name: 'deletion',
      after: DELETION_EVERY_MS,
      run: () => removeWhatIsDeleted(deps, stop.signal),
    }),
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

async function removeWhatIsDeleted(deps: UpkeepDeps, signal: AbortSignal): Promise<number> {
  const deleted = await listDeletedProjects(deps.database.queries)
  if (deleted.length === 0) return DELETION_EVERY_MS
  await asTheOnlyNode(deps, { lease: DELETION_LEASE, signal }, (goesOn) => sweepDeleted({ ...deps, goesOn }))
  return DELETION_EVERY_MS
}

async function evictWhatIsOld(deps: UpkeepDeps, signal: AbortSignal): Promise<number> {
  const isDone = await asTheOnlyNode(deps, { lease: RETENTION_LEASE, signal }, (goesOn) =>
    sweepRetention({ ...deps, goesOn }),
  )
  return isDone ? RETENTION_EVERY_MS : RETENTION_RETRY_MS
}

/** Does long work, which asks whether it goes on. @returns false where another node has it. */
async function asTheOnlyNode(
  { database, clock }: UpkeepDeps,
  { lease, signal }: { lease: string; signal: AbortSignal },
  work: (goesOn: () => Promise<boolean>) => Promise<unknown>,
): Promise<boolean> {
  const holder = randomUUID()
  const claim = (): Promise<boolean> => {
    const now = clock()
    return claimLease(database.queries, { name: lease, holder, now, expiresAt: now + LEASE_MS })
  }
  if (!(await claim())) return false
  await work(async () => !signal.aborted && (await claim()))
  await releaseLeases(database.queries, holder)
  return true
}

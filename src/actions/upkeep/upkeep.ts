import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '#contract/time.ts'
import { listDueFixes } from '#storage/issue/fix.ts'
import { listDeletedProjects } from '#storage/project/deletion.ts'
import { claimLease, releaseLease } from '#storage/upkeep/lease.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { watchFixes } from '../fixes/watch-fixes.ts'
import { endSnoozes } from './end-snoozes.ts'
import { type HeldSweep, sweepRetention } from './retention.ts'
import type { RetentionClock } from './retention-clock.ts'
import type { SettleDeps } from './settle-feedback.ts'
import { sweepDeleted } from './sweep-deleted.ts'
import { sweepDeliveries } from './sweep-deliveries.ts'

export interface UpkeepDeps extends ChangeDeps, SettleDeps {
  retentionDays: number
  /** After so many days without an event, issues that nobody touched go; 0: never. */
  quietIssueDays: number
  retentionClock: RetentionClock
  /** Told of a project whose old events wait for someone to say that they may go. */
  onHeld: (held: HeldSweep) => void
  /** Removes the content of release files that are gone; ends early when it is told not to go on. */
  sweepArtifacts: (goesOn: () => Promise<boolean>) => Promise<void>
  removeProjectFiles: (projectUid: string) => Promise<void>
  /** Told when a round failed; the next one tries again. */
  onError: (error: unknown, task: string) => void
}

interface RunningUpkeep extends UpkeepDeps {
  node: string
}

export interface Upkeep {
  close(): Promise<void>
}

const SNOOZE_EVERY_MS = 3_000
/** By then a clock that was wrong when the machine started has been set, and someone has seen what the log says. */
const RETENTION_AFTER_MS = HOUR_MS
const RETENTION_EVERY_MS = HOUR_MS
const RETENTION_RETRY_MS = 60_000
const RETENTION_LEASE = 'retention'
const ARTIFACTS_AFTER_MS = 60_000
const ARTIFACTS_EVERY_MS = HOUR_MS
const ARTIFACTS_LEASE = 'artifacts'
const CLOCK_EVERY_MS = 60_000
const DELETION_EVERY_MS = 1_000
const DELETION_LEASE = 'deletion'
const FIXES_EVERY_MS = 5_000
const FIXES_LEASE = 'fixes'
const DELIVERIES_EVERY_MS = 600_000
const DELIVERIES_LEASE = 'deliveries'
/** Rows that were deleted are gone from the files after so long. */
const CLEARING_EVERY_MS = 60_000
/** Longer than any step of a sweep; a node that ends without a word keeps the others waiting for so long. */
const LEASE_MS = 120_000

/** Ends snoozes every 3 s, checks fixes every 5 s, removes deleted rows; every 10 min shortens delivery
 * logs; hourly evicts old rows and unused release files. All but the first on one node at a time. */
export function startUpkeep(options: UpkeepDeps): Upkeep {
  const deps: RunningUpkeep = { ...options, node: randomUUID() }
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
      again: RETENTION_RETRY_MS,
      run: () => evictWhatIsOld(deps, stop.signal),
    }),
    repeat(deps, stop.signal, { name: 'clock', after: CLOCK_EVERY_MS, run: () => watchClock(deps) }),
    repeat(deps, stop.signal, {
      name: 'artifacts',
      after: ARTIFACTS_AFTER_MS,
      run: () => removeUnusedContent(deps, stop.signal),
    }),
    repeat(deps, stop.signal, {
      name: 'deliveries',
      after: DELIVERIES_EVERY_MS,
      run: () => removeOldDeliveries(deps, stop.signal),
    }),
    repeat(deps, stop.signal, {
      name: 'fixes',
      after: FIXES_EVERY_MS,
      run: () => watchDueFixes(deps, stop.signal),
    }),
    repeat(deps, stop.signal, { name: 'clearing', after: CLEARING_EVERY_MS, run: () => clearDeleted(deps) }),
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
  after: number
  again?: number
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
      rest = task.again ?? task.after
    }
  }
}

async function endDueSnoozes(deps: UpkeepDeps): Promise<number> {
  await endSnoozes(deps)
  return SNOOZE_EVERY_MS
}

async function removeWhatIsDeleted(deps: RunningUpkeep, signal: AbortSignal): Promise<number> {
  const deleted = await listDeletedProjects(deps.database.queries)
  if (deleted.length === 0) return DELETION_EVERY_MS
  await asTheOnlyNode(deps, { lease: DELETION_LEASE, signal }, (goesOn) => sweepDeleted({ ...deps, goesOn }))
  return DELETION_EVERY_MS
}

async function evictWhatIsOld(deps: RunningUpkeep, signal: AbortSignal): Promise<number> {
  const isDone = await asTheOnlyNode(deps, { lease: RETENTION_LEASE, signal }, async (goesOn) => {
    const now = await deps.retentionClock.read()
    await sweepRetention({ ...deps, now, goesOn })
  })
  return isDone ? RETENTION_EVERY_MS : RETENTION_RETRY_MS
}

async function watchClock({ retentionClock }: UpkeepDeps): Promise<number> {
  await retentionClock.read()
  return CLOCK_EVERY_MS
}

async function removeUnusedContent(deps: RunningUpkeep, signal: AbortSignal): Promise<number> {
  await asTheOnlyNode(deps, { lease: ARTIFACTS_LEASE, signal }, deps.sweepArtifacts)
  return ARTIFACTS_EVERY_MS
}

async function removeOldDeliveries(deps: RunningUpkeep, signal: AbortSignal): Promise<number> {
  await asTheOnlyNode(deps, { lease: DELIVERIES_LEASE, signal }, (goesOn) => sweepDeliveries(deps, goesOn))
  return DELIVERIES_EVERY_MS
}

async function watchDueFixes(deps: RunningUpkeep, signal: AbortSignal): Promise<number> {
  const due = await listDueFixes(deps.database.queries, deps.clock(), 1)
  if (due.length === 0) return FIXES_EVERY_MS
  await asTheOnlyNode(deps, { lease: FIXES_LEASE, signal }, (goesOn) => watchFixes(deps, goesOn))
  return FIXES_EVERY_MS
}

async function clearDeleted({ database }: UpkeepDeps): Promise<number> {
  await database.clearDeleted()
  return CLEARING_EVERY_MS
}

/** Does long work, which asks whether it goes on. @returns false if another node has it. */
async function asTheOnlyNode(
  { database, clock, node }: RunningUpkeep,
  { lease, signal }: { lease: string; signal: AbortSignal },
  work: (goesOn: () => Promise<boolean>) => Promise<unknown>,
): Promise<boolean> {
  const claim = (): Promise<boolean> => {
    const now = clock()
    return claimLease(database.queries, { name: lease, holder: node, now, expiresAt: now + LEASE_MS })
  }
  if (!(await claim())) return false
  try {
    await work(async () => !signal.aborted && (await claim()))
  } finally {
    // Where even this fails, on a full disk, the next round of this node has the lease still.
    await releaseLease(database.queries, { name: lease, holder: node }).catch(() => {})
  }
  return true
}

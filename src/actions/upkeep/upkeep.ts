import { randomUUID } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { GoesOn } from '#platform/background.ts'
import { pause } from '#platform/time/pause.ts'
import { listDueFixes } from '#storage/fix/watch.ts'
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
import { type ExpiryDeps, tellExpiringTokens } from './tell-expiring-tokens.ts'

export interface UpkeepDeps extends ChangeDeps, SettleDeps, ExpiryDeps {
  retentionDays: number
  /** Untouched issues are deleted after this many days without an event; 0: never. */
  quietIssueDays: number
  retentionClock: RetentionClock
  /** Gets a project whose old events wait until someone confirms that they may be deleted. */
  onHeld: (held: HeldSweep) => void
  /** Removes the content of deleted release files. */
  sweepArtifacts: (goesOn: GoesOn) => Promise<void>
  removeProjectFiles: (projectUid: string) => Promise<void>
  /** Told when a round failed; the next one tries again. */
  onError: (error: unknown, task: string) => void
}

export interface Upkeep {
  close(): Promise<void>
}

/** Gives the machine time to set its clock after a boot, and people time to read the log. */
const RETENTION_AFTER_MS = HOUR_MS
/** Longer than any step of a sweep. The lease of a node that crashed is free again after this time. */
const LEASE_MS = 120_000

interface Task {
  name: string
  everyMs: number
  /** Before the first round; default: `everyMs`. */
  afterMs?: number
  /** After a round that failed, or that another node was doing; default: `everyMs`. */
  retryMs?: number
  /** Cheap, and asked before the lease is claimed; default: always. */
  isDue?: () => Promise<boolean>
  /** `oneNode`: on one node at a time. */
  work: { everyNode: () => Promise<unknown> } | { oneNode: (goesOn: GoesOn) => Promise<unknown> }
}

/** Starts the work that no request asks for, each task in rounds of its own. */
export function startUpkeep(deps: UpkeepDeps): Upkeep {
  const node = randomUUID()
  const stop = new AbortController()
  const running = tasksOf(deps).map((task) => repeat(task, { deps, node, signal: stop.signal }))
  return {
    async close() {
      stop.abort()
      await Promise.all(running)
    },
  }
}

function tasksOf(deps: UpkeepDeps): Task[] {
  const { database, clock, retentionClock, sweepArtifacts } = deps
  return [
    { name: 'snooze', everyMs: 3_000, work: { everyNode: () => endSnoozes(deps) } },
    { name: 'clock', everyMs: MINUTE_MS, work: { everyNode: () => retentionClock.read() } },
    // So deleted rows are gone from the database's files within a minute.
    { name: 'clearing', everyMs: MINUTE_MS, work: { everyNode: () => database.clearDeleted() } },
    {
      name: 'statistics',
      everyMs: 5_000,
      // On a disk that takes longer than a query may, asking again at once would only keep it busy.
      retryMs: 10 * MINUTE_MS,
      work: { everyNode: () => database.refreshStatistics() },
    },
    {
      name: 'deletion',
      everyMs: 1_000,
      isDue: async () => (await listDeletedProjects(database.queries)).length > 0,
      work: { oneNode: (goesOn) => sweepDeleted({ ...deps, goesOn }) },
    },
    {
      name: 'fixes',
      everyMs: 5_000,
      isDue: async () =>
        (await listDueFixes(database.queries, clock(), { last: undefined, limit: 1 })).length > 0,
      work: { oneNode: (goesOn) => watchFixes(deps, goesOn) },
    },
    {
      name: 'deliveries',
      everyMs: 10 * MINUTE_MS,
      work: {
        oneNode: async (goesOn) =>
          sweepDeliveries({ ...deps, retentionNow: await retentionClock.read() }, goesOn),
      },
    },
    {
      name: 'tokens',
      afterMs: MINUTE_MS,
      everyMs: HOUR_MS,
      work: { oneNode: (goesOn) => tellExpiringTokens(deps, goesOn) },
    },
    {
      name: 'artifacts',
      afterMs: MINUTE_MS,
      everyMs: HOUR_MS,
      retryMs: MINUTE_MS,
      work: { oneNode: sweepArtifacts },
    },
    {
      name: 'retention',
      afterMs: RETENTION_AFTER_MS,
      everyMs: HOUR_MS,
      retryMs: MINUTE_MS,
      work: {
        oneNode: async (goesOn) => sweepRetention({ ...deps, now: await retentionClock.read(), goesOn }),
      },
    },
  ]
}

interface Round {
  deps: UpkeepDeps
  node: string
  signal: AbortSignal
}

async function repeat(task: Task, round: Round): Promise<void> {
  const { everyMs, afterMs = everyMs, retryMs = everyMs } = task
  const { deps, signal } = round
  for (let rest = afterMs; ; ) {
    await pause(rest, signal)
    if (signal.aborted) return
    try {
      rest = (await run(task, round)) ? everyMs : retryMs
    } catch (error) {
      deps.onError(error, task.name)
      rest = retryMs
    }
  }
}

/** @returns false if another node is doing it. */
async function run({ name, isDue, work }: Task, round: Round): Promise<boolean> {
  if (isDue !== undefined && !(await isDue())) return true
  if ('oneNode' in work) return asTheOnlyNode(name, round, work.oneNode)
  await work.everyNode()
  return true
}

/** Claims the lease of this name and works. @returns false if another node has it. */
async function asTheOnlyNode(
  lease: string,
  { deps: { database, clock }, node, signal }: Round,
  work: (goesOn: GoesOn) => Promise<unknown>,
): Promise<boolean> {
  const claim = (): Promise<boolean> =>
    claimLease(database.queries, { name: lease, holder: node, now: clock(), forMs: LEASE_MS })
  if (!(await claim())) return false
  try {
    await work(async () => !signal.aborted && (await claim()))
  } finally {
    // Where even this fails, on a full disk, the next round of this node has the lease still.
    await releaseLease(database.queries, { name: lease, holder: node }).catch(() => {})
  }
  return true
}

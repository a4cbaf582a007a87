import { ENGINE_TROUBLES } from '#contract/errors.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { JournalWriter } from '#journal/journal.ts'
import { NotReadyError, type ReadinessPart } from './health.ts'

/** A pipeline thread silent for longer is not ready; it beats four times a second. */
const SILENCE_MS = 15_000
const REMEDIES = {
  storage: 'Check the database server, or the disk of the data folder; the log names the error.',
  journal:
    'No events are accepted meanwhile, and SDKs get 503. Check the disk and the permissions of the data folder, or that ' +
    'PostgreSQL accepts writes: a demoted primary and a full disk do not. The log names the error.',
  pipeline:
    'Accepted events are kept and will be processed once the cause is fixed. Look for "pipeline trouble" in the log; ' +
    'if it is not there, events arrive faster than they can be processed.',
  clock:
    'Retention deletes nothing meanwhile. Set the clock of the server or of the database server; the log says which.',
} as const

const AFTER_STOP = {
  note:
    'The clock is more than an hour ahead of when the service last ran. If the service was stopped for that long, do ' +
    'nothing: the clock is trusted after a day, and retention waits until then. Otherwise, set the clock.',
}

interface LaneDelay {
  lane: number
  oldestMs: number
  stalledMs: number
}

interface ReadinessSources {
  /** Rejects if the database does not answer. */
  askStorage(): Promise<unknown>
  damage: { isMet: boolean }
  journal: Pick<JournalWriter, 'stats'>
  pipeline: { silentForMs(): number }
  lanes: { health(): Promise<{ state: 'ok' } | { state: 'late' | 'stuck'; delay: LaneDelay }> }
  retentionClock: { doubt: string | null; isWaiting: boolean }
}

/** What `/readyz` asks of each part of the service (decision 0061). */
export function readinessOf(sources: ReadinessSources) {
  const { askStorage, damage, journal, pipeline, lanes, retentionClock } = sources
  const storage = async () => {
    await askStorage()
    return damage.isMet ? ENGINE_TROUBLES.damaged : null
  }
  const appends = async () => {
    const { refusal } = await journal.stats()
    if (refusal !== null) throw new NotReadyError('Events cannot be accepted.', { cause: refusal })
    return null
  }
  const processing = async () => {
    if (pipeline.silentForMs() > SILENCE_MS) throw new NotReadyError('The pipeline is not responding.')
    const health = await lanes.health()
    if (health.state === 'stuck') throw new NotReadyError(stuckText(health.delay))
    return health.state === 'late' ? lateText(health.delay) : null
  }
  return {
    storage: { check: storage, remedy: REMEDIES.storage },
    journal: { check: appends, remedy: REMEDIES.journal },
    pipeline: { check: processing, remedy: REMEDIES.pipeline },
    clock: {
      check: async () => {
        const { doubt, isWaiting } = retentionClock
        if (doubt === null) return null
        return isWaiting ? AFTER_STOP : 'A clock is wrong or was changed.'
      },
      remedy: REMEDIES.clock,
    },
  } satisfies Record<string, ReadinessPart>
}

function stuckText({ lane, stalledMs, oldestMs }: LaneDelay): string {
  return `Lane ${lane} has made no progress for ${minutes(stalledMs)} min; its oldest event has waited for ${minutes(oldestMs)} min.`
}

function lateText({ lane, stalledMs, oldestMs }: LaneDelay): string {
  return `Events are delayed: the oldest in lane ${lane} has waited for ${minutes(Math.max(oldestMs, stalledMs))} min.`
}

function minutes(ms: number): number {
  return Math.floor(ms / MINUTE_MS)
}

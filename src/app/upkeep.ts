import type { Logger } from 'pino'
import { RetentionClock } from '#actions/upkeep/retention-clock.ts'
import { startUpkeep, type Upkeep } from '#actions/upkeep/upkeep.ts'
import { removeArtifactFolder } from '#ingest/release-file/artifact-store.ts'
import { sweepArtifacts } from '#ingest/release-file/sweep-artifacts.ts'
import { steadyClock, systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#storage/engine/database.ts'
import type { Parts } from './parts.ts'

const CLOCK_DOUBT = 'a clock is wrong, or was; nothing is deleted because of it'
const RETENTION_HELD =
  'retention stopped: it would delete more of a project than expected. If that is right, save the ' +
  'retention of the project again, or run `errata retention --allow PROJECT`'

/** Before the pipeline starts, which notes new times: the times known from before count. */
export async function openRetentionClock(database: Database, log: Logger): Promise<RetentionClock> {
  const onDoubt = (doubt: string | null): void =>
    doubt === null ? log.info('the clock is right again') : log.error({ reason: doubt }, CLOCK_DOUBT)
  const retentionClock = new RetentionClock({ database, clock: systemClock, steady: steadyClock, onDoubt })
  await retentionClock.read()
  return retentionClock
}

type UpkeepParts = Pick<Parts, 'database' | 'journal' | 'live' | 'retentionClock' | 'log' | 'clock'> &
  Pick<Parts['outside'], 'mailer'>

export function runUpkeep(
  { retentionDays, quietIssueDays, artifactsDir }: Config,
  { log, ...parts }: UpkeepParts,
): Upkeep {
  const { clock } = parts
  return startUpkeep({
    ...parts,
    retentionDays,
    quietIssueDays,
    onHeld: ({ projectUid, events, ofEvents }) =>
      log.error({ project: projectUid, events, of_events: ofEvents }, RETENTION_HELD),
    removeProjectFiles: (projectUid) => removeArtifactFolder(artifactsDir, projectUid),
    sweepArtifacts: (goesOn) => sweepArtifacts({ database: parts.database, artifactsDir, clock }, goesOn),
    onError: (error, task) => log.warn({ err: error, task }, 'upkeep failed; it will be retried'),
  })
}

import { join } from 'node:path'
import { isoTime } from '#contract/time.ts'
import type { Config } from '#platform/config/config.ts'
import { isReadableFile } from '#platform/folders.ts'
import { DATABASE_FILE } from '#storage/engine/database.ts'
import { UnfinishedWriteError } from '#storage/engine/database-file-error.ts'
import { newestSchema } from '#storage/engine/migrate.ts'
import { storedSchema, withSnapshot } from '#storage/engine/snapshot.ts'
import { databaseTime, lastProcessedAt, readKnownTime } from '#storage/upkeep/known-time.ts'
import { unusedDatabase } from '../unused-database.ts'
import { verifyPositions } from '../verify/journal.ts'
import { checkTwoFactor } from './check-two-factor.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Clocks of two machines that are kept right differ by less. */
const APART_MS = 2_000
/** An older time than what was noted by more than this was set. */
const BEHIND_MS = 60_000

/** The database: reachable, of this version, with its journal, and of the same time. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, dataDir } = config
  const file = join(dataDir, DATABASE_FILE)
  try {
    if (databaseUrl === null && !isReadableFile(file))
      return [ok('database', `none yet; the first start creates ${file}`)]
    const version = await storedSchema(config)
    const found = [schemaOf(version, databaseUrl === null ? 'SQLite' : 'PostgreSQL'), ...checkUnused(config)]
    if (version !== newestSchema()) return found
    const twoFactor = await checkTwoFactor(config)
    return [...found, await checkJournal(config), await checkClock(config), ...twoFactor]
  } catch (error) {
    const { message } = error as Error
    if (error instanceof UnfinishedWriteError)
      return [warn('database', message, 'The service undoes that write when it starts.')]
    return [fail('database', message, 'Without it the service does not start.')]
  }
}

function checkUnused(config: Config): Finding[] {
  const unused = unusedDatabase(config)
  return unused === null
    ? []
    : [warn('database', unused, 'To use it, unset SVC_DATABASE_URL; if you no longer need it, delete it.')]
}

function schemaOf(version: number, engine: string): Finding {
  const newest = newestSchema()
  if (version === newest) return ok('database', `${engine} answers, schema version ${version}`)
  if (version === 0)
    return ok('database', `${engine} answers and is empty; the first start creates the tables`)
  const message = `${engine} answers, schema version ${version}; this errata has ${newest}`
  return version < newest
    ? warn(
        'database',
        message,
        'Take a backup: the next start, or errata migrate, upgrades it to this version.',
      )
    : fail(
        'database',
        message,
        'Run the newer errata that wrote it, or restore a backup made before the upgrade.',
      )
}

async function checkJournal(config: Config): Promise<Finding> {
  const [difference] = await verifyPositions(config)
  if (!difference) return ok('journal', 'matches the database')
  return fail(
    'journal',
    difference.message,
    'See “A journal and a database that do not match” in docs/operations.md.',
  )
}

async function checkClock(config: Config): Promise<Finding> {
  const { own, theirs, noted } = await withSnapshot(config, async (queries) => {
    const dialect = config.databaseUrl === null ? 'sqlite' : 'postgres'
    const began = Date.now()
    const theirs = await databaseTime({ dialect, queries })
    const { known } = await readKnownTime(queries)
    const noted = Math.max(known ?? 0, (await lastProcessedAt(queries)) ?? 0)
    return { own: began, theirs, noted }
  })
  const apart = theirs === null ? 0 : Math.abs(own - theirs)
  const now = isoTime(own)
  if (apart > APART_MS)
    return warn(
      'clock',
      `${now}, ${Math.round(apart / 1000)} s from the database's`,
      'Set both machines to network time (NTP).',
    )
  if (noted > own + BEHIND_MS)
    return warn(
      'clock',
      `${now}, but the service was already running at ${isoTime(noted)}`,
      'Correct the clock; if it is right now, run errata retention --accept-clock.',
    )
  return ok('clock', theirs === null ? now : `${now}, the same as the database's`)
}

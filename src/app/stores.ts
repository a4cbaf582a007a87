import { join } from 'node:path'
import type { Logger } from 'pino'
import { prepareArtifacts } from '#ingest/release-file/artifact-store.ts'
import { journalFile } from '#journal/embedded/format/file.ts'
import type { JournalWriter } from '#journal/journal.ts'
import { openJournalReader, openJournalWriter } from '#journal/open-journal.ts'
import { checkContinuity } from '#pipeline/check-continuity.ts'
import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { DiskReserve, releaseReserve } from '#platform/disk-reserve.ts'
import { lockDataFolder, refuseReadOnly, settleRestore } from '#storage/engine/data-folder-lock.ts'
import {
  DATABASE_FILE,
  type Database,
  openDatabase,
  QUERY_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
} from '#storage/engine/database.ts'
import { databaseLogBytes } from '#storage/sqlite/give-back-space.ts'
import { releaseAllLeases } from '#storage/upkeep/lease.ts'
import type { Opened } from './opened.ts'

const NO_ROW_SECURITY =
  'PostgreSQL does not keep organizations apart by itself: the user of SVC_DATABASE_URL bypasses row-level ' +
  'security and may not use the roles errata_tenant and errata_service. Ask an administrator to create them and ' +
  'grant both to that user.'

const JOURNAL_UPKEEP_FAILED =
  'the journal could not delete or move what it no longer needs; it will be retried. If this is repeated, check ' +
  'the disk, and the log of PostgreSQL if you use it: the journal grows until then'

export interface StoreWatch {
  log: Logger
  onThreadEnded(error: Error): void
}

export async function openStores(
  config: Config,
  opened: Opened,
  { log, onThreadEnded }: StoreWatch,
): Promise<{ database: Database; journal: JournalWriter }> {
  const { dataDir, databaseUrl } = config
  if (databaseUrl === null) holdDataFolder(dataDir, opened)
  prepareArtifacts(config.artifactsDir)
  const limits = { queryTimeoutMs: QUERY_TIMEOUT_MS, requestTimeoutMs: REQUEST_TIMEOUT_MS }
  const onUpgrade = (from: number, to: number): void =>
    log.info({ from, to }, 'upgrading the schema of the data')
  const database = await openDatabase({ dataDir, databaseUrl, onThreadEnded, onUpgrade, ...limits })
  opened.add(() => database.close())
  // Who held the data folder before has ended, perhaps without releasing what it worked at.
  if (databaseUrl === null) await releaseAllLeases(database.queries)
  if (database.hasRowSecurity === false) log.warn(NO_ROW_SECURITY)
  const journal = await openJournalWriter({
    dataDir,
    databaseUrl,
    onThreadEnded,
    onUpkeepError: (err, task) => log.warn({ err, task }, JOURNAL_UPKEEP_FAILED),
  })
  opened.add(() => journal.close())
  await requireContinuity(config, database)
  return { database, journal }
}

function holdDataFolder(dataDir: string, opened: Opened): void {
  releaseReserve(dataDir)
  opened.add(lockDataFolder(dataDir))
  const files = [join(dataDir, DATABASE_FILE), journalFile(dataDir)]
  settleRestore(dataDir, files)
  refuseReadOnly(files)
  const reserve = new DiskReserve(dataDir, () => databaseLogBytes(dataDir))
  opened.add(() => reserve.close())
}

async function requireContinuity(config: Config, database: Database): Promise<void> {
  const reader = await openJournalReader({ dataDir: config.dataDir, databaseUrl: config.databaseUrl })
  try {
    await checkContinuity(database, reader, systemClock())
  } finally {
    await reader.close()
  }
}

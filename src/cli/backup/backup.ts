import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { counted } from '#contract/counted.ts'
import type { Config } from '#platform/config/config.ts'
import { isReadableFile, makeFolder } from '#platform/folders.ts'
import { DATABASE_FILE } from '#storage/engine/database.ts'
import { newestSchema } from '#storage/engine/migrate.ts'
import { type CommandContext, UsageError } from '../command-context.ts'
import { megabytes } from '../megabytes.ts'
import { readWords } from '../read-options.ts'
import { verifyFiles } from '../verify/files.ts'
import { copyFolder, folderBytes, syncPath } from './copy-folder.ts'
import { bytesOfCopy, copyStores } from './copy-stores.ts'
import {
  ARTIFACTS_FOLDER,
  bytesOf,
  describeBackup,
  MANIFEST_FILE,
  type Manifest,
  STORE_FILES,
} from './manifest.ts'
import { requireSpace } from './require-space.ts'

const ON_POSTGRES =
  'The data is in PostgreSQL, which has its own tools. Copy the whole cluster while the service runs:\n' +
  '  pg_basebackup --dbname "$SVC_DATABASE_URL" --pgdata FOLDER --max-rate 20M\n' +
  'and the artifacts folder afterwards. See “Backup” in docs/operations.md for dumps and for restoring.'

/** As `mkdtemp` ends their names. */
const UNFINISHED = /\.partial-[A-Za-z0-9]{6}$/
const FULL = /^(ENOSPC|EDQUOT|SQLITE_FULL)/
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** `backup FOLDER`: a consistent copy of the embedded stores and of the release files, also while the
 * service runs. The folder has its name only when everything is in it. */
export async function backupCommand({ config, args }: CommandContext): Promise<void> {
  const { options, words } = readWords(args, ['json'], ['a new folder'])
  if (config.databaseUrl !== null) throw new UsageError(ON_POSTGRES)
  const folder = resolve(words[0]!)
  requireStores(config.dataDir)
  requireNewFolder(folder, config)
  await requireSpaceFor(folder, config).catch((error) => Promise.reject(failureOf(error, folder)))
  warnOfUnfinished(dirname(folder))
  const partial = mkdtempSync(`${folder}.partial-`)
  const keep = removeOnSignal(partial)
  try {
    const manifest = await fill(partial, config)
    await rename(partial, folder)
    await syncPath(dirname(folder))
    const report = { folder, ...manifest }
    process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : sentences(report))
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw failureOf(error, folder)
  } finally {
    keep()
  }
}

/** Neither SQLite nor a write says which of the two disks failed; a read never fills one. */
function failureOf(error: unknown, folder: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === undefined) return error
  const remedy = FULL.test(code)
    ? ` The disk of ${dirname(folder)} is full: free some space, or give a folder on another disk.`
    : ''
  return new Error(`The backup to ${folder} failed: ${message}.${remedy}`, { cause: error })
}

/** Copies that a lost machine or SIGKILL left. Another backup may be writing one, so they are named and not removed. */
function warnOfUnfinished(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => UNFINISHED.test(each)))
    process.stderr.write(
      `warning: ${join(folder, name)} is from a backup that did not finish. Delete it, unless that backup is still running.\n`,
    )
}

/** Someone who stops a backup wants no half of it on the disk. @returns to be called once it is not to be removed. */
function removeOnSignal(folder: string): () => void {
  const end = (signal: NodeJS.Signals): void => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    process.kill(process.pid, signal)
  }
  for (const signal of SIGNALS) process.once(signal, end)
  return () => {
    for (const signal of SIGNALS) process.off(signal, end)
  }
}

async function fill(folder: string, { dataDir, artifactsDir }: Config): Promise<Manifest> {
  const artifacts = join(folder, ARTIFACTS_FOLDER)
  mkdirSync(artifacts, { mode: 0o700 })
  // Before the stores, so that a file deleted meanwhile is there; after them, so that new ones are.
  await copyFolder(artifactsDir, artifacts)
  const schemaVersion = await copyStores(dataDir, folder)
  const releaseFiles = await copyFolder(artifactsDir, artifacts)
  const manifest = await describeBackup(folder, { schemaVersion, releaseFiles })
  if (schemaVersion === newestSchema()) await warnOfMissingFiles(folder, artifacts)
  const path = join(folder, MANIFEST_FILE)
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`)
  await syncPath(path)
  await syncPath(folder)
  return manifest
}

/** Release files that the copied database names and the artifacts folder did not have. */
async function warnOfMissingFiles(dataDir: string, artifactsDir: string): Promise<void> {
  for (const { subject, message } of await verifyFiles({ dataDir, databaseUrl: null, artifactsDir }, false))
    process.stderr.write(`warning: ${subject}: ${message}. It was not in the artifacts folder either.\n`)
  // Reading leaves an empty log, which belongs to no backup.
  for (const end of ['-wal', '-shm']) await rm(join(dataDir, `${DATABASE_FILE}${end}`), { force: true })
}

function requireStores(dataDir: string): void {
  const missing = STORE_FILES.map((name) => join(dataDir, name)).find((path) => !isReadableFile(path))
  if (missing === undefined) return
  throw new UsageError(
    `There is no ${missing}. Set SVC_DATA_DIR to the data folder of the service, or start the service once.`,
  )
}

function requireNewFolder(folder: string, { artifactsDir }: Config): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory() || readdirSync(folder).length > 0)
      throw new UsageError(`${folder} already exists. Give a new folder, such as one named after the date.`)
  }
  if (`${folder}${sep}`.startsWith(`${artifactsDir}${sep}`))
    throw new UsageError(`${folder} is inside the artifacts folder. Give a folder elsewhere.`)
  try {
    makeFolder(dirname(folder), 0o777)
  } catch (cause) {
    throw new UsageError(`${folder} cannot be created: ${(cause as Error).message}. Give another folder.`, {
      cause,
    })
  }
}

async function requireSpaceFor(folder: string, { dataDir, artifactsDir }: Config): Promise<void> {
  const stores = STORE_FILES.map((name) => bytesOfCopy(join(dataDir, name)))
  const wanted = stores.reduce((sum, bytes) => sum + bytes, await folderBytes(artifactsDir))
  requireSpace(dirname(folder), wanted, 'Free some space, or give a folder on another disk.')
}

function sentences({ folder, files, release_files }: Manifest & { folder: string }): string {
  return (
    `Backed up to ${folder}: ${megabytes(bytesOf({ files, release_files }))}, ${counted(release_files.files, 'release file')}.\n` +
    `To check every number in it: SVC_DATA_DIR=${folder} errata verify --deep\n`
  )
}

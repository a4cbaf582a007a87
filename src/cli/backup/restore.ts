import { existsSync, mkdirSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import { lockDataFolder, RESTORE_FOLDER } from '#storage/engine/data-folder-lock.ts'
import { type CommandContext, UsageError } from '../command-context.ts'
import { readWords } from '../read-options.ts'
import { copyFolder, folderBytes, syncPath } from './copy-folder.ts'
import {
  ARTIFACTS_FOLDER,
  bytesOf,
  type Manifest,
  readManifest,
  requireWhole,
  STORE_FILES,
} from './manifest.ts'
import { requireSpace } from './require-space.ts'

const ON_POSTGRES =
  'The data is in PostgreSQL: restore it with its own tools, as “Backup” in docs/operations.md says.'

/** `restore FOLDER`: puts a backup into the data folder of a stopped service. What was there is kept beside
 * it, and only replaced when `--yes` says so. */
export async function restoreCommand({ config, args }: CommandContext): Promise<void> {
  const { options, words } = readWords(args, ['yes', 'json'], ['the folder of a backup'])
  if (config.databaseUrl !== null) throw new UsageError(ON_POSTGRES)
  const folder = resolve(words[0]!)
  const manifest = readManifest(folder)
  await requireWhole(folder, manifest)
  const unlock = lockDataFolder(config.dataDir)
  try {
    const old = oldStores(config.dataDir)
    if (old.length > 0 && !options.yes)
      throw new UsageError(
        `${config.dataDir} already has data. Run it again with --yes to replace it; the old databases are kept in a folder beside the new ones.`,
      )
    const kept = await replace(folder, old, { config, manifest })
    const report = { data_dir: config.dataDir, created_at: manifest.created_at, kept }
    process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : sentences(report))
  } finally {
    unlock()
  }
}

/** The stores that a restore would replace; release files are named by their content and only added to. */
function oldStores(dataDir: string): string[] {
  return STORE_FILES.flatMap((name) => ['', '-wal', '-shm'].map((end) => name + end)).filter((name) =>
    existsSync(join(dataDir, name)),
  )
}

/** @returns the folder that now has the old stores; null if there were none. */
async function replace(
  folder: string,
  old: readonly string[],
  { config, manifest }: { config: Config; manifest: Manifest },
): Promise<string | null> {
  const { dataDir, artifactsDir } = config
  const incoming = join(dataDir, RESTORE_FOLDER)
  const left = await folderBytes(incoming)
  requireSpace(dataDir, bytesOf(manifest) - left, 'Free some space first.')
  await rm(incoming, { recursive: true, force: true })
  // Before anything is copied: the server takes it for a restore that did not finish.
  mkdirSync(incoming, { mode: 0o700 })
  await copyFolder(join(folder, ARTIFACTS_FOLDER), artifactsDir)
  await copyFolder(folder, incoming, { depth: 1 })
  await requireWhole(incoming, manifest)
  const kept = old.length === 0 ? null : await moveAway(dataDir, old)
  // The journal first: after a crash in between, a journal alone is refused at start, but a database alone would pass as one that lost its journal.
  for (const name of [...STORE_FILES].reverse()) await rename(join(incoming, name), join(dataDir, name))
  await rm(incoming, { recursive: true, force: true })
  await syncPath(dataDir)
  return kept
}

async function moveAway(dataDir: string, names: readonly string[]): Promise<string> {
  const kept = join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  mkdirSync(kept, { mode: 0o700 })
  for (const name of names) await rename(join(dataDir, name), join(kept, name))
  return kept
}

function sentences({
  data_dir,
  created_at,
  kept,
}: {
  data_dir: string
  created_at: string
  kept: string | null
}) {
  const old =
    kept === null ? '' : `The old databases are now in ${kept}: delete them once the service works.\n`
  return `Restored the backup of ${created_at} to ${data_dir}.\n${old}Start the service.\n`
}

import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { jsonOf } from '#domain/json/json.ts'
import { DATABASE_FILE } from '#storage/engine/database.ts'
import { newestSchema } from '#storage/engine/migrate.ts'
import { UsageError } from '../command-context.ts'

/** Describes a backup, beside what it describes; written last. */
export const MANIFEST_FILE = 'backup.json'
export const STORE_FILES = [DATABASE_FILE, 'journal.db'] as const
export const ARTIFACTS_FOLDER = 'artifacts'

const file = z.object({ bytes: z.int(), sha256: z.string() })
const manifest = z.object({
  format: z.literal(1),
  created_at: z.iso.datetime(),
  schema_version: z.int(),
  files: z.object({ 'errata.db': file, 'journal.db': file }),
  release_files: z.object({ files: z.int(), bytes: z.int() }),
})
export type Manifest = z.infer<typeof manifest>

export async function describeBackup(
  folder: string,
  { schemaVersion, releaseFiles }: { schemaVersion: number; releaseFiles: Manifest['release_files'] },
): Promise<Manifest> {
  return {
    format: 1,
    created_at: new Date().toISOString(),
    schema_version: schemaVersion,
    files: {
      'errata.db': await describeFile(join(folder, 'errata.db')),
      'journal.db': await describeFile(join(folder, 'journal.db')),
    },
    release_files: releaseFiles,
  }
}

/** All that a backup holds, the databases and the release files. */
export function bytesOf({ files, release_files }: Pick<Manifest, 'files' | 'release_files'>): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, release_files.bytes)
}

async function describeFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(path), sum)
  return { bytes: statSync(path).size, sha256: sum.digest('hex') }
}

/** @throws UsageError for a folder that holds no whole backup, or one of a newer version. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST_FILE)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new UsageError(`There is no ${path}. Give the folder that errata backup wrote.`)
  }
  const read = manifest.safeParse(jsonOf(text))
  if (!read.success) throw new UsageError(`${path} cannot be read. Use another backup, or a newer errata.`)
  const newest = newestSchema()
  if (read.data.schema_version > newest) {
    throw new UsageError(
      `The backup has schema version ${read.data.schema_version}, this version of errata knows up to ${newest}. Restore it with the version that made it.`,
    )
  }
  return read.data
}

/** @throws Error naming a file of the backup that is not as it was written. */
export async function requireWhole(folder: string, { files }: Manifest): Promise<void> {
  for (const name of STORE_FILES) {
    const path = join(folder, name)
    const found = await describeFile(path).catch((cause: Error) => {
      throw new Error(`${path} cannot be read: ${cause.message}. Use another backup.`, { cause })
    })
    if (found.sha256 !== files[name].sha256)
      throw new Error(`${path} is damaged: its content differs from what was backed up. Use another backup.`)
  }
}

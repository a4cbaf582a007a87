import { join } from 'node:path'
import { ServiceError } from '#contract/errors.ts'
import { isReadableFile } from '#platform/folders.ts'
import { DATABASE_FILE, type Database, openDatabase } from '#storage/engine/database.ts'
import { type CommandContext, UsageError } from './command-context.ts'

/** Runs `work` on the database of the settings, also while the service runs, and closes it. One that is not
 * there yet is made only for work that begins with nothing (`mayBegin`): a folder that is misspelt must
 * not look like an empty one.
 * @throws UsageError with the sentence of what `work` refuses, and if there is no database. */
export async function withDatabase(
  { config }: CommandContext,
  work: (database: Database) => Promise<void>,
  { mayBegin = false } = {},
): Promise<void> {
  const { dataDir, databaseUrl } = config
  const file = join(dataDir, DATABASE_FILE)
  const isNew = databaseUrl === null && !isReadableFile(file)
  if (isNew && !mayBegin) {
    throw new UsageError(
      `There is no database ${file}. Set SVC_DATA_DIR to the service's data folder, or start the service once.`,
    )
  }
  if (isNew) process.stderr.write(`errata: there was no database ${file}; created a new one.\n`)
  const database = await openDatabase({ dataDir, databaseUrl, threads: false })
  try {
    await work(database)
  } catch (error) {
    throw error instanceof ServiceError ? new UsageError(sentenceOf(error)) : error
  } finally {
    await database.close()
  }
}

function sentenceOf({ message, details = [] }: ServiceError): string {
  const ofFields = details.map((detail) => `${detail.path}: ${detail.message}`)
  // The error of a single field has the message of that field.
  return details.some((detail) => detail.message === message)
    ? ofFields.join(' ')
    : [message, ...ofFields].join(' ')
}

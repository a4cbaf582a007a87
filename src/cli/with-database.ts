import { ServiceError } from '#contract/errors.ts'
import { type Database, openDatabase } from '#storage/database.ts'
import { type CommandContext, UsageError } from './command-context.ts'

/**
 * Runs `work` on the database of the settings, also while the service runs, and closes it.
 * @throws UsageError with the sentence of what `work` refuses.
 */
export async function withDatabase(
  { config }: CommandContext,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const { dataDir, databaseUrl } = config
  const database = await openDatabase({ dataDir, databaseUrl, threads: false })
  try {
    await work(database)
  } catch (error) {
    throw error instanceof ServiceError ? new UsageError(sentenceOf(error)) : error
  } finally {
    await database.close()
  }
}

function sentenceOf(error: ServiceError): string {
  return [error.message, ...(error.details ?? []).map(({ path, message }) => `${path}: ${message}`)].join(' ')
}

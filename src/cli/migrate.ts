import { openJournalWriter } from '#journal/open-journal.ts'
import type { CommandContext } from './command-context.ts'
import { readOptions } from './read-options.ts'
import { withDatabase } from './with-database.ts'

/** `migrate`: brings both stores to this version, as a start does, and ends. */
export async function migrateCommand(context: CommandContext): Promise<void> {
  readOptions(context.args, [])
  await withDatabase(context, async () => {
    const { dataDir, databaseUrl } = context.config
    await (await openJournalWriter({ dataDir, databaseUrl })).close()
  })
  process.stdout.write('The database is up to date.\n')
}

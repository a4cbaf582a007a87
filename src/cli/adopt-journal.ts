import { openJournalReader, openJournalWriter } from '#journal/open-journal.ts'
import { systemClock } from '#platform/clock.ts'
import { adoptPosition } from '#storage/consumer.ts'
import { lockDataFolder } from '#storage/data-folder-lock.ts'
import { openDatabase } from '#storage/database.ts'
import type { CommandContext } from './command-context.ts'
import { requireNoArguments } from './read-options.ts'

/**
 * Continues the database with the journal now in place, whatever its history. Records that were only in
 * another journal are lost; records of this one are processed from its beginning.
 */
export async function adoptJournal({ config, args }: CommandContext): Promise<void> {
  requireNoArguments(args)
  const { dataDir, databaseUrl } = config
  const unlock = databaseUrl === null ? lockDataFolder(dataDir) : () => {}
  const database = await openDatabase({ dataDir, databaseUrl, threads: false })
  try {
    // The journal that goes on may be a new one: opening it for writing makes it.
    const writer = await openJournalWriter({ dataDir, databaseUrl })
    await writer.close()
    const reader = await openJournalReader({ dataDir, databaseUrl })
    for (const { lane, epoch, trimmedTo } of await reader.positions()) {
      await adoptPosition(database.queries, { lane, epoch, offset: trimmedTo, attempts: 0 }, systemClock())
      process.stdout.write(`Lane ${lane} continues with journal ${epoch} after ${trimmedTo}.\n`)
    }
    await reader.close()
  } finally {
    await database.close()
    unlock()
  }
}

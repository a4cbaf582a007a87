import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { journalFile } from '#journal/embedded/format/file.ts'
import { heldPositions } from '#journal/embedded/journal-reader.ts'
import { comparePositions } from '#pipeline/compare-positions.ts'
import { heldSchema } from '#storage/engine/applied-schema.ts'
import { DATABASE_FILE } from '#storage/engine/database.ts'
import { HeldFile } from '#storage/sqlite/held-file.ts'
import { heldConsumers } from '#storage/upkeep/consumer.ts'

/** Between two pictures the pipeline may move on, and the journal be trimmed: then both are taken again. */
const TRIES = 200
const PAUSE_MS = 5

/** Both as of one moment, also while a service writes. @param to existing folder without either file.
 * @returns the database's schema version. @throws Error if they never belong together. */
export async function copyStores(dataDir: string, to: string): Promise<number> {
  const database = new HeldFile(join(dataDir, DATABASE_FILE))
  try {
    const journal = new HeldFile(journalFile(dataDir))
    try {
      await holdTogether(database, journal)
      // First: the log of the journal is what accepts write to.
      await journal.copyTo(journalFile(to))
    } finally {
      journal.close()
    }
    await database.copyTo(join(to, DATABASE_FILE))
    return heldSchema(database.read)
  } finally {
    database.close()
  }
}

/** What a copy of it takes now. */
export function bytesOfCopy(store: string): number {
  const file = new HeldFile(store)
  try {
    file.hold()
    return file.bytes
  } finally {
    file.close()
  }
}

async function holdTogether(database: HeldFile, journal: HeldFile): Promise<void> {
  let problem: string | null = null
  for (let attempt = 0; attempt < TRIES; attempt++) {
    database.hold()
    journal.hold()
    const positions = async () => heldPositions(journal.read)
    const lanes = await comparePositions({ positions }, async () => heldConsumers(database.read))
    problem = lanes.find((lane) => lane.problem !== null)?.problem ?? null
    if (problem === null) return
    await sleep(PAUSE_MS)
  }
  throw new Error(
    `The database and the journal do not belong together: ${problem} Nothing was copied. ` +
      'The service would not start on them either: see “A journal and a database that do not match” in docs/operations.md.',
  )
}

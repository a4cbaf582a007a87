import { setTimeout as sleep } from 'node:timers/promises'
import { counted } from '#contract/counted.ts'
import {
  countJournalConnections,
  journalExists,
  openJournalReader,
  openJournalWriter,
} from '#journal/open-journal.ts'
import { type Adoption, adoptedPosition } from '#pipeline/adopted-position.ts'
import { comparePositions } from '#pipeline/compare-positions.ts'
import { systemClock } from '#platform/clock.ts'
import { lockDataFolder } from '#storage/engine/data-folder-lock.ts'
import type { Database } from '#storage/engine/database.ts'
import type { Queries } from '#storage/engine/scope.ts'
import { withSnapshot } from '#storage/engine/snapshot.ts'
import { adoptPositions, listConsumers } from '#storage/upkeep/consumer.ts'
import type { CommandContext } from '../command-context.ts'
import { readOptions } from '../read-options.ts'
import { withDatabase } from '../with-database.ts'
import { reachJournal } from './reach-journal.ts'

const LOOKS = 10
const BETWEEN_LOOKS_MS = 200

type Place = Pick<CommandContext['config'], 'dataDir' | 'databaseUrl'>

/** Continues the database with the journal now in place, whatever its history. Lanes that fit stay where
 * they are. It says what it would change, and changes it only with `--yes`.
 * @throws when nodes run, or when there is something to change and no `--yes`. */
export async function adoptJournal(context: CommandContext): Promise<void> {
  const { yes = false } = readOptions(context.args, ['yes'])
  const { dataDir, databaseUrl } = context.config
  const place = { dataDir, databaseUrl }
  const unlock = databaseUrl === null ? lockDataFolder(dataDir) : () => {}
  try {
    await requireNoNodes(place)
    if (yes) await withDatabase(context, (database) => adopt(place, database))
    else await show(place)
  } finally {
    unlock()
  }
}

async function adopt(place: Place, database: Database): Promise<void> {
  // The journal that goes on may be a new one: opening it for writing makes it.
  await (await openJournalWriter(place)).close()
  const adoptions = await planAdoption(place, database.queries)
  const changes = adoptions.filter(({ isChange }) => isChange).map(({ position }) => position)
  await requireNoNodes(place)
  await database.transaction((tx) => adoptPositions(tx, changes, systemClock()))
  print(adoptions)
  process.stdout.write(
    changes.length === 0
      ? 'No changes were needed.\n'
      : `Changed: ${changes.length} of ${adoptions.length} lanes.\n`,
  )
}

async function show(place: Place): Promise<void> {
  if (!(await journalExists(place))) {
    throw new Error(
      'There is no journal. --yes creates an empty one, and every lane continues with it. Nothing was changed.',
    )
  }
  const adoptions = await withSnapshot(place, (db) => planAdoption(place, db))
  print(adoptions)
  if (adoptions.some(({ isChange }) => isChange)) {
    throw new Error('Nothing was changed. Run it again with --yes to change these positions.')
  }
  process.stdout.write('No changes are needed.\n')
}

async function planAdoption(place: Place, db: Queries): Promise<Adoption[]> {
  const reader = await openJournalReader(place)
  try {
    return (await comparePositions(reader, () => listConsumers(db))).map(adoptedPosition)
  } finally {
    await reader.close()
  }
}

function print(adoptions: readonly Adoption[]): void {
  for (const { position, effect } of adoptions) process.stdout.write(`Lane ${position.lane}: ${effect}.\n`)
}

/** Connections that were just closed, our own too, are listed for a moment longer. */
async function requireNoNodes(place: Place): Promise<void> {
  let count = await reachJournal(place, countJournalConnections)
  for (let look = 1; count > 0 && look < LOOKS; look++) {
    await sleep(BETWEEN_LOOKS_MS)
    count = await countJournalConnections(place)
  }
  if (count === 0) return
  throw new Error(
    `Running nodes have ${counted(count, 'connection')} to the journal: stop all nodes first. If none is running, a lost node left them: ` +
      'end them with pg_terminate_backend (application_name is "errata journal" in pg_stat_activity).',
  )
}

import { counted } from '#contract/counted.ts'
import type { JournalReader } from '#journal/journal.ts'
import { findJournalDamage, journalExists, openJournalReader } from '#journal/open-journal.ts'
import { comparePositions } from '#pipeline/compare-positions.ts'
import type { Config } from '#platform/config/config.ts'
import type { Queries } from '#storage/engine/scope.ts'
import { withSnapshot } from '#storage/engine/snapshot.ts'
import { type ConsumerPosition, listConsumers } from '#storage/upkeep/consumer.ts'
import type { Difference } from '#storage/verify/difference.ts'
import { countStoredRecords } from '#storage/verify/stored-records.ts'
import { reachJournal } from './reach-journal.ts'

/** Records of a lane that are looked at behind the place where it continues. */
const LOOKED_AT = { maxRecords: 200, maxBytes: 16 * 1024 * 1024 }

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>

/** The journal may grow and be trimmed meanwhile. */
export async function verifyPositions(place: Place): Promise<Difference[]> {
  if (!(await reachJournal(place, journalExists))) return missingJournal(place)
  const reader = await openJournalReader(place)
  try {
    const processed: Difference[] = []
    const lanes = await comparePositions(reader, () =>
      withSnapshot(place, async (db) => {
        const consumers = await listConsumers(db)
        for (const consumer of consumers.values())
          processed.push(...(await processedAgain(db, reader, consumer)))
        return consumers
      }),
    )
    const broken = lanes.flatMap(({ problem }) => (problem === null ? [] : [offsetDifference(problem)]))
    return broken.length > 0 ? broken : processed
  } finally {
    await reader.close()
  }
}

/** Damage that the embedded journal's engine finds in its file; tables of PostgreSQL are checked with the database. */
export async function verifyJournalFile(place: Place): Promise<Difference[]> {
  const damage = (await journalExists(place)) ? await findJournalDamage(place) : null
  return damage === null ? [] : [{ check: 'engine.integrity', subject: 'journal.db', message: damage }]
}

async function missingJournal(place: Place): Promise<Difference[]> {
  const isMissed = (await withSnapshot(place, listConsumers)).size > 0
  return isMissed ? [offsetDifference('The journal that the database refers to is missing.')] : []
}

/** Records that the pipeline would process again, although their events are stored. */
async function processedAgain(
  db: Queries,
  reader: JournalReader,
  { lane, offset }: ConsumerPosition,
): Promise<Difference[]> {
  const next = await reader.read(lane, offset, LOOKED_AT)
  const stored = await countStoredRecords(db, next)
  if (stored === 0) return []
  return [
    offsetDifference(
      `Lane ${lane}: the database is at ${offset}, but ${stored} of the next ${counted(next.length, 'record')} ${stored === 1 ? 'is' : 'are'} already processed.`,
    ),
  ]
}

function offsetDifference(sentence: string): Difference {
  return { check: 'consumer.consumed_offset', subject: 'journal', message: sentence }
}

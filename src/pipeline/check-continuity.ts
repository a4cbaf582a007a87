import type { JournalReader, LanePosition } from '#journal/journal.ts'
import { type ConsumerPosition, readConsumer, startConsumer } from '#storage/consumer.ts'
import type { Database } from '#storage/database.ts'

/** The journal and the database do not belong together; the message says what happened and what to do. */
export class ContinuityError extends Error {}

/**
 * Checks, before anything is processed, that the database continues this very journal, and begins the lanes
 * that are new.
 * @throws ContinuityError when one of the two is a copy from another time or place: going on would skip
 * accepted events or count some twice.
 */
export async function checkContinuity(database: Database, reader: JournalReader, now: number): Promise<void> {
  for (const lane of await reader.positions()) {
    const position = await readConsumer(database.queries, lane.lane)
    const problem = position ? findBreak(lane, position) : findLostDatabase(lane)
    if (problem) throw new ContinuityError(`${problem} ${REMEDY}`)
    if (position) continue
    const start = { lane: lane.lane, epoch: lane.epoch, offset: lane.trimmedTo, attempts: 0 }
    await startConsumer(database.queries, start, now)
  }
}

const REMEDY =
  'Put back a database and a journal that were copied together, or, to go on with the database alone, ' +
  'move the journal files (journal.db*) out of the data folder and run `errata journal adopt`: ' +
  'events that were only in the journal are lost then.'

function findBreak(lane: LanePosition, position: ConsumerPosition): string | null {
  if (lane.epoch !== position.epoch) {
    return `Lane ${lane.lane}: the database was fed from journal ${position.epoch}, but this is journal ${lane.epoch}.`
  }
  if (lane.lastOffset < position.offset) {
    return `Lane ${lane.lane}: the journal ends at ${lane.lastOffset}, but the database has processed ${position.offset}: the journal is an older copy.`
  }
  if (lane.trimmedTo > position.offset) {
    return `Lane ${lane.lane}: the database stands at ${position.offset}, but the journal begins after ${lane.trimmedTo}: the database is an older copy.`
  }
  return null
}

function findLostDatabase(lane: LanePosition): string | null {
  if (lane.trimmedTo === 0) return null
  return `Lane ${lane.lane}: the journal has history, but the database knows nothing of it: the database was replaced.`
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { JournalReader } from '#journal/journal.ts'
import type { Database } from '#storage/engine/database.ts'
import { listConsumers, startConsumer } from '#storage/upkeep/consumer.ts'
import { comparePositions } from './compare-positions.ts'

/** The journal and the database do not belong together; the message says what happened and what to do. */
export class ContinuityError extends Error {}

const LOOK_AGAIN_MS = 1_000

/** Begins new lanes. @throws ContinuityError if one is another copy: events would be lost or repeated. */
export async function checkContinuity(database: Database, reader: JournalReader, now: number): Promise<void> {
  const look = () => comparePositions(reader, () => listConsumers(database.queries))
  let lanes = await look()
  if (lanes.some(({ problem }) => problem !== null)) {
    await sleep(LOOK_AGAIN_MS)
    lanes = await look()
  }
  const problem = lanes.find((lane) => lane.problem !== null)?.problem
  if (problem) throw new ContinuityError(`${problem} ${REMEDIES[database.dialect]}`)
  for (const { journal, consumer } of lanes) {
    if (consumer) continue
    const start = { lane: journal.lane, epoch: journal.epoch, offset: journal.trimmedTo, attempts: 0 }
    await startConsumer(database.queries, start, now)
  }
}

const ADOPT =
  'run `errata journal adopt`: it shows where each lane would continue and what that loses, and changes it with --yes.'
const REMEDIES = {
  sqlite:
    'Put back errata.db and journal.db from the same copy of the data folder. To go on with what is there instead, ' +
    ADOPT,
  postgres:
    'Restore the whole database from one dump: its tables journal_* and the others belong together. To continue with what ' +
    `is there instead, stop all nodes and ${ADOPT}`,
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { acceptEvent } from '#ingest/accept-event.ts'
import { readStoreEvent } from '#ingest/read-event.ts'
import type { JournalReader } from '#journal/journal.ts'
import { openJournalReader, openJournalWriter } from '#journal/open-journal.ts'
import { checkContinuity } from '#pipeline/check-continuity.ts'
import { LaneConsumer } from '#pipeline/consume-lane.ts'
import { type Preparation, type PreparedBatch, Preparer } from '#pipeline/preparer.ts'
import { BatchWriter } from '#storage/batch/write-batch.ts'
import { OffsetMovedError } from '#storage/consumer.ts'
import { type Database, openDatabase } from '#storage/database.ts'
import { ENGINES, type Engine } from './support/engines.ts'
import { PipelineFeed } from './support/pipeline-feed.ts'
import { type SeedProject, seedOrg, seedProject } from './support/seed.ts'

/** A database in a folder of its own, with one project; both are gone after the test. */
async function newDatabase(engine: Engine) {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-recovery-'))
  const databaseUrl = await engine.databaseUrl()
  const database = await openDatabase({ dataDir, databaseUrl, threads: false })
  onTestFinished(async () => {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const project = await seedProject(database, await seedOrg(database, 'Test'), 'shop')
  return { dataDir, databaseUrl, database, project }
}

async function totals(database: Database, { projectId }: SeedProject) {
  const { events, stored } = await database.queries
    .selectFrom('issue')
    .select((eb) => [
      eb.fn.sum<number>('event_count').as('events'),
      eb.fn.sum<number>('stored_event_count').as('stored'),
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const letters = await database.queries
    .selectFrom('dead_letter')
    .select('reason')
    .where('project_id', '=', projectId)
    .execute()
  return { events: Number(events), stored: Number(stored), letters: letters.map(({ reason }) => reason) }
}

/** A thread that ends whenever it is to process a record of this offset, as one does that runs out of memory. */
class EndingPreparer extends Preparer {
  deaths = 0
  readonly #reader: JournalReader
  readonly #poison: number
  #next = 0

  constructor(options: ConstructorParameters<typeof Preparer>[0], reader: JournalReader, poison: number) {
    super(options)
    this.#reader = reader
    this.#poison = poison
  }

  override async prepare(preparation: Preparation): Promise<PreparedBatch> {
    const { lane, maxRecords, maxBytes, giveUp } = preparation
    const after = preparation.after ?? this.#next
    const records = await this.#reader.read(lane, after, maxRecords, maxBytes)
    this.#next = records.at(-1)?.offset ?? after
    if (giveUp === null && records.some(({ offset }) => offset === this.#poison)) {
      this.deaths += 1
      throw new Error('The prepare thread has ended.')
    }
    return super.prepare({ ...preparation, after })
  }
}

describe.each(ENGINES)('the pipeline, on $name', (engine) => {
  describe.skipIf(engine.missing)(engine.missing ?? 'when work does not finish', () => {
    it('two workers at the same place: one of them writes the batch, the other nothing', async () => {
      const { database, project } = await newDatabase(engine)
      const first = await PipelineFeed.start(database)
      const second = first.restart()
      await first.send(project, [{ kind: 'Twice', at: Date.now() }])
      const again = second.send(project, [{ kind: 'Twice', at: Date.now() }])
      await expect(again).rejects.toThrow(OffsetMovedError)
      expect(await totals(database, project)).toEqual({ events: 1, stored: 1, letters: [] })
    })

    it('a record that ends its thread is given up after five attempts, and costs no other one', async () => {
      const { database, project, ...place } = await newDatabase(engine)
      const journal = await openJournalWriter(place)
      const reader = await openJournalReader(place)
      const key = { ...project, hourlyCap: null }
      const accept = { journal, clock: Date.now, ingestHourlyCap: 1000, spikeEventsPerMinute: 1000 }
      for (let n = 0; n < 10; n++) {
        const bytes = Buffer.from(JSON.stringify({ message: `number ${n}` }))
        const event = readStoreEvent({ bytes, encoding: 'identity', maxBytes: bytes.length })
        await acceptEvent(accept, { key, clientIp: undefined }, event)
      }
      await journal.close()
      await checkContinuity(database, reader, Date.now())
      const { lane, trimmedTo } = (await reader.positions()).find(({ lastOffset }) => lastOffset > 0)!
      const limits = { maxBodyBytes: 1024 * 1024, retentionDays: 90, newIssuesPerHour: 0 }
      const poison = trimmedTo + 4
      const preparer = new EndingPreparer({ ...place, ...limits }, reader, poison)
      const writer = new BatchWriter(database, limits)
      const consumer = new LaneConsumer({ database, reader, preparer, writer, now: Date.now }, lane)
      let idle = false
      for (let step = 0; !idle && step < 30; step++) {
        idle = await consumer.step().then(
          (result) => result.idle,
          () => false,
        )
      }
      await preparer.close()
      await reader.close()
      expect(idle).toBe(true)
      const letters = ['given up after 5 attempts that did not finish']
      expect(await totals(database, project)).toEqual({ events: 10, stored: 9, letters })
      // Once in the batch of all ten, then by itself.
      expect(preparer.deaths).toBe(1 + 5)
    })
  })
})

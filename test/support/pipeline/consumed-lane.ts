import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { appendEvent } from '#ingest/accept-event.ts'
import { readStoreEvent } from '#ingest/read-event.ts'
import type { JournalReader, JournalWriter } from '#journal/journal.ts'
import { openJournalReader, openJournalWriter } from '#journal/open-journal.ts'
import { checkContinuity } from '#pipeline/check-continuity.ts'
import { type ConsumerDeps, LaneConsumer } from '#pipeline/lane/consume-lane.ts'
import type { PipelineThreadOptions } from '#pipeline/messages.ts'
import { Preparer } from '#pipeline/prepare/preparer.ts'
import { Turns } from '#platform/turns/turns.ts'
import { BatchWriter } from '#storage/batch/write-batch.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import type { Engine } from '../database/engines.ts'
import { type SeedProject, seedOrg, seedProject } from '../database/seed.ts'
import { DEADLINE_MS } from '../deadline.ts'

/** What a worker has of its own, beside what a test gives it. */
export function consumerDeps(parts: ConsumerParts): ConsumerDeps {
  const suspects = new Turns({ running: 1, waiting: 100, refusal: () => new Error('too many') })
  return { ...parts, suspects, now: Date.now }
}

type ConsumerParts = Pick<ConsumerDeps, 'reader' | 'preparer' | 'writer'> & { database: Database }

/** A journal and a database with one project, whose lane is consumed step by step; gone after the test. */
export class ConsumedLane {
  accepted = 0
  readonly database: Database
  readonly reader: JournalReader
  readonly project: SeedProject
  readonly options: PipelineThreadOptions
  readonly journal: JournalWriter

  private constructor(
    parts: Pick<ConsumedLane, 'database' | 'reader' | 'project' | 'options'>,
    journal: JournalWriter,
  ) {
    this.database = parts.database
    this.reader = parts.reader
    this.project = parts.project
    this.options = parts.options
    this.journal = journal
  }

  static async ofTest(engine: Engine): Promise<ConsumedLane> {
    const dataDir = mkdtempSync(join(tmpdir(), 'errata-lane-'))
    const place = { dataDir, databaseUrl: await engine.databaseUrl() }
    const database = await openDatabase({ ...place, threads: false, maxConnections: 30 })
    const project = await seedProject(database, await seedOrg(database, 'Test'), 'shop')
    const journal = await openJournalWriter(place)
    const reader = await openJournalReader(place)
    await checkContinuity(database, reader, Date.now())
    onTestFinished(async () => {
      await journal.close()
      await reader.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const options = { ...place, artifactsDir: dataDir, retentionDays: 90, newIssuesPerHour: 0 }
    return new ConsumedLane({ database, reader, project, options }, journal)
  }

  /** Accepts an event as ingest does. */
  async accept(event: object): Promise<void> {
    const deps = { journal: this.journal, clock: Date.now, ingestHourlyCap: 1e6, spikeEventsPerMinute: 1e6 }
    const bytes = Buffer.from(JSON.stringify(event))
    const read = readStoreEvent({ bytes, encoding: 'identity', maxBytes: bytes.length })
    await appendEvent(deps, { ...this.project, hourlyCap: null }, read)
    this.accepted += 1
  }

  /** A worker of the lane. */
  consumer(preparer: Preparer): LaneConsumer {
    const { database, reader } = this
    const writer = new BatchWriter(database, this.options)
    return new LaneConsumer(consumerDeps({ database, reader, preparer, writer }), this.lane)
  }

  get lane(): number {
    return this.database.dialect === 'sqlite' ? 0 : this.project.projectId % 8
  }

  preparer(): Preparer {
    return new Preparer(this.options)
  }

  /** Steps of a worker until its lane is processed; every failure is an error of the test. */
  async drain(consumer: LaneConsumer): Promise<void> {
    const deadline = Date.now() + DEADLINE_MS
    while ((await this.waiting()) > 0) {
      if (Date.now() > deadline) throw new Error('the lane was not processed')
      await consumer.step()
    }
  }

  /** Records that were accepted and not processed. */
  async waiting(): Promise<number> {
    const { lastOffset } = (await this.reader.positions()).find(({ lane }) => lane === this.lane)!
    const { consumed_offset } = await this.position()
    return lastOffset - consumed_offset
  }

  position() {
    const { lane } = this
    return this.database.queries
      .selectFrom('consumer')
      .selectAll()
      .where('lane', '=', lane)
      .executeTakeFirstOrThrow()
  }

  /** Sums over the issues of the project, and the reasons of its dead letters. */
  async totals() {
    const { queries } = this.database
    const { projectId } = this.project
    const { events, stored } = await queries
      .selectFrom('issue')
      .select((eb) => [
        eb.fn.sum<number | null>('event_count').as('events'),
        eb.fn.sum<number | null>('stored_event_count').as('stored'),
      ])
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow()
    const letters = await queries
      .selectFrom('dead_letter')
      .select(['reason', 'body'])
      .where('project_id', '=', projectId)
      .execute()
    return {
      events: Number(events),
      stored: Number(stored),
      letters: letters.map(({ reason }) => reason),
      bodies: letters.filter(({ body }) => body !== null).length,
    }
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { appendEvent } from '#ingest/accept-event.ts'
import { readStoreEvent } from '#ingest/read-event.ts'
import type { JournalReader, JournalWriter } from '#journal/journal.ts'
import { openJournalReader, openJournalWriter } from '#journal/open-journal.ts'
import { checkContinuity } from '#pipeline/check-continuity.ts'
import { LaneConsumer } from '#pipeline/lane/consume-lane.ts'
import { Preparer } from '#pipeline/prepare/preparer.ts'
import { BatchWriter } from '#storage/batch/write-batch.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { describeOn, ENGINES, type Engine } from '../support/database/engines.ts'
import { type SeedProject, seedOrg, seedProject } from '../support/database/seed.ts'
import { consumerDeps } from '../support/pipeline/consumed-lane.ts'

/** Checks at the start of a node; whole nodes are started in several-nodes.test.ts. */
const STARTS = Number(process.env.ERRATA_NODE_STARTS ?? 120)
/** Between the reads of a starting node, ms: it is far from the database, or busy. */
const LONGEST_PAUSE_MS = 8

interface Node {
  place: { dataDir: string; databaseUrl: string | null }
  database: Database
  project: SeedProject
  journal: JournalWriter
}

async function nodeOfTest(engine: Engine): Promise<Node> {
  const place = {
    dataDir: mkdtempSync(join(tmpdir(), 'errata-beside-')),
    databaseUrl: await engine.databaseUrl(),
  }
  const database = await openDatabase({ ...place, threads: false })
  const journal = await openJournalWriter(place)
  onTestFinished(async () => {
    await journal.close()
    await database.close()
    rmSync(place.dataDir, { recursive: true, force: true })
  })
  const project = await seedProject(database, await seedOrg(database, 'Test'), 'shop')
  return { place, database, project, journal }
}

async function acceptOne({ journal, project }: Node, text: string): Promise<void> {
  const bytes = Buffer.from(JSON.stringify({ message: text }))
  const event = readStoreEvent({ bytes, encoding: 'identity', maxBytes: bytes.length })
  const deps = { journal, clock: Date.now, ingestHourlyCap: 1_000_000, spikeEventsPerMinute: 1_000_000 }
  await appendEvent(deps, { ...project, hourlyCap: null }, event)
}

/** Takes on, processes and trims, as fast as it can, until it is told to stop. @returns how many events it processed. */
async function workUntil(node: Node, isOver: () => boolean, onProcessed: () => void): Promise<number> {
  const { database, place, journal } = node
  const reader = await openJournalReader(place)
  const limits = { artifactsDir: place.dataDir, retentionDays: 90, newIssuesPerHour: 0 }
  const preparer = new Preparer({ ...place, ...limits })
  const writer = new BatchWriter(database, limits)
  const lane = node.project.projectId % journal.lanes
  const consumer = new LaneConsumer(consumerDeps({ database, reader, preparer, writer }), lane)
  let processed = 0
  while (!isOver()) {
    await acceptOne(node, `number ${processed}`)
    const step = await consumer.step()
    if (step.idle) continue
    processed += step.outcome.stored
    onProcessed()
    await journal.trim(lane, step.offset)
  }
  await preparer.close()
  await reader.close()
  return processed
}

const pause = () => sleep(Math.random() * LONGEST_PAUSE_MS)

/** What a starting node sees: each of its reads is answered late. `looks` counts those at the journal. */
function farAway(database: Database, reader: JournalReader) {
  let looks = 0
  const late: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await pause()
      return result
    },
  }
  const positions = async () => {
    looks += 1
    const found = await reader.positions()
    await pause()
    return found
  }
  return {
    database: { ...database, queries: database.queries.withPlugin(late) },
    reader: { positions, read: reader.read, close: reader.close },
    looks: () => looks,
  }
}

describeOn(ENGINES, 'a node that starts while another one works', (engine) => {
  it(
    'is never refused, however late its reads are answered',
    async () => {
      const node = await nodeOfTest(engine)
      const reader = await openJournalReader(node.place)
      await checkContinuity(node.database, reader, Date.now())
      let isOver = false
      const begun = Promise.withResolvers<void>()
      const working = workUntil(node, () => isOver, begun.resolve)
      await begun.promise
      const far = farAway(node.database, reader)
      const refusals: string[] = []
      for (let start = 0; start < STARTS; start++) {
        await checkContinuity(far.database, far.reader, Date.now()).catch(({ message }) =>
          refusals.push(message),
        )
      }
      isOver = true
      expect(await working).toBeGreaterThan(STARTS / 10)
      await reader.close()
      expect(refusals).toEqual([])
      // Before and after the positions in the database, and never once more.
      expect(far.looks()).toBe(2 * STARTS)
    },
    60_000 + STARTS * 500,
  )

  it('is refused if the journal is an older copy, with what to do on this engine', async () => {
    const node = await nodeOfTest(engine)
    const reader = await openJournalReader(node.place)
    await checkContinuity(node.database, reader, Date.now())
    await node.database.queries.updateTable('consumer').set({ consumed_offset: 9 }).execute()
    const message = await checkContinuity(node.database, reader, Date.now()).then(
      () => 'not refused',
      (error: Error) => error.message,
    )
    await reader.close()
    expect(message).toMatch(/ends at 0, but the database has processed up to 9.*errata journal adopt.*--yes/)
    if (engine.name === 'PostgreSQL') expect(message).toMatch(/dump.*stop all nodes/)
    expect(message.includes('journal.db')).toBe(engine.name === 'SQLite')
  })
})

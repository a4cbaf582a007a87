import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { appendEvent } from '#ingest/accept-event.ts'
import { readStoreEvent } from '#ingest/read-event.ts'
import { openJournalReader, openJournalWriter } from '#journal/open-journal.ts'
import { checkContinuity } from '#pipeline/check-continuity.ts'
import { LaneConsumer } from '#pipeline/lane/consume-lane.ts'
import { Preparer } from '#pipeline/prepare/preparer.ts'
import { BatchWriter } from '#storage/batch/write-batch.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { describeOn, ENGINES, type Engine } from '../support/database/engines.ts'
import { type SeedProject, seedOrg, seedProject } from '../support/database/seed.ts'
import { consumerDeps } from '../support/pipeline/consumed-lane.ts'
import { errata } from '../support/server/run-errata.ts'

const EVENTS = 20
/** Beyond them events are only counted. */
const WHOLE_EVENTS = 2

interface Place {
  dataDir: string
  databaseUrl: string | null
}

/** A place with `EVENTS` processed events that are not yet trimmed; nothing runs on it. */
async function placeOfTest(engine: Engine): Promise<Place & { project: SeedProject }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-adopt-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const place = { dataDir, databaseUrl: await engine.databaseUrl() }
  const project = await withData(place, async (database) =>
    seedProject(database, await seedOrg(database, 'Test'), 'shop'),
  )
  await accept(place, project)
  await processAll(place, project)
  return { ...place, project }
}

async function withData<T>(place: Place, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...place, threads: false })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function accept(place: Place, project: SeedProject): Promise<void> {
  const journal = await openJournalWriter(place)
  const deps = { journal, clock: Date.now, ingestHourlyCap: 1000, spikeEventsPerMinute: WHOLE_EVENTS }
  for (let n = 0; n < EVENTS; n++) {
    const bytes = Buffer.from(JSON.stringify({ message: 'it broke' }))
    const event = readStoreEvent({ bytes, encoding: 'identity', maxBytes: bytes.length })
    await appendEvent(deps, { ...project, hourlyCap: null }, event)
  }
  await journal.close()
}

/** Processes what waits, as a start does, without trimming. */
function processAll(place: Place, { projectId }: SeedProject): Promise<void> {
  return withData(place, async (database) => {
    const reader = await openJournalReader(place)
    const limits = { artifactsDir: place.dataDir, retentionDays: 90, newIssuesPerHour: 0 }
    const preparer = new Preparer({ ...place, ...limits })
    const writer = new BatchWriter(database, limits)
    try {
      await checkContinuity(database, reader, Date.now())
      const lane = projectId % (await reader.positions()).length
      const consumer = new LaneConsumer(consumerDeps({ database, reader, preparer, writer }), lane)
      while (!(await consumer.step()).idle);
    } finally {
      await preparer.close()
      await reader.close()
    }
  })
}

const counted = (place: Place) =>
  withData(place, async ({ queries }) => {
    const rows = await queries.selectFrom('issue').select('event_count').execute()
    return rows.map(({ event_count }) => event_count)
  })
const consumers = (place: Place) =>
  withData(place, ({ queries }) =>
    queries.selectFrom('consumer').select(['lane', 'epoch', 'consumed_offset']).orderBy('lane').execute(),
  )
const change = (place: Place, change: { epoch?: string; consumed_offset?: number }) =>
  withData(place, ({ queries }) => queries.updateTable('consumer').set(change).execute())

function adopt({ dataDir, databaseUrl }: Place, ...options: string[]) {
  const env = { SVC_DATA_DIR: dataDir, ...(databaseUrl !== null && { SVC_DATABASE_URL: databaseUrl }) }
  return errata(['journal', 'adopt', ...options], env)
}

describeOn(ENGINES, 'errata journal adopt after one of the two was replaced, or not', (engine) => {
  it('keeps positions that fit: nothing is counted twice', async () => {
    const { project, ...place } = await placeOfTest(engine)
    expect(await counted(place)).toEqual([EVENTS])
    const before = await consumers(place)
    for (const options of [[], ['--yes']]) {
      const outcome = await adopt(place, ...options)
      expect(outcome).toMatchObject({ code: 0, stderr: '' })
      expect(outcome.stdout).toMatch(/keeps its place at 20\.\n(.*\n)*No changes (?:are|were) needed/)
      expect(await consumers(place)).toEqual(before)
    }
    await processAll(place, project)
    expect(await counted(place)).toEqual([EVENTS])
  })

  it('an older journal: continues at its end, and what both had is not counted twice', async () => {
    const { project, ...place } = await placeOfTest(engine)
    await change(place, { consumed_offset: 1000 })
    const shown = await adopt(place)
    expect(shown).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was changed.') })
    expect(shown.stdout).toMatch(/it moves from 1000 .* to 20 .*: no record of it waits/)
    expect(new Set((await consumers(place)).map((lane) => lane.consumed_offset))).toEqual(new Set([1000]))
    expect(await adopt(place, '--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Changed'),
    })
    await processAll(place, project)
    expect(await counted(place)).toEqual([EVENTS])
  })

  it('another journal: its records are processed from the first one', async () => {
    const { project, ...place } = await placeOfTest(engine)
    await change(place, { epoch: 'another', consumed_offset: 7 })
    const shown = await adopt(place)
    expect(shown.stdout).toMatch(/from 7 of journal another to 0 .*: its records 1 to 20 are processed next/)
    expect(shown.stdout).toContain('records that only the other journal had are lost')
    expect(new Set((await consumers(place)).map(({ epoch }) => epoch))).toEqual(new Set(['another']))
    expect(await adopt(place, '--yes')).toMatchObject({ code: 0 })
    await processAll(place, project)
    // The two stored ones are known by their ids; of those only counted nothing is left to know them by.
    expect(await counted(place)).toEqual([2 * EVENTS - WHOLE_EVENTS])
  })

  it('a folder or database without data is not made', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'errata-adopt-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const outcome = await adopt({ dataDir, databaseUrl: await engine.databaseUrl() })
    expect(outcome.code).toBe(1)
    expect(readdirSync(dataDir).filter((name) => /errata\.db|journal\.db/.test(name))).toEqual([])
  })
})

describe('errata journal adopt', () => {
  it('SQLite: makes no journal without --yes, and an empty one with it', async () => {
    const { project, ...place } = await placeOfTest(ENGINES[0]!)
    const journal = join(place.dataDir, 'journal.db')
    renameSync(journal, `${journal}.away`)
    for (const name of ['-wal', '-shm']) rmSync(`${journal}${name}`, { force: true })
    expect(await adopt(place)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing was changed'),
    })
    expect(existsSync(journal)).toBe(false)
    expect(await adopt(place, '--yes')).toMatchObject({ code: 0 })
    await accept(place, project)
    await processAll(place, project)
    expect(await counted(place)).toEqual([2 * EVENTS])
  })

  const [, postgres] = ENGINES
  it.skipIf(postgres!.missing)('PostgreSQL: refuses while a node is connected to the journal', async () => {
    const { project: _, ...place } = await placeOfTest(postgres!)
    await change(place, { epoch: 'another' })
    const node = await openJournalReader(place)
    onTestFinished(() => node.close())
    await node.positions()
    const outcome = await adopt(place, '--yes')
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringMatching(/stop all nodes first/) })
    expect(new Set((await consumers(place)).map(({ epoch }) => epoch))).toEqual(new Set(['another']))
  })
})

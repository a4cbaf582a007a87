import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import type { LaneConsumer } from '#pipeline/lane/consume-lane.ts'
import { Preparer, UnfinishedError } from '#pipeline/prepare/preparer.ts'
import { beginAttempt, OffsetMovedError, readConsumer } from '#storage/upkeep/consumer.ts'
import { describeOn, ENGINES, type Engine } from '../support/database/engines.ts'
import { FailingStatements } from '../support/database/failing-statements.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { ConsumedLane } from '../support/pipeline/consumed-lane.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { type BatchToPrepare, WatchedPreparer } from '../support/pipeline/watched-preparer.ts'

const GIVEN_UP = 'given up after 5 attempts that did not finish'
const EVENTS = 10
const POISON = 4
const DEATH = new UnfinishedError(new Error('out of memory'))

/** A lane with some events and a worker; `watch` sees its batches, and the offset of the fourth record. */
async function workedLane(engine: Engine, watch: (batch: BatchToPrepare, poison: number) => Promise<void>) {
  const lane = await ConsumedLane.ofTest(engine)
  for (let n = 0; n < EVENTS; n++) await lane.accept({ message: `number ${n}` })
  const records = await lane.reader.read(lane.lane, 0, {
    maxRecords: EVENTS,
    maxBytes: Number.MAX_SAFE_INTEGER,
  })
  const poison = records[POISON - 1]!.offset
  const newWorker = () => {
    const preparer = new WatchedPreparer(lane, (batch) => watch(batch, poison))
    onTestFinished(() => preparer.close())
    return lane.consumer(preparer)
  }
  return { lane, newWorker, worker: newWorker() }
}

function workerOf(lane: ConsumedLane): LaneConsumer {
  const preparer = lane.preparer()
  onTestFinished(() => preparer.close())
  return lane.consumer(preparer)
}

/** Storage refuses events of a release, as it refuses a value that our code made wrongly; until what is returned is called. */
async function refuseRelease(
  { database, options }: ConsumedLane,
  release: string,
): Promise<() => Promise<void>> {
  const { databaseUrl } = options
  if (databaseUrl === null) {
    const run = (statement: string) =>
      sql
        .raw(statement)
        .execute(database.queries)
        .then(() => {})
    await run(`CREATE TRIGGER refused BEFORE INSERT ON event WHEN NEW.release = '${release}'
      BEGIN SELECT RAISE(ABORT, 'refused'); END`)
    return () => run('DROP TRIGGER refused')
  }
  await runAsOwner(databaseUrl, `ALTER TABLE event ADD CONSTRAINT refused CHECK (release <> '${release}')`)
  return () => runAsOwner(databaseUrl, 'ALTER TABLE event DROP CONSTRAINT refused')
}

async function runAsOwner(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/**
 * Steps, of which some may fail, until the lane is processed. Nothing else is asked of the database meanwhile: a statement
 * that a test makes fail is one of the worker's.
 */
async function untilProcessed(lane: ConsumedLane, worker: LaneConsumer): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS
  while ((await lane.waiting()) > 0) {
    if (Date.now() > deadline) throw new Error('the lane was not processed')
    const { idle } = await worker.step().catch(() => ({ idle: false }))
    if (idle) await sleep(20)
  }
}

describeOn(ENGINES, 'the pipeline when work does not finish', (engine) => {
  it('two workers at the same place: one of them writes the batch, the other nothing', async () => {
    const lane = await ConsumedLane.ofTest(engine)
    const first = await PipelineFeed.start(lane.database, { lane: 9, newIssuesPerHour: 0 })
    const second = first.restart()
    await first.send(lane.project, [{ kind: 'Twice', at: Date.now() }])
    const again = second.send(lane.project, [{ kind: 'Twice', at: Date.now() }])
    await expect(again).rejects.toThrow(OffsetMovedError)
    expect(await lane.totals()).toMatchObject({ events: 1, stored: 1, letters: [] })
  })

  it('a batch ends when its time is up, and the next one goes on behind it', async () => {
    const lane = await ConsumedLane.ofTest(engine)
    for (let n = 0; n < 40; n++) await lane.accept({ message: `number ${n}` })
    const preparer = lane.preparer()
    onTestFinished(() => preparer.close())
    const options = { lane: lane.lane, maxRecords: 512, maxBytes: 1e9, maxMs: 0, giveUp: null }
    const first = await preparer.prepare({ ...options, after: 0 })
    const next = await preparer.prepare({ ...options, after: null })
    expect([first, next].map((batch) => [batch.items().length, batch.isLast])).toEqual([
      [32, false],
      [8, true],
    ])
  })

  it('a record that ends its thread is given up after five attempts, keeps its body, and costs no other', async () => {
    let deaths = 0
    const { lane, worker } = await workedLane(engine, async ({ offsets, isVerdict }, poison) => {
      if (isVerdict || !offsets.includes(poison)) return
      deaths += 1
      throw DEATH
    })
    await untilProcessed(lane, worker)
    expect(await lane.totals()).toEqual({ events: 10, stored: 9, letters: [GIVEN_UP], bodies: 1 })
    // Once in the batch of all ten, then by itself.
    expect(deaths).toBe(1 + 5)
  })

  it('one that ends it while it is scrubbed, too, goes without a body after three more', async () => {
    let deaths = 0
    const { lane, worker } = await workedLane(engine, async ({ offsets }, poison) => {
      if (!offsets.includes(poison) || deaths === 1 + 5 + 3) return
      deaths += 1
      throw DEATH
    })
    await untilProcessed(lane, worker)
    expect(await lane.totals()).toEqual({ events: 10, stored: 9, letters: [GIVEN_UP], bodies: 0 })
    expect(deaths).toBe(1 + 5 + 3)
  })

  it('a thread that processes the same records without an end is ended, and they are to blame', async () => {
    const lane = await ConsumedLane.ofTest(engine)
    const frames = Array.from({ length: 9000 }, (_, n) => ({ filename: `f${n}.py`, function: `g${n}` }))
    await lane.accept({ exception: { values: [{ type: 'Slow', stacktrace: { frames } }] } })
    const preparer = new Preparer(lane.options, { hangsAfterMs: 5, silentAfterMs: 60_000, watchEveryMs: 2 })
    onTestFinished(() => preparer.close())
    const warnings: Error[] = []
    const warn = (warning: Error) => warnings.push(warning)
    process.on('warning', warn)
    onTestFinished(() => void process.off('warning', warn))
    const worker = lane.consumer(preparer)
    await expect(worker.step()).rejects.toThrow(UnfinishedError)
    expect((await lane.position()).attempts).toBe(1)
    // Of listeners that pile up, if the thread is ended again and again.
    expect(warnings).toEqual([])
  })

  it('storage that fails while a record is given up costs nothing of it', async () => {
    const failing = FailingStatements.ofTest()
    let verdicts = 0
    const { lane, worker } = await workedLane(engine, async ({ offsets, isVerdict }, poison) => {
      verdicts += isVerdict ? 1 : 0
      const error = new Error('no room')
      failing.begin(isVerdict && verdicts <= 10 ? { nth: 5, mode: 'once', error } : null)
      if (!isVerdict && offsets.includes(poison)) throw DEATH
    })
    await untilProcessed(lane, worker)
    expect(verdicts).toBe(11)
    expect(await lane.totals()).toEqual({ events: 10, stored: 9, letters: [GIVEN_UP], bodies: 1 })
  })

  it('a thread that ended with the records of another lane, or a journal that cannot be read, counts nothing', async () => {
    let failures = 0
    const { lane, worker } = await workedLane(engine, async () => {
      failures += 1
      if (failures <= 20) throw new Error('the prepare thread has ended')
    })
    for (let n = 0; n < 20; n++) await worker.step().catch(() => {})
    expect((await lane.position()).attempts).toBe(0)
    await untilProcessed(lane, worker)
    expect(await lane.totals()).toEqual({ events: 10, stored: 10, letters: [], bodies: 0 })
  })

  it('a count that says to give up falls on one record only, also at a place that was reached long before', async () => {
    const { lane, worker } = await workedLane(engine, async () => {})
    await untilProcessed(lane, worker)
    await worker.step()
    await worker.step()
    await lane.database.queries.updateTable('consumer').set({ attempts: 6 }).execute()
    for (let n = 0; n < 80; n++) await lane.accept({ message: `later ${n}` })
    await untilProcessed(lane, worker)
    expect(await lane.totals()).toEqual({ events: 90, stored: 89, letters: [GIVEN_UP], bodies: 1 })
  })

  it.each([
    ['one', 1],
    ['a row of them', 12],
  ])(
    'storage that refuses %s but takes others: it becomes a letter with its body, the others are stored',
    async (_, count) => {
      const lane = await ConsumedLane.ofTest(engine)
      await refuseRelease(lane, 'bad')
      for (let n = 0; n < 3; n++) await lane.accept({ message: `before ${n}` })
      for (let n = 0; n < count; n++) await lane.accept({ message: `refused ${n}`, release: 'bad' })
      for (let n = 0; n < 3; n++) await lane.accept({ message: `behind ${n}` })
      await untilProcessed(lane, workerOf(lane))
      const { letters, ...totals } = await lane.totals()
      expect(totals).toEqual({ events: 6 + count, stored: 6, bodies: count })
      expect(letters).toEqual(Array(count).fill(expect.stringMatching(/^could not be written: .*refused/)))
    },
  )

  it('after a process that was killed a lane goes on with few records, and soon with many', async () => {
    const sizes: number[] = []
    const { lane, worker } = await workedLane(engine, async ({ offsets }) => void sizes.push(offsets.length))
    for (let n = 0; n < 80; n++) await lane.accept({ message: `later ${n}` })
    await lane.database.queries.updateTable('consumer').set({ attempts: 1 }).execute()
    await untilProcessed(lane, worker)
    expect(sizes).toEqual([...Array(8).fill(1), ...Array(8).fill(8), 18])
  })

  it('storage that refuses every event: the lane waits, and nothing is given up', async () => {
    const lane = await ConsumedLane.ofTest(engine)
    const allow = await refuseRelease(lane, 'bad')
    for (let n = 0; n < 3; n++) await lane.accept({ message: `number ${n}`, release: 'bad' })
    const worker = workerOf(lane)
    for (let n = 0; n < 12; n++) await expect(worker.step()).rejects.toThrow('refused')
    expect(await lane.waiting()).toBe(3)
    await allow()
    await untilProcessed(lane, worker)
    expect(await lane.totals()).toEqual({ events: 3, stored: 3, letters: [], bodies: 0 })
  })

  it('the attempt of a worker that was lost is taken over, and the next stop leaves none', async () => {
    const { lane, worker } = await workedLane(engine, async () => {})
    const { queries } = lane.database
    expect(await beginAttempt(queries, (await readConsumer(queries, lane.lane))!, Date.now())).toBe(true)
    await untilProcessed(lane, worker)
    for (let n = 0; n < 3; n++) await lane.accept({ message: `more ${n}` })
    await untilProcessed(lane, worker)
    await worker.rest()
    expect((await lane.position()).attempts).toBe(0)
    expect(await lane.totals()).toMatchObject({ events: 13, stored: 13, letters: [] })
  })

  it('a worker that was paused and wakes while another one is at its records writes nothing twice, gives nothing up', async () => {
    const paused = Promise.withResolvers<void>()
    let batches = 0
    const { lane, worker, newWorker } = await workedLane(engine, async () => {
      batches += 1
      if (batches === 1) await paused.promise
    })
    const asleep = worker.step()
    await expect.poll(() => batches).toBe(1)
    const other = newWorker()
    // Taken for dead: its records are taken one at a time.
    expect(await other.step()).toMatchObject({ idle: false, outcome: { stored: 1 } })
    paused.resolve()
    expect(await asleep).toEqual({ idle: true })
    await worker.rest()
    await untilProcessed(lane, other)
    await other.rest()
    expect((await lane.position()).attempts).toBe(0)
    expect(await lane.totals()).toEqual({ events: 10, stored: 10, letters: [], bodies: 0 })
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PostgresCluster, startPostgres } from '../../../test/support/database/postgres.ts'
import { postgresMissing } from '../../../test/support/database/shared-postgres.ts'
import { DEADLINE_MS } from '../../../test/support/deadline.ts'
import {
  appendAll,
  countOf,
  event,
  events,
  hex,
  JournalFixture,
  readAll,
} from '../../../test/support/pipeline/journal-fixture.ts'
import { DedupeTime } from '../dedupe-time.ts'
import type { AppendRequest, JournalWriter } from '../journal.ts'
import { openJournalWriter } from '../open-journal.ts'
import { acceptBatch } from './accept.ts'
import { openPostgresJournal } from './journal.ts'
import { openJournalPool } from './pool.ts'

describe.skipIf(postgresMissing !== null)(postgresMissing ?? 'journal in PostgreSQL', () => {
  let cluster: PostgresCluster
  let databaseUrl: string
  let fixture: JournalFixture

  beforeAll(async () => {
    cluster = (await startPostgres())!
  })
  afterAll(() => cluster.stop())
  beforeEach(async () => {
    databaseUrl = await cluster.createDatabase()
    fixture = new JournalFixture(databaseUrl)
  })
  afterEach(() => fixture.dispose())

  const unlimited = { hourlyCap: 1e9, spikePerMinute: 1e9 }

  /** A patient client: the same event again until it is answered; returns the last answer. */
  async function persist(writer: JournalWriter, request: AppendRequest): Promise<string> {
    for (;;) {
      try {
        return (await writer.append({ ...request })).status
      } catch {
        await sleep(50)
      }
    }
  }

  test('a lane that lacks records is trimmed all the same', async () => {
    const writer = await fixture.openWriter()
    await appendAll(
      writer,
      Array.from({ length: 12 }, () => event({ ...unlimited, projectId: 1 })),
    )
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(
      'DELETE FROM journal_record WHERE record_offset BETWEEN 1 AND 4 OR record_offset >= 11',
    )
    await client.end()
    const reader = await fixture.openReader()
    const trimmedTo = async () => (await reader.positions()).find(({ lane }) => lane === 1)!.trimmedTo
    await writer.trim(1, 8)
    await expect.poll(trimmedTo).toBe(8)
    await writer.trim(1, 12)
    await expect.poll(trimmedTo).toBe(12)
  })

  test('a trim that fails is reported, and repeated until it succeeds', async () => {
    const failed = Promise.withResolvers<[unknown, string]>()
    const onUpkeepError = (...failure: [unknown, string]) => failed.resolve(failure)
    const writer = fixture.closedLater(await openJournalWriter({ ...fixture.options, onUpkeepError }))
    await appendAll(writer, [event({ ...unlimited, projectId: 1 })])
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query('ALTER TABLE journal_trim RENAME TO journal_trim_elsewhere')
    await writer.trim(1, 1)
    expect(await failed.promise).toEqual([expect.objectContaining({ code: '42P01' }), 'trim'])
    await client.query('ALTER TABLE journal_trim_elsewhere RENAME TO journal_trim')
    await client.end()
    const reader = await fixture.openReader()
    const trimmedTo = async () => (await reader.positions()).find(({ lane }) => lane === 1)!.trimmedTo
    await expect.poll(trimmedTo).toBe(1)
  })

  test('a journal of an earlier version, which kept no previews, is opened and goes on', async () => {
    const [before, after] = events(2)
    const first = await fixture.openWriter()
    await first.append(before!)
    await first.close()
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query('ALTER TABLE journal_accepted DROP COLUMN preview')
    await client.end()
    const again = await fixture.openWriter()
    await again.append(after!)
    expect(await again.findAccepted(3, before!.eventId)).toEqual({ preview: null })
    expect(await again.findAccepted(3, after!.eventId)).toEqual({ preview: after!.preview })
  })

  test('killed under load: nothing accepted is lost, nothing is there twice, offsets have no gaps', async () => {
    const writers = [await fixture.openWriter(), await fixture.openWriter()]
    const done = new Set<string>()
    let isLoading = true
    const load = Promise.all(
      Array.from({ length: 32 }, async (_, client) => {
        while (isLoading) {
          const request = event({ ...unlimited, projectId: 1 + (client % 5) })
          await persist(writers[client % 2]!, request)
          done.add(hex(request.eventId))
        }
      }),
    )
    const untilMore = (count: number) => expect.poll(() => done.size).toBeGreaterThan(done.size + count)
    for (let round = 0; round < 3; round++) {
      await untilMore(60 + 40 * round)
      await cluster.killHard()
      await sleep(200)
      await cluster.restart()
    }
    await untilMore(60)
    isLoading = false
    await load
    const records = await readAll(await fixture.openReader())
    const stored = records.map((record) => hex(record.eventId))
    expect(new Set(stored)).toEqual(done)
    expect(stored).toHaveLength(done.size)
    for (const [, inLane] of Map.groupBy(records, (record) => record.lane)) {
      expect(inLane.map((record) => record.offset)).toEqual(inLane.map((_, index) => index + 1))
    }
  })

  test('unreachable: refused within the deadline, accepted again afterwards', async () => {
    const writer = await fixture.openWriter()
    await writer.append(event())
    await cluster.killHard()
    const start = performance.now()
    const refusal = { name: 'JournalUnavailableError', reason: 'engine' }
    await expect(writer.append(event())).rejects.toMatchObject(refusal)
    expect(performance.now() - start).toBeLessThan(DEADLINE_MS / 4)
    await cluster.restart()
    expect((await writer.append(event())).status).toBe('accepted')
  })

  test('a lane locked by another: refused at the deadline, and by then nothing is left running', async () => {
    const writer = await fixture.openWriter()
    const other = new pg.Client({ connectionString: databaseUrl })
    other.on('error', () => {})
    await other.connect()
    await other.query('BEGIN; SELECT * FROM journal_lane FOR UPDATE')
    const start = performance.now()
    await expect(writer.append(event())).rejects.toMatchObject({ reason: 'engine' })
    expect(performance.now() - start).toBeLessThan(DEADLINE_MS / 4)
    await other.query('COMMIT')
    await other.end()
    const results = await appendAll(writer, events(3))
    expect(countOf(results, 'accepted')).toBe(3)
  })

  test('a node whose lanes others hold commits what comes for all of them at once', async () => {
    const writer = await openPostgresJournal({ databaseUrl })
    fixture.closedLater(writer)
    const other = new pg.Client({ connectionString: databaseUrl })
    await other.connect()
    const batches = async () =>
      Number((await other.query('SELECT count(*) FROM journal_batch')).rows[0].count)
    const inBothGroups = () => [1, 2].map((projectId) => writer.append(event({ ...unlimited, projectId })))
    await Promise.all(inBothGroups())
    expect(await batches()).toBe(2)
    await other.query('BEGIN; SELECT * FROM journal_lane FOR UPDATE')
    const waiting = inBothGroups()
    await sleep(200)
    await other.query('COMMIT')
    await Promise.all(waiting)
    const before = await batches()
    await Promise.all(inBothGroups())
    expect(await batches()).toBe(before + 1)
    await other.end()
  })

  test('a retried batch whose first try did commit reports what that try decided', async () => {
    await fixture.openWriter()
    const pool = openJournalPool({ databaseUrl, maxConnections: 1, queryTimeoutMs: 2000 })
    const requests = [...events(3, { hourlyCap: 2 }), event({ hourlyCap: 2 })]
    requests[1] = requests[0]!
    const limits = { lanes: 8, maxBacklogBytes: 1e9, dedupeTime: new DedupeTime() }
    const batch = { ...limits, token: crypto.randomUUID(), requests }
    const retry = { isRetry: true, patienceMs: 2000 }
    const client = await pool.connect()
    const first = await acceptBatch(client, batch, { isRetry: false, patienceMs: 2000 })
    const again = await acceptBatch(client, batch, retry)
    const other = await acceptBatch(client, { ...batch, token: crypto.randomUUID() }, retry)
    client.release()
    await pool.end()
    expect([...first.codes]).toEqual([0, 2, 0, 3])
    expect([...again.codes]).toEqual([...first.codes])
    expect([...other.codes]).toEqual([2, 2, 2, 3])
    expect(await readAll(await fixture.openReader())).toHaveLength(2)
  })

  test('a batch that fails says why, not that what followed the failure was refused', async () => {
    await fixture.openWriter()
    const pool = openJournalPool({ databaseUrl, maxConnections: 1, queryTimeoutMs: 2000 })
    const batch = {
      token: '',
      requests: events(3),
      lanes: 8,
      maxBacklogBytes: 1e9,
      dedupeTime: new DedupeTime(),
    }
    const client = await pool.connect()
    await client.query('SET default_transaction_read_only = on')
    const accepting = acceptBatch(client, batch, { isRetry: false, patienceMs: 2000 })
    accepting.catch(() => {})
    // A busy process reads all answers at once.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    await expect(accepting).rejects.toMatchObject({ code: '25006' })
    client.release()
    await pool.end()
  })

  test('nodes that start together agree on one journal', async () => {
    const writers = await Promise.all(Array.from({ length: 6 }, () => fixture.openWriter()))
    await Promise.all(writers.map((writer) => writer.append(event())))
    const positions = await (await fixture.openReader()).positions()
    expect(positions.map(({ lane }) => lane)).toEqual(positions.map((_, index) => index))
    expect(new Set(positions.map(({ epoch }) => epoch)).size).toBe(1)
    expect(await readAll(await fixture.openReader())).toHaveLength(6)
  })

  test('tables of a newer version are refused', async () => {
    await fixture.openWriter()
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query('INSERT INTO journal_format VALUES (99)')
    await client.end()
    await expect(fixture.openWriter()).rejects.toMatchObject({ name: 'JournalVersionError' })
    await expect(fixture.openReader()).rejects.toThrow(/format 99/)
  })
})

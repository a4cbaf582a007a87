import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { postgresMissing, sharedDatabase } from '../../test/support/shared-postgres.ts'
import type { AppendRequest, JournalReader, JournalRecord, JournalWriter } from './journal.ts'
import { type OpenJournalOptions, openJournalReader, openJournalWriter } from './open-journal.ts'

/** 2026-09-21T14:40:00Z: twenty minutes before the end of a clock hour. */
const NOW = 1_790_001_600_000
const ENGINES = ['embedded', 'postgres'] as const

describe.each(ENGINES)('journal contract: %s', (engine) => {
  const missing = engine === 'postgres' ? postgresMissing : null
  describe.skipIf(missing !== null)(missing ?? 'engine present', () => contract(engine))
})

function contract(engine: (typeof ENGINES)[number]): void {
  let directory: string
  let databaseUrl: string | null
  let now: number
  let opened: { close(): Promise<void> }[]

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'errata-journal-'))
    databaseUrl = engine === 'postgres' ? await sharedDatabase() : null
    now = NOW
    opened = []
  })

  afterEach(async () => {
    for (const journal of opened) await journal.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const options = (): OpenJournalOptions => ({ dataDir: directory, databaseUrl, clock: () => now })

  async function openWriter(): Promise<JournalWriter> {
    const writer = await openJournalWriter(options())
    opened.push(writer)
    return writer
  }

  async function openReader(): Promise<JournalReader> {
    const reader = await openJournalReader(options())
    opened.push(reader)
    return reader
  }

  function event(changes: Partial<AppendRequest> = {}): AppendRequest {
    return {
      orgId: 7,
      projectId: 3,
      eventId: randomBytes(16),
      preview: 'ab'.repeat(16),
      receivedAt: now,
      hourlyCap: 5000,
      spikePerMinute: 100,
      meta: {
        format: 'envelope',
        encoding: 'gzip',
        eventStart: 12,
        eventEnd: 345,
        summary: {
          title: 'Ünïcode: \u{1f980}',
          level: 'error',
          environment: 'e',
          release: 'r',
          platform: 'p',
        },
      },
      body: randomBytes(300),
      ...changes,
    }
  }

  const events = (count: number, changes: Partial<AppendRequest> = {}) =>
    Array.from({ length: count }, () => event(changes))

  const appendAll = (writer: JournalWriter, requests: AppendRequest[]) =>
    Promise.all(requests.map((request) => writer.append({ ...request })))

  async function readAll(reader: JournalReader): Promise<JournalRecord[]> {
    const records: JournalRecord[] = []
    for (const { lane, trimmedTo } of await reader.positions()) {
      let after = trimmedTo
      for (;;) {
        const batch = await reader.read(lane, after, 1000, 1 << 20)
        if (batch.length === 0) break
        records.push(...batch)
        after = batch.at(-1)!.offset
      }
    }
    return records
  }

  async function until(condition: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + 10_000
    while (!(await condition())) {
      if (Date.now() > deadline) throw new Error('The journal did not get there in 10 s.')
      await sleep(20)
    }
  }

  const count = (results: { status: string }[], status: string) =>
    results.filter((result) => result.status === status).length

  const whole = (records: JournalRecord[]) => records.filter((record) => record.body !== null).length

  test('a record comes back as it was appended', async () => {
    const writer = await openWriter()
    const request = event({ body: Buffer.from('the body, in a slice of something bigger').subarray(4, 8) })
    expect(await writer.append({ ...request })).toEqual({ status: 'accepted', countedOnly: false })
    const [record] = await readAll(await openReader())
    expect(record).toMatchObject({ orgId: 7, projectId: 3, preview: request.preview, receivedAt: NOW })
    expect(record!.offset).toBe(1)
    expect(record!.meta).toEqual(request.meta)
    expect(Buffer.from(record!.eventId)).toEqual(Buffer.from(request.eventId))
    expect(Buffer.from(record!.body!).toString()).toBe('body')
  })

  test('bodies from nothing to 2 MiB', async () => {
    const writer = await openWriter()
    const sizes = [0, 1, 4096, 70_000, 2 * 1024 * 1024]
    const requests = sizes.map((size) => event({ body: randomBytes(size) }))
    await appendAll(writer, requests)
    const records = await readAll(await openReader())
    expect(records.map((record) => record.body!.byteLength)).toEqual(sizes)
    for (const [index, record] of records.entries()) {
      expect(Buffer.compare(record.body!, requests[index]!.body)).toBe(0)
    }
  })

  test('order within a project, offsets without gaps in each lane', async () => {
    const writer = await openWriter()
    const requests = Array.from({ length: 600 }, (_, i) => event({ projectId: 1 + (i % 12) }))
    await appendAll(writer, requests)
    const records = await readAll(await openReader())
    expect(records).toHaveLength(600)
    for (const [lane, inLane] of Map.groupBy(records, (record) => record.lane)) {
      expect(inLane.map((record) => record.offset)).toEqual(inLane.map((_, i) => i + 1))
      expect(lane).toBeLessThan(writer.lanes)
    }
    for (const [projectId, ofProject] of Map.groupBy(records, (record) => record.projectId)) {
      expect(new Set(ofProject.map((record) => record.lane)).size).toBe(1)
      const sent = requests.filter((request) => request.projectId === projectId)
      expect(ofProject.map((r) => hex(r.eventId))).toEqual(sent.map((r) => hex(r.eventId)))
    }
  })

  test('read stops at maxRecords and at maxBytes, with one record at least', async () => {
    const writer = await openWriter()
    await appendAll(writer, events(20, { body: randomBytes(1000) }))
    const reader = await openReader()
    const { lane } = (await reader.positions()).find((position) => position.lastOffset > 0)!
    const offsets = async (after: number, maxRecords: number, maxBytes: number) =>
      (await reader.read(lane, after, maxRecords, maxBytes)).map((record) => record.offset)
    expect(await offsets(0, 3, 1 << 20)).toEqual([1, 2, 3])
    expect(await offsets(3, 100, 1)).toEqual([4])
    expect((await offsets(4, 100, 5000)).length).toBeLessThan(16)
    expect(await offsets(20, 100, 5000)).toEqual([])
  })

  test('records, cap, valve and accepted ids outlive a restart', async () => {
    const first = await openWriter()
    const requests = events(30, { spikePerMinute: 20, hourlyCap: 40 })
    await appendAll(first, requests)
    await first.close()
    const second = await openWriter()
    const reader = await openReader()
    expect(whole(await readAll(reader))).toBe(20)
    expect(await second.capUsed(3)).toBe(30)
    expect(count(await appendAll(second, requests), 'duplicate')).toBe(30)
    const more = await appendAll(second, events(30, { spikePerMinute: 25, hourlyCap: 40 }))
    expect(count(more, 'accepted')).toBe(10)
    expect(count(more, 'cap_exceeded')).toBe(20)
    expect(whole(await readAll(reader))).toBe(25)
  })

  test('a repeated event id has no effect: same batch, later, after a restart, other project', async () => {
    const writer = await openWriter()
    const request = event()
    const together = await appendAll(writer, [request, request, request])
    expect(together.map((result) => result.status)).toEqual(['accepted', 'duplicate', 'duplicate'])
    now += 47 * 3_600_000
    expect(await writer.append(event({ eventId: request.eventId }))).toEqual({ status: 'duplicate' })
    expect(await writer.wasAccepted(3, request.eventId)).toBe(true)
    expect(await writer.wasAccepted(4, request.eventId)).toBe(false)
    await writer.close()
    const again = await openWriter()
    expect(await again.append(event({ eventId: request.eventId }))).toEqual({ status: 'duplicate' })
    expect((await again.append(event({ projectId: 4, eventId: request.eventId }))).status).toBe('accepted')
    now += 3_600_001
    expect(await again.wasAccepted(3, request.eventId)).toBe(false)
    expect((await again.append(event({ eventId: request.eventId }))).status).toBe('accepted')
    expect(await readAll(await openReader())).toHaveLength(3)
  })

  test('the cap is exact under parallel appends, and starts anew with the clock hour', async () => {
    const writer = await openWriter()
    const lists = await Promise.all(
      Array.from({ length: 16 }, () => appendAll(writer, events(40, { hourlyCap: 500 }))),
    )
    expect(count(lists.flat(), 'accepted')).toBe(500)
    expect(count(lists.flat(), 'cap_exceeded')).toBe(140)
    expect(lists.flat()).toContainEqual({ status: 'cap_exceeded', retryAfterSeconds: 1200 })
    expect(await writer.capUsed(3)).toBe(500)
    expect((await writer.append(event({ projectId: 4, hourlyCap: 500 }))).status).toBe('accepted')
    now += 1_200_000 - 1
    expect(await writer.append(event({ hourlyCap: 500 }))).toEqual({
      status: 'cap_exceeded',
      retryAfterSeconds: 1,
    })
    now += 1
    expect((await writer.append(event({ hourlyCap: 500 }))).status).toBe('accepted')
    expect(await writer.capUsed(3)).toBe(1)
    expect(await readAll(await openReader())).toHaveLength(502)
  })

  test('a cap of 0 accepts nothing, and what a refused event leaves behind is nothing', async () => {
    const writer = await openWriter()
    const request = event({ hourlyCap: 0 })
    expect((await writer.append(request)).status).toBe('cap_exceeded')
    expect(await writer.wasAccepted(3, request.eventId)).toBe(false)
    expect(await writer.capUsed(3)).toBe(0)
    expect((await writer.append({ ...request, hourlyCap: 1 })).status).toBe('accepted')
    expect((await writer.append({ ...request, hourlyCap: 1 })).status).toBe('duplicate')
  })

  test('the valve keeps exactly so many bodies a minute for a preview; the others are counted', async () => {
    const writer = await openWriter()
    const burst = await appendAll(writer, events(150))
    expect(burst.filter((result) => result.status === 'accepted' && result.countedOnly)).toHaveLength(50)
    now += 59_000
    expect(await writer.append(event())).toEqual({ status: 'accepted', countedOnly: true })
    expect(await writer.append(event({ preview: 'cd'.repeat(16) }))).toMatchObject({ countedOnly: false })
    expect(await writer.append(event({ projectId: 11 }))).toMatchObject({ countedOnly: false })
    now += 2_000
    expect(await writer.append(event())).toEqual({ status: 'accepted', countedOnly: false })
    const records = await readAll(await openReader())
    expect(records).toHaveLength(154)
    expect(whole(records)).toBe(103)
    expect(records.find((record) => record.body === null)?.meta.summary.title).toBe('Ünïcode: \u{1f980}')
  })

  test('trim forgets records, never offsets, also after a restart', async () => {
    const writer = await openWriter()
    const reader = await openReader()
    await appendAll(writer, events(50))
    const { lane, epoch } = (await reader.positions()).find((position) => position.lastOffset > 0)!
    const position = async (of: JournalReader) => (await of.positions()).find((one) => one.lane === lane)!
    await writer.trim(lane, 20)
    await until(async () => (await position(reader)).trimmedTo === 20)
    expect((await reader.read(lane, 20, 100, 1 << 20)).map((record) => record.offset)[0]).toBe(21)
    await writer.trim(lane, 50)
    await until(async () => (await position(reader)).trimmedTo === 50)
    expect(await readAll(reader)).toEqual([])
    expect(await writer.stats()).toEqual({ pendingRecords: 0, pendingBytes: 0, oldestReceivedAt: null })
    await reader.close()
    await writer.close()
    const again = await openWriter()
    await again.append(event())
    const reopened = await openReader()
    expect(await position(reopened)).toEqual({ lane, epoch, trimmedTo: 50, lastOffset: 51 })
    expect((await readAll(reopened)).map((record) => record.offset)).toEqual([51])
  })

  test('stats tell what waits', async () => {
    const writer = await openWriter()
    await appendAll(writer, events(3, { body: randomBytes(1000) }))
    const stats = await writer.stats()
    expect(stats).toMatchObject({ pendingRecords: 3, oldestReceivedAt: NOW })
    expect(stats.pendingBytes).toBeGreaterThanOrEqual(3000)
  })

  test('listeners hear of every lane that got records, after the commit', async () => {
    const writer = await openWriter()
    const reader = await openReader()
    const seen: Promise<number>[] = []
    writer.onCommitted((lane) =>
      seen.push(reader.read(lane, 0, 10, 1 << 20).then((records) => records.length)),
    )
    const request = event()
    await writer.append(request)
    expect(await Promise.all(seen)).toEqual([1])
    await writer.append(request)
    expect(seen).toHaveLength(1)
  })

  test('close finishes what is in hand and refuses what comes later', async () => {
    const writer = await openWriter()
    const inHand = appendAll(writer, events(200))
    const closing = writer.close()
    await expect(writer.append(event())).rejects.toMatchObject({
      name: 'JournalUnavailableError',
      reason: 'closed',
    })
    expect(count(await inHand, 'accepted')).toBe(200)
    await closing
    await openWriter()
    expect(await readAll(await openReader())).toHaveLength(200)
  })

  test('a reader beside busy writers sees every offset, in order, without gaps', async () => {
    const writers = engine === 'postgres' ? [await openWriter(), await openWriter()] : [await openWriter()]
    const reader = await openReader()
    const next = new Map((await reader.positions()).map(({ lane }) => [lane, 1]))
    let isWriting = true
    const writing = Promise.all(
      writers.flatMap((writer) =>
        Array.from({ length: 8 }, async () => {
          for (let i = 0; i < 60; i++) await writer.append(event({ projectId: 1 + (i % 4) }))
        }),
      ),
    ).finally(() => {
      isWriting = false
    })
    let seen = 0
    for (let isLast = false; !isLast; ) {
      isLast = !isWriting
      for (const [lane, offset] of next) {
        const records = await reader.read(lane, offset - 1, 50, 1 << 20)
        expect(records.map((record) => record.offset)).toEqual(records.map((_, i) => offset + i))
        next.set(lane, offset + records.length)
        seen += records.length
        if (records.length > 0) isLast = false
      }
      await sleep(1)
    }
    await writing
    expect(seen).toBe(writers.length * 480)
  })

  test.runIf(engine === 'postgres')(
    'two nodes share one cap, one valve and one set of ids, exactly',
    async () => {
      const [one, other] = [await openWriter(), await openWriter()]
      const requests = events(400, { hourlyCap: 300 })
      const lists = await Promise.all(
        [one, other].flatMap((writer) =>
          Array.from({ length: 8 }, (_, i) => appendAll(writer, requests.slice(i * 50, i * 50 + 50))),
        ),
      )
      expect(count(lists.flat(), 'accepted')).toBe(300)
      expect(count(lists.flat(), 'duplicate') + count(lists.flat(), 'cap_exceeded')).toBe(500)
      const records = await readAll(await openReader())
      expect(new Set(records.map((record) => hex(record.eventId))).size).toBe(300)
      expect(whole(records)).toBe(100)
    },
  )
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

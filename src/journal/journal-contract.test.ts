import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { postgresMissing } from '../../test/support/database/shared-postgres.ts'
import {
  appendAll,
  countOf,
  event as eventAt,
  events as eventsAt,
  hex,
  JournalFixture,
  NOW,
  readAll,
  until,
  wholeOf,
} from '../../test/support/pipeline/journal-fixture.ts'
import type { AppendRequest, JournalReader } from './journal.ts'

const ENGINES = ['embedded', 'postgres'] as const

let fixture: JournalFixture

/** Events received now by the fixture's clock. */
const event = (changes: Partial<AppendRequest> = {}) => eventAt({ receivedAt: fixture.now, ...changes })
const events = (count: number, changes: Partial<AppendRequest> = {}) =>
  eventsAt(count, { receivedAt: fixture.now, ...changes })

describe.each(ENGINES)('journal contract: %s', (engine) => {
  const missing = engine === 'postgres' ? postgresMissing : null
  describe.skipIf(missing !== null)(missing ?? 'engine present', () => {
    beforeEach(async () => {
      fixture = await JournalFixture.create(engine)
    })
    afterEach(() => fixture.dispose())

    describe('records', () => recordTests(engine))
    describe('acceptance', acceptanceTests)
    describe('life', lifeTests)
    if (engine === 'postgres') describe('several nodes', nodeTests)
  })
})

function recordTests(engine: (typeof ENGINES)[number]): void {
  test('a record comes back as it was appended', async () => {
    const writer = await fixture.openWriter()
    const request = event({ body: Buffer.from('the body, in a slice of something bigger').subarray(4, 8) })
    expect(await writer.append({ ...request })).toEqual({ status: 'accepted', countedOnly: false })
    const [record] = await readAll(await fixture.openReader())
    expect(record).toMatchObject({ orgId: 7, projectId: 3, preview: request.preview, receivedAt: NOW })
    expect(record!.offset).toBe(1)
    expect(record!.meta).toEqual(request.meta)
    expect(Buffer.from(record!.eventId)).toEqual(Buffer.from(request.eventId))
    expect(Buffer.from(record!.body!).toString()).toBe('body')
  })

  test('bodies from nothing to 2 MiB', async () => {
    const writer = await fixture.openWriter()
    const sizes = [0, 1, 4096, 70_000, 2 * 1024 * 1024]
    const requests = sizes.map((size) => event({ body: randomBytes(size) }))
    await appendAll(writer, requests)
    const records = await readAll(await fixture.openReader())
    expect(records.map((record) => record.body!.byteLength)).toEqual(sizes)
    for (const [index, record] of records.entries()) {
      expect(Buffer.compare(record.body!, requests[index]!.body)).toBe(0)
    }
  })

  test('order within a project, offsets without gaps in each lane', async () => {
    const writer = await fixture.openWriter()
    const requests = Array.from({ length: 600 }, (_, i) => event({ projectId: 1 + (i % 12) }))
    await appendAll(writer, requests)
    const records = await readAll(await fixture.openReader())
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
    const writer = await fixture.openWriter()
    await appendAll(writer, events(20, { body: randomBytes(1000) }))
    const reader = await fixture.openReader()
    const { lane } = (await reader.positions()).find((position) => position.lastOffset > 0)!
    const offsets = async (after: number, maxRecords: number, maxBytes: number) =>
      (await reader.read(lane, after, { maxRecords, maxBytes })).map((record) => record.offset)
    expect(await offsets(0, 3, 1 << 20)).toEqual([1, 2, 3])
    expect(await offsets(3, 100, 1)).toEqual([4])
    expect((await offsets(4, 100, 5000)).length).toBeLessThan(16)
    expect(await offsets(20, 100, 5000)).toEqual([])
  })

  test('a reader sees every offset in order, without gaps, while writers are busy', async () => {
    const writers =
      engine === 'postgres'
        ? [await fixture.openWriter(), await fixture.openWriter()]
        : [await fixture.openWriter()]
    const reader = await fixture.openReader()
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
        const records = await reader.read(lane, offset - 1, { maxRecords: 50, maxBytes: 1 << 20 })
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
}

function acceptanceTests(): void {
  test('a repeated event id has no effect: same batch, later, after a restart, other project', async () => {
    const writer = await fixture.openWriter()
    const request = event()
    const together = await appendAll(writer, [request, request, request])
    expect(together.map((result) => result.status)).toEqual(['accepted', 'duplicate', 'duplicate'])
    fixture.now += 47 * 3_600_000
    expect(await writer.append(event({ eventId: request.eventId }))).toEqual({ status: 'duplicate' })
    expect(await writer.findAccepted(3, request.eventId)).toEqual({ preview: request.preview })
    expect(await writer.findAccepted(4, request.eventId)).toBeNull()
    await writer.close()
    const again = await fixture.openWriter()
    expect(await again.append(event({ eventId: request.eventId }))).toEqual({ status: 'duplicate' })
    expect((await again.append(event({ projectId: 4, eventId: request.eventId }))).status).toBe('accepted')
    expect(await readAll(await fixture.openReader())).toHaveLength(2)
  })

  test('the cap is exact under parallel appends, and starts over with the clock hour', async () => {
    const writer = await fixture.openWriter()
    const lists = await Promise.all(
      Array.from({ length: 16 }, () => appendAll(writer, events(40, { hourlyCap: 500 }))),
    )
    expect(countOf(lists.flat(), 'accepted')).toBe(500)
    expect(countOf(lists.flat(), 'cap_exceeded')).toBe(140)
    expect(lists.flat()).toContainEqual({ status: 'cap_exceeded', retryAfterSeconds: 1200 })
    expect(await writer.capUsed(3)).toBe(500)
    expect((await writer.append(event({ projectId: 4, hourlyCap: 500 }))).status).toBe('accepted')
    fixture.now += 1_200_000 - 1
    expect(await writer.append(event({ hourlyCap: 500 }))).toEqual({
      status: 'cap_exceeded',
      retryAfterSeconds: 1,
    })
    fixture.now += 1
    expect((await writer.append(event({ hourlyCap: 500 }))).status).toBe('accepted')
    expect(await writer.capUsed(3)).toBe(1)
    expect(await readAll(await fixture.openReader())).toHaveLength(502)
  })

  test('a cap of 0 accepts nothing, and a rejected event leaves nothing behind', async () => {
    const writer = await fixture.openWriter()
    const request = event({ hourlyCap: 0 })
    expect((await writer.append(request)).status).toBe('cap_exceeded')
    expect(await writer.findAccepted(3, request.eventId)).toBeNull()
    expect(await writer.capUsed(3)).toBe(0)
    expect((await writer.append({ ...request, hourlyCap: 1 })).status).toBe('accepted')
    expect((await writer.append({ ...request, hourlyCap: 1 })).status).toBe('duplicate')
  })

  test('the valve keeps exactly the limit of bodies per minute and preview, and counts the others', async () => {
    const writer = await fixture.openWriter()
    const burst = await appendAll(writer, events(150))
    expect(burst.filter((result) => result.status === 'accepted' && result.countedOnly)).toHaveLength(60)
    const news = [1, 2, 3, 4, 5, 6].map((user) => event({ user }))
    await appendAll(writer, [...news, event({ place: 2 }), event({ place: 3 })])
    fixture.now += 59_000
    expect(await writer.append(event())).toEqual({ status: 'accepted', countedOnly: true })
    expect(await writer.append(event({ preview: 'cd'.repeat(16) }))).toMatchObject({ countedOnly: false })
    expect(await writer.append(event({ projectId: 11 }))).toMatchObject({ countedOnly: false })
    fixture.now += 2_000
    expect(await writer.append(event())).toEqual({ status: 'accepted', countedOnly: false })
    const records = await readAll(await fixture.openReader())
    expect([records.length, wholeOf(records)]).toEqual([162, 100])
    expect(records.find((record) => record.body === null)?.meta.summary.title).toBe('Ünïcode: \u{1f980}')
  })
}

function lifeTests(): void {
  test('records, cap, valve and accepted ids outlive a restart', async () => {
    const first = await fixture.openWriter()
    const requests = events(30, { spikePerMinute: 20, hourlyCap: 40 })
    await appendAll(first, requests)
    await first.close()
    const second = await fixture.openWriter()
    const reader = await fixture.openReader()
    expect(wholeOf(await readAll(reader))).toBe(20)
    expect(await second.capUsed(3)).toBe(30)
    expect(countOf(await appendAll(second, requests), 'duplicate')).toBe(30)
    const more = await appendAll(second, events(30, { spikePerMinute: 25, hourlyCap: 40 }))
    expect(countOf(more, 'accepted')).toBe(10)
    expect(countOf(more, 'cap_exceeded')).toBe(20)
    expect(wholeOf(await readAll(reader))).toBe(25)
  })

  test('trim forgets records, never offsets, also after a restart', async () => {
    const writer = await fixture.openWriter()
    const reader = await fixture.openReader()
    await appendAll(writer, events(50))
    const { lane, epoch } = (await reader.positions()).find((position) => position.lastOffset > 0)!
    const position = async (of: JournalReader) => (await of.positions()).find((one) => one.lane === lane)!
    await writer.trim(lane, 20)
    await until(async () => (await position(reader)).trimmedTo === 20)
    const [next] = await reader.read(lane, 20, { maxRecords: 100, maxBytes: 1 << 20 })
    expect(next!.offset).toBe(21)
    await writer.trim(lane, 50)
    await until(async () => (await position(reader)).trimmedTo === 50)
    expect(await readAll(reader)).toEqual([])
    expect(await writer.stats()).toEqual({
      pendingRecords: 0,
      pendingBytes: 0,
      oldestReceivedAt: null,
      refusal: null,
    })
    await reader.close()
    await writer.close()
    const again = await fixture.openWriter()
    await again.append(event())
    const reopened = await fixture.openReader()
    expect(await position(reopened)).toEqual({ lane, epoch, trimmedTo: 50, lastOffset: 51 })
    expect((await readAll(reopened)).map((record) => record.offset)).toEqual([51])
  })

  test('stats tell what waits', async () => {
    const writer = await fixture.openWriter()
    for (let n = 0; n < 3; n++) await writer.append(event({ body: randomBytes(1000), receivedAt: NOW + n }))
    const positions = await (await fixture.openReader()).positions()
    const lane = positions.findIndex(({ lastOffset }) => lastOffset > 0)
    const after = [0, 1, 3].map((offset) => ({ lane, offset }))
    expect(await writer.oldestWaiting(after)).toEqual([NOW, NOW + 1, null])
    expect(await writer.stats()).toMatchObject({ pendingRecords: 3, oldestReceivedAt: NOW })
    expect((await writer.stats()).pendingBytes).toBeGreaterThanOrEqual(3000)
  })

  test('listeners hear of every lane that got records, after the commit', async () => {
    const writer = await fixture.openWriter()
    const reader = await fixture.openReader()
    const seen: Promise<number>[] = []
    writer.onCommitted((lane) =>
      seen.push(
        reader.read(lane, 0, { maxRecords: 10, maxBytes: 1 << 20 }).then((records) => records.length),
      ),
    )
    const request = event()
    await writer.append(request)
    expect(await Promise.all(seen)).toEqual([1])
    await writer.append(request)
    expect(seen).toHaveLength(1)
  })

  test('close finishes current work and refuses later work', async () => {
    const writer = await fixture.openWriter()
    const inHand = appendAll(writer, events(200))
    const closing = writer.close()
    await expect(writer.append(event())).rejects.toMatchObject({
      name: 'JournalUnavailableError',
      reason: 'closed',
    })
    expect(countOf(await inHand, 'accepted')).toBe(200)
    await closing
    await fixture.openWriter()
    expect(await readAll(await fixture.openReader())).toHaveLength(200)
  })
}

function nodeTests(): void {
  test('two nodes share one cap, one valve and one set of ids, exactly', async () => {
    const [one, other] = [await fixture.openWriter(), await fixture.openWriter()]
    const requests = events(400, { hourlyCap: 300 })
    const lists = await Promise.all(
      [one, other].flatMap((writer) =>
        Array.from({ length: 8 }, (_, i) => appendAll(writer, requests.slice(i * 50, i * 50 + 50))),
      ),
    )
    expect(countOf(lists.flat(), 'accepted')).toBe(300)
    expect(countOf(lists.flat(), 'duplicate') + countOf(lists.flat(), 'cap_exceeded')).toBe(500)
    const records = await readAll(await fixture.openReader())
    expect(new Set(records.map((record) => hex(record.eventId))).size).toBe(300)
    expect(wholeOf(records)).toBe(90)
  })
}

import { randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { JsonObject } from '#domain/json/json.ts'
import type { JournalRecord } from '#journal/journal.ts'
import type { CountedItem, StoredItem } from '#storage/batch/batch.ts'
import { sampleEvents } from '../../../test/support/sample/events.ts'
import type { KeptEvent } from '../messages.ts'
import { unpackRecords } from './packed-records.ts'
import { packKept, packRecords } from './prepare-batch.ts'
import { KeptEvents } from './process-kept.ts'

const LIMITS = { retentionDays: 90 }
const RECEIVED_AT = 1.7e12

function recordOf(orgId: number, event: unknown, summary = 't'): JournalRecord {
  const body = Buffer.from(JSON.stringify(event))
  return {
    lane: 0,
    offset: 1,
    orgId,
    projectId: 3,
    eventId: randomBytes(16),
    preview: 'ab',
    receivedAt: RECEIVED_AT,
    meta: {
      // An hour ahead: what the event says about times is put right.
      sentAt: RECEIVED_AT + 3_600_000,
      clientIp: '203.0.113.9',
      format: 'store',
      encoding: 'identity',
      eventStart: 0,
      eventEnd: body.length,
      summary: { title: summary, level: 'error', environment: 'e', release: 'r', platform: 'p' },
    },
    body,
  }
}

function processed(record: JournalRecord): StoredItem {
  const [item] = unpackRecords(packRecords([record], { limits: () => LIMITS, giveUp: null }))
  return item as StoredItem
}

/** The dead letter that becomes of a record. */
function keptOf(record: JournalRecord): KeptEvent {
  const giveUp = { reason: 'given up', keepsBody: true }
  const [item] = unpackRecords(packRecords([record], { limits: () => LIMITS, giveUp }))
  const { meta, body } = (item as CountedItem).deadLetter!
  const { orgId, projectId, eventId, receivedAt } = record
  const row = { id: 1, project_id: projectId, issue_id: 1, event_id: Buffer.from(eventId) }
  return { orgId, letter: { ...row, received_at: receivedAt, meta, body: body! } }
}

/** What may not differ between an event processed when it came and one processed later. */
function resultOf(item: StoredItem | { failure: string }) {
  if ('failure' in item) throw new Error(item.failure)
  return { event: item.event, fingerprints: item.fingerprints, document: item.document.toString() }
}

const SAMPLES = 2
const samples = sampleEvents({ seed: 3, issues: 20 })
const EVENTS: JsonObject[] = [
  ...Array.from({ length: SAMPLES }, () => samples().payload as JsonObject),
  { message: 'address of the sender', user: { ip_address: '{{auto}}' } },
  { message: 'password=hunter2', extra: { api_key: 'abc', card: '4111 1111 1111 1111' } },
  {
    message: 'long '.repeat(20_000),
    user: { id: 2 ** 60 },
    extra: { list: Array.from({ length: 3000 }, () => 1) },
  },
  { breadcrumbs: [{ timestamp: 1.7e9 + 3600, message: 'ahead' }], timestamp: 1.7e9 + 3600, level: 'log' },
]

/** The threads begun in this test. */
function countThreads(): Set<Worker> {
  const started = new Set<Worker>()
  const add = (worker: Worker) => void started.add(worker)
  process.on('worker', add)
  onTestFinished(() => void process.off('worker', add))
  return started
}

describe('an event that was kept', () => {
  test('is processed with the result that it would have had at first', async () => {
    const kept = new KeptEvents()
    for (const event of EVENTS) {
      const record = recordOf(1, event)
      expect(resultOf(await kept.process(keptOf(record)))).toEqual(resultOf(processed(record)))
    }
  })

  test('has it whatever it is made of', () => {
    const keys = ['message', 'logentry', 'user', 'tags', 'extra', 'exception', 'threads', 'request', 'level']
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 3 })), (event) => {
        const record = recordOf(1, event)
        const scrubbed = JSON.parse(keptOf(record).letter.body) as JsonObject
        const [again] = unpackRecords(packKept(record, scrubbed))
        expect(resultOf(again as StoredItem)).toEqual(resultOf(processed(record)))
      }),
      { numRuns: 1000 },
    )
  })

  test("keeps the journal's fields, whatever secrets its texts contain", async () => {
    const record = recordOf(1, EVENTS[SAMPLES], 'password=hunter2","x')
    const event = keptOf(record)
    expect(event.letter.meta).not.toContain('hunter2')
    expect(JSON.parse(event.letter.meta)).toMatchObject({ clientIp: '203.0.113.9' })
    expect(resultOf(await new KeptEvents().process(event)).event.user).toMatchObject({ ip: '203.0.113.9' })
    const cut = { ...event, letter: { ...event.letter, meta: event.letter.meta.slice(0, 20) } }
    expect(resultOf(await new KeptEvents().process(cut)).event.title).toBe('address of the sender')
  })

  test('waits for a place: two at once, and organizations take turns', async () => {
    const started = countThreads()
    const kept = new KeptEvents()
    const sent = vi.spyOn(Worker.prototype, 'postMessage')
    onTestFinished(() => sent.mockRestore())
    const ask = (orgId: number) => kept.process(keptOf(recordOf(orgId, { message: 'x' })))
    await Promise.all([...Array.from({ length: 16 }, () => ask(1)), ask(2), ask(3)])
    const order = sent.mock.calls.map(([event]) => (event as KeptEvent).orgId)
    expect(order).toHaveLength(18)
    // Each of the others waits for a turn or two, not for all that came before.
    expect(order.slice(0, 6)).toEqual(expect.arrayContaining([2, 3]))
    expect(started.size).toBe(2)
  })

  test('that ends its thread fails alone, and the next one gets a new thread', async () => {
    const started = countThreads()
    const kept = new KeptEvents()
    const whole = keptOf(recordOf(1, { message: 'x' }))
    const broken = { ...whole, letter: { ...whole.letter, body: '{' } }
    for (const round of [1, 2]) {
      expect(await kept.process(broken)).toEqual({ failure: expect.stringContaining('JSON') })
      expect(resultOf(await kept.process(whole)).event.title).toBe('x')
      expect(started.size).toBe(round + 1)
    }
  })

  test('is refused where too many of its organization wait, and of that one only', async () => {
    const kept = new KeptEvents()
    const one = (orgId: number) => kept.process(keptOf(recordOf(orgId, { message: 'x' })))
    const asked = Array.from({ length: 230 }, () => one(1).then(resultOf, (error: Error) => error.name))
    expect(resultOf(await one(2)).event.title).toBe('x')
    const refused = (await Promise.all(asked)).filter((result) => result === 'TooManyWaitingError')
    expect(refused.length).toBeGreaterThan(10)
    expect(resultOf(await one(1)).event.title).toBe('x')
  })
})

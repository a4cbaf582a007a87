import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { JournalRecord } from '#journal/journal.ts'
import { unpackRecords } from './packed-records.ts'
import { packRecords } from './prepare-batch.ts'

const LIMITS = { retentionDays: 90 }

function recordOf(orgId: number, message: string): JournalRecord {
  const body = Buffer.from(JSON.stringify({ message }))
  return {
    lane: 0,
    offset: 1,
    orgId,
    projectId: orgId,
    eventId: randomBytes(16),
    preview: 'ab',
    receivedAt: 1.7e12,
    meta: {
      format: 'store',
      encoding: 'identity',
      eventStart: 0,
      eventEnd: body.length,
      summary: { title: 't', level: 'error', environment: 'e', release: 'r', platform: 'p' },
    },
    body,
  }
}

/** What the documents of a batch say, and whose they are. */
function processed(records: JournalRecord[]): { orgId: number; message: unknown }[] {
  const packed = packRecords(records, { limits: () => LIMITS, giveUp: null })
  return unpackRecords(packed).map((item) => {
    if (item.kind !== 'stored') throw new Error('a record became a dead letter')
    const { payload } = JSON.parse(item.document.toString()) as { payload: { message: unknown } }
    return { orgId: item.orgId, message: payload.message }
  })
}

test('a batch that fails leaves nothing of its documents to the next one', () => {
  const limits = (projectId: number) => {
    if (projectId === 99) throw new Error('no limits')
    return LIMITS
  }
  const failing = [recordOf(1, 'of the first organization'), recordOf(99, 'fails')]
  for (let n = 0; n < 3; n++) {
    expect(() => packRecords(failing, { limits, giveUp: null })).toThrow('no limits')
    const next = [recordOf(2, 'of the second'), recordOf(3, 'of the third')]
    expect(processed(next)).toEqual([
      { orgId: 2, message: 'of the second' },
      { orgId: 3, message: 'of the third' },
    ])
  }
})

test('batches of every size follow one another unmixed', () => {
  // Distinct words: what is kept of a message is bounded, and so is what one of them can add.
  const longs = (orgId: number) =>
    Array.from({ length: 300 }, (_, n) => recordOf(orgId, `${orgId}:${n} ${'word '.repeat(1500)}`))
  for (const orgId of [1, 2, 3]) {
    const records = [...longs(orgId), recordOf(orgId, 'short')]
    const results = processed(records)
    expect(results).toHaveLength(301)
    for (const [n, result] of results.slice(0, 300).entries()) {
      expect(result.orgId).toBe(orgId)
      expect(result.message).toMatch(new RegExp(`^${orgId}:${n} word `))
    }
    expect(processed([recordOf(9, 'alone')])).toEqual([{ orgId: 9, message: 'alone' }])
  }
})

test('a record that our own code fails at is counted as a dead letter, and its neighbours are processed', () => {
  const bad = recordOf(1, 'bad')
  // As a fault in whatever sums a record up: not even its summary can be read.
  Object.defineProperty(bad.meta, 'summary', {
    get() {
      throw new TypeError('a bug in our code')
    },
    enumerable: true,
  })
  const records = [recordOf(1, 'before'), { ...bad, body: null }, recordOf(1, 'after')]
  const [before, counted, after] = unpackRecords(packRecords(records, { limits: () => LIMITS, giveUp: null }))
  expect([before?.kind, after?.kind]).toEqual(['stored', 'stored'])
  expect(counted).toMatchObject({
    kind: 'counted',
    preview: 'ab',
    summary: { title: 'Event that could not be processed' },
    deadLetter: { reason: expect.stringContaining('processing failed'), body: null },
  })
})

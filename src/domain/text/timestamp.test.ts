import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { occurredAt, parseTimestamp } from './timestamp.ts'

const NOON = Date.UTC(2026, 2, 1, 12)
const MINUTE = 60_000
const DAY = 1440 * MINUTE

test.each([
  [NOON / 1000 + 0.25, NOON + 250],
  [NOON, NOON],
  [String(NOON / 1000), NOON],
  ['2026-03-01T12:00:00Z', NOON],
  ['2026-03-01T12:00:00', NOON],
  ['2026-03-01 12:00:00', NOON],
  ['2026-03-01T12:00:00.123456789Z', NOON + 123],
  ['2026-03-01T13:30:00+01:30', NOON],
  ['2026-03-01T07:00:00.000-0500', NOON],
  ['2026-03-01T12:00Z', NOON],
  ['2026-03-01', NOON - 12 * 60 * MINUTE],
  ['2026-13-01T12:00:00Z', undefined],
  ['yesterday', undefined],
  ['', undefined],
  [-1, undefined],
  [Number.MAX_VALUE, undefined],
  [null, undefined],
  [{ seconds: 5 }, undefined],
])('parseTimestamp(%j)', (value, expected) => {
  expect(parseTimestamp(value)).toBe(expected)
})

test('reads what Date writes', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      expect(parseTimestamp(date.toISOString())).toBe(date.getTime())
    }),
  )
})

describe('occurredAt', () => {
  const times = { receivedAt: NOON, retentionDays: 30 }
  const seconds = (time: number) => time / 1000

  test.each([
    ['a minute ago', NOON - MINUTE, undefined, NOON - MINUTE],
    ['a minute ahead', NOON + MINUTE, undefined, NOON + MINUTE],
    ['more than a minute ahead', NOON + MINUTE + 1, undefined, NOON],
    ['as old as the retention', NOON - 30 * DAY, undefined, NOON - 30 * DAY],
    ['older than the retention', NOON - 30 * DAY - 1, undefined, NOON],
    ['client 55 minutes behind', NOON - 60 * MINUTE, NOON - 55 * MINUTE, NOON - 60 * MINUTE],
    ['client 56 minutes behind', NOON - 60 * MINUTE, NOON - 56 * MINUTE, NOON - 4 * MINUTE],
    ['client a year ahead', NOON + 365 * DAY - 5000, NOON + 365 * DAY, NOON - 5000],
  ])('%s', (_name, timestamp, sentAt, expected) => {
    expect(occurredAt(seconds(timestamp), { ...times, sentAt })).toBe(expected)
  })

  test('an event without a time happened when it was received', () => {
    expect(occurredAt(undefined, { ...times, sentAt: NOON - DAY })).toBe(NOON)
  })
})

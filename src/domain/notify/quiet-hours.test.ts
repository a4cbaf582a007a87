import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfQuiet, isTimeZone, nextDigestAt } from './quiet-hours.ts'

const at = (time: string) => Date.parse(time)
const NIGHT = { from: 22 * 60, to: 7 * 60 }

test.each([
  ['2026-11-20T21:59:30Z', 'UTC', '2026-11-20T21:59:30Z'],
  ['2026-11-20T22:00:30Z', 'UTC', '2026-11-21T07:00:00Z'],
  ['2026-11-21T06:59:59Z', 'UTC', '2026-11-21T07:00:00Z'],
  ['2026-11-21T07:00:00Z', 'UTC', '2026-11-21T07:00:00Z'],
  ['2026-11-20T21:30:00Z', 'Europe/Berlin', '2026-11-21T06:00:00Z'],
  ['2026-11-20T17:00:00Z', 'Asia/Kolkata', '2026-11-21T01:30:00Z'],
])('a mail of %s in %s goes at %s', (ready, timeZone, sent) => {
  expect(endOfQuiet(at(ready), { timeZone, quiet: NIGHT })).toBe(at(sent))
})

test('without quiet hours, and with empty ones, a mail goes at once', () => {
  expect(endOfQuiet(5, { timeZone: 'UTC', quiet: null })).toBe(5)
  expect(endOfQuiet(5, { timeZone: 'UTC', quiet: { from: 0, to: 0 } })).toBe(5)
})

test.each([
  ['2026-11-20T12:00:00Z', 'UTC', '2026-11-23T08:00:00Z'],
  ['2026-11-23T07:59:00Z', 'UTC', '2026-11-23T08:00:00Z'],
  ['2026-11-23T08:00:00Z', 'UTC', '2026-11-30T08:00:00Z'],
  // Clocks go back on October 25.
  ['2026-10-23T12:00:00Z', 'Europe/Berlin', '2026-10-26T07:00:00Z'],
])('after %s in %s the digest is due at %s', (after, timeZone, due) => {
  expect(nextDigestAt(at(after), timeZone)).toBe(at(due))
})

test('a digest is always ahead, by a week and a changed clock at most; waiting never makes a mail early', () => {
  const zone = fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu')
  const minute = fc.integer({ min: 0, max: 1439 })
  const time = fc.integer({ min: at('2024-01-01'), max: at('2030-01-01') })
  fc.assert(
    fc.property(time, zone, fc.record({ from: minute, to: minute }), (now, timeZone, quiet) => {
      const ahead = nextDigestAt(now, timeZone) - now
      expect(ahead).toBeGreaterThan(0)
      expect(ahead).toBeLessThanOrEqual((7 * 24 + 1) * 3_600_000)
      const free = endOfQuiet(now, { timeZone, quiet })
      expect(free).toBeGreaterThanOrEqual(now)
      expect(free - now).toBeLessThanOrEqual(24 * 3_600_000)
    }),
  )
})

test('a time zone is a name that the runtime knows', () => {
  expect(['UTC', 'Europe/Berlin'].every(isTimeZone)).toBe(true)
  expect(['', 'Mars/Base', 'x'.repeat(64)].some(isTimeZone)).toBe(false)
})

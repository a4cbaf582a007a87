import { expect, test } from 'vitest'
import { DedupeTime } from './dedupe-time.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 23)

test('a clock that jumps ahead is followed when 48 h have truly passed', () => {
  let steady = 0
  const time = new DedupeTime(() => steady)
  expect(time.trusted(NOW)).toBe(NOW)
  for (let hour = 1; hour < 48; hour++) {
    steady = hour * HOUR
    expect(time.trusted(NOW + 100 * HOUR + steady)).toBe(NOW + steady)
  }
  steady = 49 * HOUR
  expect(time.trusted(NOW + 100 * HOUR + steady)).toBe(NOW + 100 * HOUR + steady)
})

test('a clock that runs, is adjusted by minutes or set back is followed at once', () => {
  let steady = 0
  const time = new DedupeTime(() => steady)
  time.know(NOW)
  steady = 50 * HOUR
  expect(time.trusted(NOW + steady + HOUR / 2)).toBe(NOW + steady + HOUR / 2)
  expect(time.trusted(NOW)).toBe(NOW)
})

import { afterEach, expect, it, vi } from 'vitest'
import { noteServerTime } from '../api/headers/server-clock.ts'
import { snoozeEntries } from './snooze-entries.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const DAY = 86_400_000

afterEach(() => vi.useRealTimers())

it('tomorrow is the day after the one of the server, however wrong the clock of the reader is', () => {
  vi.useFakeTimers({ now: NOON - 3 * DAY })
  noteServerTime(new Date(NOON).toUTCString())
  const act = vi.fn()
  snoozeEntries({ act, chooseTime: () => {} })
    .find(({ key }) => key === 't')!
    .onSelect()
  const { until } = act.mock.calls[0]![0]
  expect(Date.parse(until)).toBeGreaterThan(NOON)
  expect(Date.parse(until)).toBeLessThan(NOON + 2 * DAY)
})

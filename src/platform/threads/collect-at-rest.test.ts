import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectAtRest, LOOK_MS, RESTING_LOOKS } from './collect-at-rest.ts'

const collect = vi.fn()

beforeEach(() => {
  collect.mockClear()
  vi.useFakeTimers()
  vi.stubGlobal('gc', collect)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('collects once when the thread comes to rest, and again only after it has worked', () => {
  let share = 0.5
  const looks = (count: number) => vi.advanceTimersByTime(count * LOOK_MS)
  collectAtRest(() => share)
  looks(2 * RESTING_LOOKS)
  share = 0.01
  looks(RESTING_LOOKS - 1)
  expect(collect).not.toHaveBeenCalled()
  looks(1)
  expect(collect).toHaveBeenCalledTimes(1)
  looks(10 * RESTING_LOOKS)
  expect(collect).toHaveBeenCalledTimes(1)
  share = 0.03
  looks(1)
  share = 0.01
  looks(RESTING_LOOKS)
  expect(collect).toHaveBeenCalledTimes(2)
})

test('does without where the runtime was not told to offer it', () => {
  vi.stubGlobal('gc', undefined)
  collectAtRest()
  expect(vi.getTimerCount()).toBe(0)
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectAtRest } from './collect-at-rest.ts'

const LOOK_MS = 40
const collect = vi.fn()

beforeEach(() => {
  collect.mockClear()
  vi.stubGlobal('gc', collect)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Keeps the thread busy for more than the share that counts as rest, without stopping the timers. */
async function work(ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(1)) {
    for (const until = performance.now() + 4; performance.now() < until; );
  }
}

test('collects once when the thread comes to rest, and again only after it has worked', async () => {
  collectAtRest(LOOK_MS)
  await work(6 * LOOK_MS)
  expect(collect).not.toHaveBeenCalled()
  await expect.poll(() => collect.mock.calls.length).toBe(1)
  await sleep(12 * LOOK_MS)
  expect(collect).toHaveBeenCalledTimes(1)
  await work(3 * LOOK_MS)
  await expect.poll(() => collect.mock.calls.length).toBe(2)
})

test('does without where the runtime was not told to offer it', () => {
  vi.stubGlobal('gc', undefined)
  const begun = vi.spyOn(globalThis, 'setInterval')
  collectAtRest(LOOK_MS)
  expect(begun).not.toHaveBeenCalled()
  begun.mockRestore()
})

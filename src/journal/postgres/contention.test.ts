import { expect, test } from 'vitest'
import { LaneContention } from './contention.ts'

test('a node collects once its batches wait for others, and stops soon after', () => {
  const contention = new LaneContention()
  for (let n = 0; n < 100; n++) contention.waited(1)
  expect([contention.isContended, contention.pauseMs]).toEqual([false, 0])
  contention.waited(20)
  expect(contention.isContended).toBe(true)
  expect(contention.pauseMs).toBeGreaterThan(1)
  for (let n = 0; n < 100; n++) contention.waited(500)
  expect(contention.pauseMs).toBe(10)
  let batches = 0
  while (contention.isContended) {
    contention.waited(0)
    batches += 1
  }
  expect(batches).toBeLessThan(20)
})

test('a clock that is set means nothing', () => {
  const contention = new LaneContention()
  for (const ms of [3_600_000, -3_600_000, Number.NaN]) contention.waited(ms)
  expect(contention.isContended).toBe(false)
})

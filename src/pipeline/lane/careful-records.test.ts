import { expect, test } from 'vitest'
import { carefulRecords } from './careful-records.ts'

const BATCH = 512

/** Ends of the process until the record at this place of the lane is alone in its batch, after one in the batch of all. */
function deathsUntilAlone(poison: number): number {
  for (let [place, passed, deaths] = [0, 0, 0]; ; ) {
    const size = Math.min(carefulRecords(passed), BATCH)
    const isIn = poison < place + size
    if (isIn && size === 1) return deaths
    if (isIn) [passed, deaths] = [0, deaths + 1]
    else [place, passed] = [place + size, passed + size]
  }
}

test('a record that ends the process is alone after two or three more ends of it, wherever it is', () => {
  const deaths = Array.from({ length: 2 * BATCH }, (_, poison) => deathsUntilAlone(poison))
  expect([Math.max(...deaths), Math.max(...deaths.slice(0, 584))]).toEqual([3, 2])
  expect(Math.max(...deaths.slice(0, 8))).toBe(0)
})

test('two batches without one take 25', () => {
  let batches = 0
  for (let passed = 0; passed < 2 * BATCH; batches++) passed += Math.min(carefulRecords(passed), BATCH)
  expect(batches).toBe(25)
})

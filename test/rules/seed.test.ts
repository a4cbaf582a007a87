import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SEED } from '../support/fuzz/seed.ts'

it('properties begin with the seed of the run, so that each run tries the same', () => {
  const tried: number[] = []
  fc.assert(fc.property(fc.nat(), (number) => void tried.push(number)))
  const again: number[] = []
  fc.assert(
    fc.property(fc.nat(), (number) => void again.push(number)),
    { seed: SEED },
  )
  expect(tried.length).toBeGreaterThan(50)
  expect(tried).toEqual(again)
})

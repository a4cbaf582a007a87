import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuMsOf } from '../../test/support/timing.ts'
import { Lru } from './lru.ts'

const WEIGHT = 30
const LIMIT = 5

/** The same by hand: entries in the order of their use, oldest first. */
class Model {
  entries: [number, string][] = []

  get(key: number): string | undefined {
    const entry = this.entries.find(([known]) => known === key)
    if (!entry) return undefined
    this.entries = [...this.entries.filter(([known]) => known !== key), entry]
    return entry[1]
  }

  set(key: number, value: string): void {
    this.entries = [...this.entries.filter(([known]) => known !== key), [key, value]]
    while (this.entries.length > LIMIT || (this.weight() > WEIGHT && this.entries.length > 1)) {
      this.entries.shift()
    }
  }

  weight(): number {
    return this.entries.reduce((sum, [, value]) => sum + value.length, 0)
  }
}

test('keeps the most recently used entries, within both bounds', () => {
  const key = fc.nat({ max: 8 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('get' as const), key }),
    fc.record({ kind: fc.constant('delete' as const), key }),
    fc.record({ kind: fc.constant('set' as const), key, value: fc.string({ maxLength: 40 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const lru = new Lru<number, string>(LIMIT, { limit: WEIGHT, weigh: ({ length }) => length })
      const model = new Model()
      for (const { kind, key, ...rest } of steps) {
        if (kind === 'get') expect(lru.get(key)).toBe(model.get(key))
        else if (kind === 'delete') {
          lru.delete(key)
          model.entries = model.entries.filter(([known]) => known !== key)
        } else if ('value' in rest) {
          lru.set(key, rest.value)
          model.set(key, rest.value)
        }
      }
      const kept = model.entries.map(([key, value]) => [key, value])
      expect(kept.map(([key]) => [key, lru.get(key as number)])).toEqual(kept)
    }),
  )
})

test('one value that is too heavy is kept alone', () => {
  const lru = new Lru<string, string>(3, { limit: 2, weigh: ({ length }) => length })
  lru.set('small', 'a')
  lru.set('large', 'abcdef')
  expect(lru.get('small')).toBeUndefined()
  expect(lru.get('large')).toBe('abcdef')
})

test('the oldest entry goes, however often others were used since one went', () => {
  const lru = new Lru<string, number>(3)
  for (const key of ['a', 'b', 'c', 'd']) lru.set(key, 1)
  for (let use = 0; use < 3000; use++) lru.get(use % 2 === 0 ? 'b' : 'd')
  lru.set('e', 1)
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => lru.get(key))).toEqual([undefined, 1, undefined, 1, 1])
})

test('a full one takes an entry as quickly as one with room', () => {
  const timeOf = (limit: number) => {
    const lru = new Lru<number, number>(limit)
    for (let key = 0; key < 20_000; key++) lru.set(key, key)
    return cpuMsOf(() => {
      for (let key = 20_000; key < 60_000; key++) lru.set(key, key)
    })
  }
  timeOf(20_000)
  expect(timeOf(20_000)).toBeLessThan(4 * timeOf(60_000) + 50)
})

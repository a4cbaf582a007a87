import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Distributions } from './distributions.ts'

const sample = fc.tuple(fc.constantFrom('plan', 'shard', '__proto__'), fc.constantFrom('a', 'b', 'c', 'd'))

test('every event of a key is in a listed value or among the others, the most frequent values first', () => {
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (added, values) => {
      const counts = new Distributions()
      for (const [key, value] of added) counts.add(key, value)
      const listed = counts.list({ keys: 3, values })
      expect(listed.reduce((sum, { events }) => sum + events, 0)).toBe(added.length)
      const order = listed.toSorted((a, b) => b.events - a.events || (a.key < b.key ? -1 : 1))
      expect(listed).toEqual(order)
      expect(counts.list({ keys: 1, values })).toEqual(order.slice(0, 1))
      for (const { key, events, values: shown, other } of listed) {
        expect(events).toBe(added.filter(([name]) => name === key).length)
        expect(shown.reduce((sum, { count }) => sum + count, other)).toBe(events)
        expect(shown.length).toBeLessThanOrEqual(values)
        expect(shown.map(({ count }) => count)).toEqual(shown.map(({ count }) => count).sort((a, b) => b - a))
      }
    }),
  )
})

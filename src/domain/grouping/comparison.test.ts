import fc from 'fast-check'
import { expect, test } from 'vitest'
import { event, frame } from '../../../test/support/sample/grouped-events.ts'
import { normaliseEvent } from '../normalise/event.ts'
import { alignComponents, compareGroupings } from './comparison.ts'
import { explainGrouping } from './v1/fingerprint.ts'

const explained = (sent: Parameters<typeof normaliseEvent>[0]) =>
  explainGrouping(normaliseEvent(structuredClone(sent), { receivedAt: 0, retentionDays: 30 }))

test('an alignment holds both lists in order', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 })
  fc.assert(
    fc.property(list, list, (left, right) => {
      const parts = alignComponents(left, right)
      const without = (where: string) =>
        parts.filter((part) => part.in !== where).map(({ component }) => component)
      expect(without('other')).toEqual(left)
      expect(without('this')).toEqual(right)
    }),
  )
})

test('it finds as much in common as there is', () => {
  const parts = alignComponents(['x', 'a', 'b', 'y'], ['a', 'z', 'b'])
  expect(parts.map((part) => `${part.component} ${part.in}`)).toEqual([
    'x this',
    'a both',
    'z other',
    'b both',
    'y this',
  ])
})

test('lists too long to align keep their common ends', () => {
  const [left, right] = ['l', 'r'].map((mark) => [
    'a',
    ...Array.from({ length: 2000 }, (_, n) => mark + n),
    'z',
  ])
  const parts = alignComponents(left!, right!)
  expect(parts).toHaveLength(4002)
  expect(parts.filter((part) => part.in === 'both')).toHaveLength(2)
})

test('it says what keeps two events apart', () => {
  const own = explained(event([frame('pay'), frame('charge')]))
  const other = explained(event([frame('pay'), frame('refund')]))
  const { together, parts, reason } = compareGroupings(own, other)
  expect(together).toBe(false)
  expect(parts.map((part) => part.in)).toEqual(['both', 'both', 'this', 'other'])
  expect(reason).toContain('1 frame')
  expect(compareGroupings(own, own)).toMatchObject({ together: true })
  expect(compareGroupings(own, explained({ message: 'hi' })).reason).toBe(
    'This issue is grouped by stack trace, the other one by message.',
  )
})

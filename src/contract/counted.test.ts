import fc from 'fast-check'
import { expect, test } from 'vitest'
import { counted, grouped } from './counted.ts'

const english = new Intl.NumberFormat('en', { maximumFractionDigits: 20 })

test('groups the digits of whole numbers as English does', () => {
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeInteger(), fc.bigInt()), (count) => {
      expect(grouped(count)).toBe(english.format(count))
    }),
  )
})

test('leaves the digits behind a point alone', () => {
  expect(grouped(1234.56789)).toBe('1,234.56789')
  expect(grouped(0.0005)).toBe('0.0005')
})

test('names one, and more than one', () => {
  expect(counted(1, 'event')).toBe('1 event')
  expect(counted(0, 'event')).toBe('0 events')
  expect(counted(1_200, 'entry', 'entries')).toBe('1,200 entries')
})

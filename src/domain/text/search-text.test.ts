import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchText } from './search-text.ts'

test('text that is already in the title is not repeated', () => {
  const parts = ['TypeError: cart is null', 'pay (src/Pay.ts)', 'TypeError', 'cart is null\nand more']
  expect(searchText(parts)).toBe('typeerror: cart is null\npay (src/pay.ts)\ncart is null\nand more')
  expect(searchText(['KeyError: x', '', 'KeyError', 'x'])).toBe('keyerror: x')
})

test('every substring of every part is found, in any case', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'B', 'c', ' ', 'É'), maxLength: 8 })
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      (parts, n, from, length) => {
        const chosen = parts[n % parts.length]!
        const start = from % (chosen.length + 1)
        const term = chosen.slice(start, start + (length % 9))
        expect(searchText(parts)).toContain(term.toLowerCase())
      },
    ),
  )
})

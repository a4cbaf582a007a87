import { expect, it } from 'vitest'
import { groupedBy } from './grouped-by.ts'

it.each([
  ['exception', ['type: PayError', 'frame: pay.ts'], 'Grouped by stack trace'],
  ['exception', ['type: PayError', 'value: no total'], 'Grouped by exception'],
  ['fallback', ['logger: shop'], 'Grouped by name'],
  ['fallback', ['no content'], 'Grouped with other events that have no message or stack'],
  ['a newer one', [], 'Grouped by a newer one'],
])('%s %j reads “%s”', (method, components, text) => {
  expect(groupedBy({ method, components })).toBe(text)
})

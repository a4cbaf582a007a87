import { expect, it } from 'vitest'
import { regressionText } from './regression-text.ts'

it.each([
  ['compared 1.4.3 > 1.4.2 by semver', 'Came back in 1.4.3 after being fixed in 1.4.2'],
  ['received after it was resolved', 'received after it was resolved'],
])('“%s” reads “%s”', (note, text) => {
  expect(regressionText(note)).toBe(text)
})

import { expect, it } from 'vitest'
import type { OriginalPlace } from '#domain/symbols/symbolication.ts'
import { KeptPlaces } from './kept-places.ts'

const lines = Array<string>(5).fill('x'.repeat(250))
const place: OriginalPlace = {
  ...{ file: 'a.js', line: 1, column: 1, name: null, within: null },
  context: { before: lines, line: lines[0]!, after: lines },
}

/** How many of the last of so many places, 2,000 of each map, are known without another look. */
function keptOf(count: number, found: OriginalPlace | null): number {
  const places = new KeptPlaces()
  const ask = (at: number, look: () => OriginalPlace | null) =>
    places.getOr(`map ${Math.floor(at / 2000)}`, { line: 1, column: at }, look)
  for (let at = 0; at < count; at++) ask(at, () => found)
  let kept = 0
  for (let at = count - 1; at >= 0; at--) {
    let isLooked = false
    ask(at, () => {
      isLooked = true
      return found
    })
    if (isLooked) break
    kept++
  }
  return kept
}

it('places of all maps together take what places of one may', () => {
  expect(keptOf(100, place)).toBe(100)
  expect(keptOf(40_000, null)).toBe(40_000)
  const bytesOfOne = 11 * 250
  expect(keptOf(40_000, place) * bytesOfOne).toBeLessThan(16 * 1024 * 1024)
  expect(keptOf(40_000, place)).toBeGreaterThan(5000)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barHeights, hotThreshold } from './bars.ts'

describe('barHeights', () => {
  it('shows every bucket that has events, and fills the frame with the highest', () => {
    expect(barHeights([0, 1, 1000], 25)).toEqual([1, 2, 25])
    expect(barHeights([0, 0], 25)).toEqual([1, 1])
  })

  it('never leaves the frame', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), (counts) => {
        for (const height of barHeights(counts, 25)) {
          expect(height).toBeGreaterThanOrEqual(1)
          expect(height).toBeLessThanOrEqual(25)
        }
      }),
    )
  })
})

describe('hotThreshold', () => {
  const hot = (counts: number[]) => counts.filter((count) => count > hotThreshold(counts))

  it('marks a burst, not a steady stream and not noise', () => {
    expect(hot([2, 3, 2, 1, 30, 41])).toEqual([30, 41])
    expect(hot([50, 61, 47, 75, 68])).toEqual([])
    expect(hot([0, 0, 9, 0])).toEqual([])
    expect(hot([0, 0, 90, 0])).toEqual([])
    expect(hot([0, 1, 90, 0])).toEqual([90])
    expect(hot([])).toEqual([])
  })
})

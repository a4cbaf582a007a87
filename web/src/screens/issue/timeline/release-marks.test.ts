import { describe, expect, it } from 'vitest'
import type { Timeline } from '../../../api/wire.ts'
import { releaseMarks } from './release-marks.ts'

const DAY = 24 * 3600_000
const START = Date.UTC(2026, 10, 1)
const NARROW = 325
const WIDE = 710

/** Ten days, and releases by the part of them after which they came. */
function timelineWith(releases: Record<string, number>): Timeline {
  const at = (ms: number) => new Date(START + ms).toISOString()
  const buckets = Array.from({ length: 10 }, (_, day) => ({ start: at(day * DAY) }))
  const seen = Object.entries(releases).map(([release, part]) => ({
    release,
    first_seen_at: at(part * 10 * DAY),
  }))
  return { buckets, releases: seen } as unknown as Timeline
}
const marked = (releases: Record<string, number>, width: number) =>
  releaseMarks(timelineWith(releases), width).map(({ release }) => release)

describe('releaseMarks', () => {
  it('keeps the newest of two labels that would meet in the middle', () => {
    const facing = { 'shop@2.3.1': 0.49, 'shop@2.4.0': 0.82 }
    expect(marked(facing, NARROW)).toEqual(['shop@2.4.0'])
    expect(marked(facing, WIDE)).toEqual(['shop@2.4.0', 'shop@2.3.1'])
    expect(marked({ [`a${'x'.repeat(30)}`]: 0.3, [`b${'x'.repeat(30)}`]: 0.7 }, WIDE)).toHaveLength(1)
  })

  it('keeps labels that go the same way if each has room up to the next line', () => {
    expect(marked({ 'web@1.1.0': 0.1, 'web@1.2.0': 0.4 }, NARROW)).toHaveLength(2)
    expect(marked({ 'web@1.1.0': 0.1, 'web@1.2.0': 0.2 }, NARROW)).toEqual(['web@1.2.0'])
    expect(marked({ 'web@1.1.0': 0.6, 'web@1.2.0': 0.9 }, NARROW)).toHaveLength(2)
  })

  it('leaves out releases from before the chart, and those without a name', () => {
    expect(marked({ '': 0.5, 'web@1.0.0': -0.2 }, WIDE)).toEqual([])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseCanonical, mergeRefusal } from './choose-canonical.ts'

const issue = (id: string, events: number, firstSeen: string, project = 'p') => ({
  id,
  event_count: events,
  first_seen_at: firstSeen,
  project_id: project,
})

describe('chooseCanonical', () => {
  it('takes the one with most events, of equals the oldest', () => {
    const young = issue('young', 5, '2026-11-03')
    const old = issue('old', 5, '2026-11-01')
    expect(chooseCanonical([issue('few', 1, '2026-10-01'), young, old])?.id).toBe('old')
    expect(chooseCanonical([])).toBeUndefined()
  })

  it('does not depend on the order of ticking', () => {
    const issues = fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 1, selector: String })
    fc.assert(
      fc.property(issues, (pairs) => {
        const all = pairs.map(([events, day]) => issue(`${events}-${day}`, events, `2026-11-0${day + 1}`))
        expect(chooseCanonical(all)).toEqual(chooseCanonical(all.toReversed()))
      }),
    )
  })
})

describe('mergeRefusal', () => {
  it("says why several projects, or too many, can't be merged", () => {
    const here = issue('1', 1, '2026-11-01')
    expect(mergeRefusal([here, issue('2', 1, '2026-11-01')], 200)).toBeUndefined()
    expect(mergeRefusal([here, issue('2', 1, '2026-11-01', 'q')], 200)).toMatch(/different projects/)
    expect(mergeRefusal([here, here, here], 1)).toMatch(/merge up to 2 issues/)
  })
})

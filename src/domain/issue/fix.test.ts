import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeFix, median, releasesWithFix, showsFailure } from './fix.ts'

const DAY = 86_400_000
const never = () => undefined
const fixed = { release: 'web@1.2.0', fixedAt: 1000, comparison: 'semver' as const }

describe('showsFailure', () => {
  it.each([
    ['1.2.0', 1001, true],
    ['web@v1.2.1', 1001, true],
    ['1.1.9', 1001, false],
    ['1.2.1', 1000, false],
    ['', 1001, false],
    ['nightly', 1001, false],
  ])('an event of “%s”, received at %d: %s', (release, receivedAt, shows) => {
    expect(showsFailure(fixed, { release, receivedAt }, never)).toBe(shows)
  })
})

it('releasesWithFix: of the release and newer ones, since the first of them was seen, but not before the fix', () => {
  const seen = [
    { version: '1.1.0', first_seen_at: 100 },
    { version: '1.2.0', first_seen_at: 5000 },
    { version: '1.10.0', first_seen_at: 4000 },
  ]
  expect(releasesWithFix(fixed, seen)).toEqual({ versions: ['1.2.0', '1.10.0'], seenAt: 4000 })
  expect(releasesWithFix({ ...fixed, fixedAt: 9000 }, seen).seenAt).toBe(9000)
  expect(releasesWithFix(fixed, seen.slice(0, 1))).toEqual({ versions: [], seenAt: null })
})

describe('judgeFix', () => {
  const time = fc.integer({ min: 0, max: 100 * DAY })
  it('verifies only releases in use for the whole watch and after it, and always ends', () => {
    fc.assert(
      fc.property(time, time, fc.option(time), fc.boolean(), (watchMs, age, use, isUsedAfter) => {
        const fix = { fixedAt: 1000, watchMs }
        const now = 1000 + age
        const seenAt = use === null ? null : 1000 + use
        const verdict = judgeFix(fix, { seenAt, isUsedAfter }, now)
        const end = seenAt === null ? null : seenAt + watchMs
        if (verdict.state === 'watching') {
          expect(verdict.checkAt).toBeGreaterThan(now)
          expect(verdict.checkAt).toBeLessThanOrEqual(Math.max(end ?? 0, now + DAY / 4))
        }
        expect(verdict.state === 'verified').toBe(end !== null && now >= end && isUsedAfter)
        expect(judgeFix(fix, { seenAt, isUsedAfter }, now + 300 * DAY).state).not.toBe('watching')
      }),
    )
  })
})

it('the median of an even number of values is the mean of the middle two, and of none null', () => {
  expect([median([]), median([3]), median([5, 1]), median([9, 1, 2])]).toEqual([null, 3, 3, 2])
})

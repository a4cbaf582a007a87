import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newestRelease } from './newest-release.ts'

/** In the order they were first seen. */
function seen(...versions: string[]) {
  return versions.map((version, index) => ({ version, first_seen_at: index }))
}

describe('newestRelease', () => {
  it.each<[string[], string[], string | null]>([
    [[], ['1.0.0'], null],
    [['1.9.0', '1.10.0', '1.2.0'], [], '1.10.0'],
    [['web@1.9.0', 'v1.10.0'], [], 'v1.10.0'],
    [['1.8.0', 'web@1.9.0', 'v1.9.0'], [], 'web@1.9.0'],
    [['1.8.0', '1.9.0', 'nightly'], [], '1.9.0'],
    [['1.9.0', 'nightly'], [], 'nightly'],
    [['1.9.0', 'nightly'], ['1.9.0', '1.8.0', '1.7.0'], '1.9.0'],
    [['a93c7d2', 'b1f0e44'], [], 'b1f0e44'],
    [['a93c7d2', '1234567', 'b1f0e44'], [], 'b1f0e44'],
    [['nightly'], ['1.0.0', '2.0.0'], 'nightly'],
  ])('of %j among %j it is %s', (versions, neighbours, newest) => {
    expect(newestRelease(seen(...versions), neighbours)).toBe(newest)
  })

  it('an odd name among versions changes nothing, whenever it was seen', () => {
    const version = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)).map((parts) => parts.join('.'))
    const odd = fc.constantFrom('nightly', 'a93c7d2', 'release 7', 'zzz', 'main')
    fc.assert(
      fc.property(
        fc.uniqueArray(version, { minLength: 2, maxLength: 8 }),
        odd,
        fc.nat(),
        (versions, name, at) => {
          const place = at % (versions.length + 1)
          const withOdd = [...versions.slice(0, place), name, ...versions.slice(place)]
          expect(newestRelease(seen(...withOdd), [])).toBe(newestRelease(seen(...versions), []))
        },
      ),
    )
  })
})

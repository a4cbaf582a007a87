import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparisonKind, compareReleases } from './release-order.ts'

const never = () => undefined

/** [older, newer, how it is known] */
const PAIRS: [string, string, ComparisonKind][] = [
  // semver.org section 11, example of precedence
  ['1.0.0', '2.0.0', 'semver'],
  ['2.0.0', '2.1.0', 'semver'],
  ['2.1.0', '2.1.1', 'semver'],
  ['1.0.0-alpha', '1.0.0', 'semver'],
  ['1.0.0-alpha', '1.0.0-alpha.1', 'semver'],
  ['1.0.0-alpha.1', '1.0.0-alpha.beta', 'semver'],
  ['1.0.0-alpha.beta', '1.0.0-beta', 'semver'],
  ['1.0.0-beta', '1.0.0-beta.2', 'semver'],
  ['1.0.0-beta.2', '1.0.0-beta.11', 'semver'],
  ['1.0.0-beta.11', '1.0.0-rc.1', 'semver'],
  ['1.0.0-rc.1', '1.0.0', 'semver'],
  // numbers are numbers, not text
  ['1.9.0', '1.10.0', 'semver'],
  ['1.4.9', '1.4.10', 'semver'],
  ['9.0.0', '10.0.0', 'semver'],
  ['0.0.9', '0.1.0', 'semver'],
  ['1.99.99', '2.0.0', 'semver'],
  ['1.0.0-rc.9', '1.0.0-rc.10', 'semver'],
  ['1.0.0-1', '1.0.0-a', 'semver'],
  ['1.0.0-a.b', '1.0.0-a.b.c', 'semver'],
  ['1.0.0-A', '1.0.0-a', 'semver'],
  ['99999999999999999998.0.0', '99999999999999999999.0.0', 'semver'],
  // package@version, as SDKs of mobile and server applications send it
  ['web@1.4.0', 'web@1.4.2', 'semver'],
  ['web@1.9.0', 'web@1.10.0', 'semver'],
  ['com.example.app@3.0.9', 'com.example.app@3.0.10', 'semver'],
  ['@scope/web@1.0.0', '@scope/web@1.0.1', 'semver'],
  ['api@2.0.0-beta.1', 'api@2.0.0', 'semver'],
  ['web@1.4.0', '1.4.2', 'semver'],
  ['1.4.0', 'web@v1.4.2', 'semver'],
  // build metadata does not count
  ['1.0.0+200', '1.0.1+100', 'semver'],
  ['web@1.0.0+7', 'web@1.1.0+3', 'semver'],
  ['1.0.0-rc.1+build.9', '1.0.0+build.1', 'semver'],
  // a leading v
  ['v1.2.3', 'v1.2.4', 'semver'],
  ['v1.9.9', '1.10.0', 'semver'],
  ['V1.0.0', 'v1.0.1', 'semver'],
  ['v1.2', 'v1.3', 'numeric'],
  ['v1.9', 'v1.10', 'numeric'],
  // two, four and more parts
  ['1.2', '1.3', 'numeric'],
  ['1.2', '1.2.1', 'numeric'],
  ['1.2.3', '1.2.3.1', 'numeric'],
  ['1.2.3.4', '1.2.3.5', 'numeric'],
  ['1.2.3.9', '1.2.3.10', 'numeric'],
  ['10.0.19041.1', '10.0.19042.0', 'numeric'],
  ['4.8.4110.0', '4.8.4300.0', 'numeric'],
  ['app@1.2.3.4', 'app@1.2.3.10', 'numeric'],
  ['1', '2', 'numeric'],
  ['9', '10', 'numeric'],
  ['1.9', '2', 'numeric'],
  // calendar versions (calver.org)
  ['2026.1.5', '2026.2.1', 'semver'],
  ['2026.9.1', '2026.10.1', 'semver'],
  ['2026.01.05', '2026.02.01', 'numeric'],
  ['2026.09.30', '2026.10.01', 'numeric'],
  ['2026.09.30', '2026.10.1', 'numeric'],
  ['25.12', '26.04', 'numeric'],
  ['25.12.1', '26.04', 'numeric'],
  ['20261119', '20261120', 'numeric'],
  ['2026.11.20.1', '2026.11.20.2', 'numeric'],
  ['web@2026.11.19', 'web@2026.11.20', 'semver'],
  ['1.2.3.4', '2.0.0', 'numeric'],
  ['0.9', '1.0.0', 'numeric'],
  ['1.0.0', '1.1', 'numeric'],
  ['007', '8', 'numeric'],
]

/** Nothing in the names says which is newer: the project saw the left one first. */
const BY_FIRST_SEEN: [string, string][] = [
  ['a93c7d2', 'b1f0e44'],
  ['f0e1d2c3b4a5968778695a4b3c2d1e0f00112233', '00e1d2c3b4a5968778695a4b3c2d1e0f00112233'],
  ['web@a93c7d2', 'web@0b1f0e4'],
  ['1.2.3', 'a93c7d2'],
  ['a93c7d2', '1.2.3'],
  ['release-41', 'release-42'],
  ['1.2.3.4-beta', '1.2.3.4'],
  ['nightly', 'stable'],
  ['1.0.0-01', '1.0.0-1'],
  ['deploy 7', 'deploy 6'],
]

describe('compareReleases', () => {
  it.each(PAIRS)('%s is older than %s (%s)', (older, newer, kind) => {
    expect(compareReleases(newer, older, never)).toMatchObject({ order: 1, kind })
    expect(compareReleases(older, newer, never)).toMatchObject({ order: -1, kind })
  })

  it.each(BY_FIRST_SEEN)('%s came before %s', (first, second) => {
    const seen = (release: string) => (release === first ? 1000 : 2000)
    expect(compareReleases(second, first, seen)).toMatchObject({ order: 1, kind: 'first-seen' })
    expect(compareReleases(first, second, seen)).toMatchObject({ order: -1, kind: 'first-seen' })
  })

  it('does not tell apart what was never seen', () => {
    expect(compareReleases('abc', 'def', never).order).toBe(0)
  })

  it('ignores build metadata and the package name', () => {
    expect(compareReleases('1.0.0+1', '1.0.0+2', never)).toMatchObject({ order: 0, kind: 'semver' })
    expect(compareReleases('web@1.0.0', 'v1.0.0', never)).toMatchObject({ order: 0, kind: 'same' })
  })

  it('says how it decided', () => {
    expect(compareReleases('web@1.10.0', 'web@1.9.0', never).explanation).toBe(
      'compared 1.10.0 > 1.9.0 by semver',
    )
  })

  it('is antisymmetric and never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(compareReleases(a, b, never).order + compareReleases(b, a, never).order).toBe(0)
      }),
    )
  })

  it('is transitive over semantic versions', () => {
    const part = fc.integer({ min: 0, max: 12 })
    const version = fc
      .tuple(part, part, part, fc.constantFrom('', '-rc.1', '-rc.10', '-alpha', '-1'))
      .map(([major, minor, patch, tail]) => `${major}.${minor}.${patch}${tail}`)
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        const [ab, bc, ac] = [
          compareReleases(a, b, never),
          compareReleases(b, c, never),
          compareReleases(a, c, never),
        ]
        if (ab.order > 0 && bc.order > 0) expect(ac.order).toBe(1)
      }),
    )
  })
})

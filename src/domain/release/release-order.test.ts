import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparisonKind, compareReleases } from './release-order.ts'

const never = () => undefined

/** Pairs of releases, the older one first, and where their order is written down. */
interface Source {
  source: string
  kind: ComparisonKind
  pairs: [older: string, newer: string][]
}

const ORDERED: Source[] = [
  {
    source: 'semver.org 2.0.0, item 11.2: major, minor and patch are compared numerically',
    kind: 'semver',
    pairs: [
      ['1.0.0', '2.0.0'],
      ['2.0.0', '2.1.0'],
      ['2.1.0', '2.1.1'],
      ['1.9.0', '1.10.0'],
      ['1.10.0', '1.11.0'],
      ['1.4.9', '1.4.10'],
      ['9.0.0', '10.0.0'],
      ['0.0.9', '0.1.0'],
      ['1.99.99', '2.0.0'],
    ],
  },
  {
    source: 'semver.org 2.0.0, item 11.3: a pre-release is older than the version it leads to',
    kind: 'semver',
    pairs: [
      ['1.0.0-alpha', '1.0.0'],
      ['2.0.0-rc.1', '2.0.0'],
      ['1.9.9', '2.0.0-alpha'],
    ],
  },
  {
    source: 'semver.org 2.0.0, item 11.4, its example',
    kind: 'semver',
    pairs: [
      ['1.0.0-alpha', '1.0.0-alpha.1'],
      ['1.0.0-alpha.1', '1.0.0-alpha.beta'],
      ['1.0.0-alpha.beta', '1.0.0-beta'],
      ['1.0.0-beta', '1.0.0-beta.2'],
      ['1.0.0-beta.2', '1.0.0-beta.11'],
      ['1.0.0-beta.11', '1.0.0-rc.1'],
      ['1.0.0-rc.1', '1.0.0'],
    ],
  },
  {
    source:
      'semver.org 2.0.0, items 11.4.1 to 11.4.4: numbers by value, words in ASCII order, more fields are newer',
    kind: 'semver',
    pairs: [
      ['1.0.0-rc.9', '1.0.0-rc.10'],
      ['1.0.0-1', '1.0.0-a'],
      ['1.0.0-A', '1.0.0-a'],
      ['1.0.0-a.b', '1.0.0-a.b.c'],
      ['1.0.0-0', '1.0.0-1'],
      ['1.0.0-x-1', '1.0.0-x-2'],
    ],
  },
  {
    source: 'semver.org 2.0.0, item 10: build metadata does not count',
    kind: 'semver',
    pairs: [
      ['1.0.0+200', '1.0.1+100'],
      ['1.0.0-rc.1+build.9', '1.0.0+build.1'],
      ['1.0.0-beta+exp.sha.5114f85', '1.0.0+21AF26D3---117B344092BD'],
    ],
  },
  {
    source: 'semver.org 2.0.0, FAQ: a version has no largest number',
    kind: 'semver',
    pairs: [['99999999999999999998.0.0', '99999999999999999999.0.0']],
  },
  {
    source: 'semver.org 2.0.0, FAQ: "v1.2.3" is not a semantic version, but a common name of one',
    kind: 'semver',
    pairs: [
      ['v1.2.3', 'v1.2.4'],
      ['v1.9.9', '1.10.0'],
      ['V1.0.0', 'v1.0.1'],
    ],
  },
  {
    source: 'develop.sentry.dev, releases: package@version, package@version+build',
    kind: 'semver',
    pairs: [
      ['web@1.4.0', 'web@1.4.2'],
      ['web@1.9.0', 'web@1.10.0'],
      ['com.example.app@3.0.9', 'com.example.app@3.0.10'],
      ['com.example.app@3.0.9+412', 'com.example.app@3.1.0+9'],
      ['@scope/web@1.0.0', '@scope/web@1.0.1'],
      ['api@2.0.0-beta.1', 'api@2.0.0'],
      ['web@1.4.0', '1.4.2'],
      ['1.4.0', 'web@v1.4.2'],
    ],
  },
  {
    source:
      'Apple, CFBundleShortVersionString, and Android, versionName with versionCode: two numbers and a build',
    kind: 'numeric',
    pairs: [
      ['com.example.app@1.2+345', 'com.example.app@1.3+346'],
      ['com.example.app@1.9+999', 'com.example.app@1.10+1'],
      ['1.2', '1.3+7'],
    ],
  },
  {
    source: 'GNU coding standards, releases: major.minor',
    kind: 'numeric',
    pairs: [
      ['v1.2', 'v1.3'],
      ['v1.9', 'v1.10'],
      ['1.2', '1.3'],
      ['1.2', '1.2.1'],
      ['1.9', '2'],
      ['0.9', '1.0.0'],
      ['1.0.0', '1.1'],
    ],
  },
  {
    source: 'learn.microsoft.com, System.Version.CompareTo: major, minor, build, revision',
    kind: 'numeric',
    pairs: [
      ['1.2.3.4', '1.2.3.5'],
      ['1.2.3.9', '1.2.3.10'],
      ['1.2.3', '1.2.3.1'],
      ['10.0.19041.1', '10.0.19042.0'],
      ['4.8.4110.0', '4.8.4300.0'],
      ['1.2.3.4', '2.0.0'],
      ['app@1.2.3.4', 'app@1.2.3.10'],
    ],
  },
  {
    source: 'calver.org: YYYY.M.D and YYYY.MINOR.MICRO without zeros in front',
    kind: 'semver',
    pairs: [
      ['2026.1.5', '2026.2.1'],
      ['2026.9.1', '2026.10.1'],
      ['web@2026.11.19', 'web@2026.11.20'],
      ['2026.11.0', '2026.11.1'],
    ],
  },
  {
    source: 'calver.org: YYYY.0M.0D, YY.0M as Ubuntu, and dates as one number',
    kind: 'numeric',
    pairs: [
      ['2026.01.05', '2026.02.01'],
      ['2026.09.30', '2026.10.01'],
      ['2026.09.30', '2026.10.1'],
      ['25.12', '26.04'],
      ['25.12.1', '26.04'],
      ['20261119', '20261120'],
      ['20261119093000', '20261119100000'],
      ['2026.11.20.1', '2026.11.20.2'],
    ],
  },
  {
    source: 'build counters of CI systems: one number',
    kind: 'numeric',
    pairs: [
      ['1', '2'],
      ['9', '10'],
      ['007', '8'],
      ['web@4711', 'web@4712'],
    ],
  },
  {
    source:
      'deb-version(7), revisions behind a dash: read as pre-releases, as semver.org says, not as Debian does',
    kind: 'semver',
    pairs: [
      ['1.2.3-1', '1.2.3-2'],
      ['1.2.3-1ubuntu1', '1.2.3-1ubuntu2'],
      ['1.2.3-1', '1.2.4-1'],
    ],
  },
]

/** Nothing in the names says which is newer: the project saw the left one first. */
const BY_FIRST_SEEN: { source: string; pairs: [first: string, second: string][] }[] = [
  {
    source: 'git-rev-parse(1), commit ids, short and full',
    pairs: [
      ['a93c7d2', 'b1f0e44'],
      ['f0e1d2c3b4a5968778695a4b3c2d1e0f00112233', '00e1d2c3b4a5968778695a4b3c2d1e0f00112233'],
      ['web@a93c7d2', 'web@0b1f0e4'],
      ['a93c7d2', '1234567'],
    ],
  },
  {
    source: 'deb-version(7): epochs and tildes are of no other scheme',
    pairs: [
      ['1:2.30-1', '1:2.31-1'],
      ['1.0~rc1', '1.0~rc2'],
    ],
  },
  {
    source: 'PEP 440: pre-releases and post-releases without a dash',
    pairs: [
      ['1.0rc1', '1.0rc2'],
      ['1.0.post1', '1.0.post2'],
    ],
  },
  {
    source: 'semver.org 2.0.0, items 9 and 10: no zero in front, no empty identifier',
    pairs: [
      ['1.0.0-01', '1.0.0-1'],
      ['1.0.0-', '1.0.0-a'],
      ['1.0.0-a+b..c', '1.0.0-b+b..c'],
    ],
  },
  {
    source: 'names made by people and by deployments, or a version on one side only',
    pairs: [
      ['1.2.3', 'a93c7d2'],
      ['a93c7d2', '1.2.3'],
      ['release-41', 'release-42'],
      ['1.2.3.4-beta', '1.2.3.4'],
      ['nightly', 'stable'],
      ['deploy 7', 'deploy 6'],
      ['2026-11-19', '2026-11-20'],
    ],
  },
]

/** Two names of one release, or of releases of the same rank. */
const EQUAL: [a: string, b: string, kind: ComparisonKind][] = [
  ['1.0.0+1', '1.0.0+2', 'semver'],
  ['web@1.0.0', 'v1.0.0', 'same'],
  ['web@1.0.0', 'api@1.0.0', 'same'],
  ['1.2', '1.2.0', 'numeric'],
  ['1.2', '1.2.0.0', 'numeric'],
  ['1.2+7', '1.2+8', 'numeric'],
  ['2026.01', '2026.1', 'numeric'],
  [' 1.0.0 ', '1.0.0', 'same'],
]

const rows = <S extends { source: string; pairs: [string, string][] }>(sources: S[]) =>
  sources.flatMap(({ pairs, ...rest }) => pairs.map(([first, second]) => ({ first, second, ...rest })))

describe('compareReleases', () => {
  it.each(rows(ORDERED))('$first is older than $second by $kind ($source)', ({ first, second, kind }) => {
    expect(compareReleases(second, first, never)).toMatchObject({ order: 1, kind })
    expect(compareReleases(first, second, never)).toMatchObject({ order: -1, kind })
  })

  it.each(rows(BY_FIRST_SEEN))('$first came before $second ($source)', ({ first, second }) => {
    const seen = (release: string) => (release === first ? 1000 : 2000)
    expect(compareReleases(second, first, seen)).toMatchObject({ order: 1, kind: 'first-seen' })
    expect(compareReleases(first, second, seen)).toMatchObject({ order: -1, kind: 'first-seen' })
  })

  it.each(EQUAL)('%s is no other than %s (%s)', (a, b, kind) => {
    expect(compareReleases(a, b, never)).toMatchObject({ order: 0, kind })
    expect(compareReleases(b, a, never)).toMatchObject({ order: 0, kind })
  })

  it('does not distinguish unseen values', () => {
    expect(compareReleases('abc', 'def', never).order).toBe(0)
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

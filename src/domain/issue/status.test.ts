import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ISSUE_STATUSES } from '#contract/vocabulary.ts'
import {
  changeStatus,
  comparisonOfResolution,
  findRegression,
  NO_RELEASES,
  type Resolution,
  whyNoRegression,
} from './status.ts'

const RESOLVED_AT = 1_000_000
const never = () => undefined

function resolution(over: Partial<Resolution> = {}): Resolution {
  return {
    resolvedInRelease: null,
    resolvedAt: RESOLVED_AT,
    resolvedBaseRelease: null,
    resolvedComparison: null,
    ...over,
  }
}
function event(release: string, over: { receivedAt?: number } = {}) {
  return { release, receivedAt: RESOLVED_AT + 10, ...over }
}

describe('findRegression', () => {
  it('a strictly newer release than the one it was resolved in is a regression', () => {
    const regression = findRegression(resolution({ resolvedInRelease: '1.9.0' }), event('1.10.0'), never)
    expect(regression).toEqual({ comparison: 'semver', note: 'compared 1.10.0 > 1.9.0 by semver' })
  })

  it('the same, an older or no release is not', () => {
    const resolved = resolution({ resolvedInRelease: '1.9.0' })
    for (const release of ['1.9.0', '1.8.9', '', 'v1.9.0', 'web@1.9.0+7']) {
      expect(findRegression(resolved, event(release), never)).toBeNull()
    }
  })

  it('without a named release the newest known at the resolve is the measure', () => {
    const resolved = resolution({ resolvedBaseRelease: '2.0.0' })
    expect(findRegression(resolved, event('2.0.1'), never)).not.toBeNull()
    expect(findRegression(resolved, event('2.0.0'), never)).toBeNull()
  })

  it('if no release was known, any event received after the resolve is a regression', () => {
    expect(findRegression(resolution(), event(''), never)).not.toBeNull()
    expect(findRegression(resolution(), event('1.0.0'), never)).not.toBeNull()
    expect(findRegression(resolution(), event('', { receivedAt: RESOLVED_AT }), never)).toBeNull()
  })

  it('an event received before the resolve never is, whatever its release', () => {
    fc.assert(
      fc.property(fc.nat(RESOLVED_AT), fc.string(), (receivedAt, release) => {
        expect(findRegression(resolution(), { release, receivedAt }, never)).toBeNull()
      }),
    )
  })

  it('an event received in the very millisecond of the resolve was not received after it', () => {
    const resolved = resolution({ resolvedInRelease: '1.0.0' })
    expect(findRegression(resolved, event('1.0.1', { receivedAt: RESOLVED_AT }), never)).toBeNull()
    expect(findRegression(resolved, event('1.0.1', { receivedAt: RESOLVED_AT + 1 }), never)).not.toBeNull()
  })

  it('a later odd release name cannot change how releases are compared', () => {
    const firstSeen = (release: string) => (release === '1.9.0' ? 1 : 2)
    const odd = event('nightly')
    const base = { resolvedInRelease: '1.9.0' }
    for (const resolvedComparison of ['semver', 'numeric'] as const) {
      expect(findRegression(resolution({ ...base, resolvedComparison }), odd, firstSeen)).toBeNull()
    }
    const mixed = resolution({ ...base, resolvedComparison: 'first-seen' })
    expect(findRegression(mixed, odd, firstSeen)).toMatchObject({ comparison: 'first-seen' })
    expect(findRegression(mixed, event('1.8.0'), firstSeen)).toBeNull()
  })

  it('an issue that is not resolved has no regression', () => {
    expect(findRegression(resolution({ resolvedAt: null }), event('9.9.9'), never)).toBeNull()
  })
})

describe('changeStatus', () => {
  const context = { now: 5, releases: { newest: '3.0.0', latest: ['3.0.0', '2.9.0'] } }

  it('resolving notes the time and the newest release', () => {
    const change = changeStatus(
      { status: 'unresolved', ...resolution({ resolvedAt: null }) },
      { status: 'resolved' },
      context,
    )
    expect(change).toMatchObject({
      status: 'resolved',
      resolvedAt: 5,
      resolvedBaseRelease: '3.0.0',
      resolvedComparison: 'semver',
      endsSnooze: true,
    })
  })

  it('a release alone is stored with the status unchanged', () => {
    const current = { status: 'unresolved' as const, ...resolution({ resolvedAt: null }) }
    const change = changeStatus(current, { resolvedInRelease: '3.1.0' }, context)
    expect(change).toMatchObject({
      status: 'unresolved',
      resolvedInRelease: '3.1.0',
      resolvedComparison: null,
      endsSnooze: false,
    })
  })

  it('leaving resolved sets the release to null', () => {
    const current = { status: 'resolved' as const, ...resolution({ resolvedInRelease: '1.0.0' }) }
    for (const status of ISSUE_STATUSES.filter((other) => other !== 'resolved')) {
      expect(changeStatus(current, { status }, context)).toMatchObject({
        resolvedInRelease: null,
        resolvedAt: null,
        resolvedComparison: null,
      })
    }
  })

  it('another release on a resolved issue is compared again; an assignment is not such a request', () => {
    const current = {
      status: 'resolved' as const,
      ...resolution({ resolvedInRelease: '1.0.0', resolvedComparison: 'semver' }),
    }
    const named = changeStatus(current, { resolvedInRelease: 'a93c7d2' }, context)
    expect(named).toMatchObject({ resolvedInRelease: 'a93c7d2', resolvedComparison: 'first-seen' })
    expect(changeStatus(named, { resolvedInRelease: null }, context)).toMatchObject({
      resolvedInRelease: null,
      resolvedComparison: 'time',
    })
    expect(changeStatus(current, {}, { now: 9, releases: NO_RELEASES })).toMatchObject(current)
  })
})

describe('whyNoRegression', () => {
  const latest = (release: string, isHidden = false) => ({ release, isHidden })
  const semver = { resolvedComparison: 'semver' } as const

  it.each([
    [
      { resolvedInRelease: '2.0.0', ...semver },
      latest('1.0.0'),
      '1.0.0 is not newer than 2.0.0, the release it was resolved in.',
    ],
    [
      { resolvedBaseRelease: '99999999.0.0', ...semver },
      latest('3.0.0'),
      '3.0.0 is not newer than 99999999.0.0. When it was resolved, its newest release was 99999999.0.0.',
    ],
    [
      { resolvedInRelease: '2.0.0', ...semver },
      latest('nightly'),
      "nightly is not a version number, so it can't be newer than 2.0.0, the release it was resolved in.",
    ],
    [
      { resolvedInRelease: '2.0.0', ...semver },
      latest(''),
      'The latest event has no release; reopening needs one newer than 2.0.0, the release it was resolved in.',
    ],
    [
      { resolvedInRelease: '2.0.0', ...semver },
      latest('3.0.0', true),
      'The latest event is from 3.0.0, which is hidden; reopening needs a release newer than 2.0.0, the release it was resolved in.',
    ],
    [{}, latest('3.0.0'), null],
  ])('%j and %j', (over, event, reason) => {
    expect(whyNoRegression(resolution(over), event)).toBe(reason)
  })

  it('gives a reason whenever a versioned event is not a regression, and none when it is', () => {
    const version = fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)).map((parts) => parts.join('.'))
    fc.assert(
      fc.property(version, version, (base, release) => {
        const resolved = resolution({ resolvedBaseRelease: base, ...semver })
        const isRegression = findRegression(resolved, event(release), never) !== null
        expect(whyNoRegression(resolved, latest(release)) === null).toBe(isRegression)
      }),
    )
  })
})

describe('comparisonOfResolution', () => {
  it.each<[string | null, string[], string]>([
    [null, [], 'time'],
    ['', ['1.0.0'], 'time'],
    ['1.9.0', [], 'semver'],
    ['1.9', [], 'numeric'],
    ['a93c7d2', [], 'first-seen'],
    ['1.9.0', ['1.9.0', '1.8.0'], 'semver'],
    ['1.9.0', ['1.9.0.7', '1.9.0.6'], 'numeric'],
    ['1.9.0', ['nightly', '1.8.0', '1.7.0'], 'semver'],
    ['1234567', ['a93c7d2', 'b1f0e44', '7654321'], 'first-seen'],
    ['1.9.0', ['a93c7d2', 'b1f0e44'], 'first-seen'],
  ])('%s among %j is told apart by %s', (base, others, kind) => {
    expect(comparisonOfResolution(base, others)).toBe(kind)
  })
})

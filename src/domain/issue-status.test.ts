import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ISSUE_STATUSES } from '#contract/vocabulary.ts'
import { changeStatus, type Resolution, regressionNote } from './issue-status.ts'

const RESOLVED_AT = 1_000_000
const never = () => undefined

function resolution(over: Partial<Resolution> = {}): Resolution {
  return { resolvedInRelease: null, resolvedAt: RESOLVED_AT, resolvedBaseRelease: null, ...over }
}
function event(release: string, over: { receivedAt?: number; occurredAt?: number } = {}) {
  return { release, receivedAt: RESOLVED_AT + 10, occurredAt: RESOLVED_AT + 5, ...over }
}

describe('regressionNote', () => {
  it('a strictly newer release than the one it was resolved in is a regression', () => {
    const note = regressionNote(resolution({ resolvedInRelease: '1.9.0' }), event('1.10.0'), never)
    expect(note).toBe('compared 1.10.0 > 1.9.0 by semver')
  })

  it('the same, an older or no release is not', () => {
    const resolved = resolution({ resolvedInRelease: '1.9.0' })
    for (const release of ['1.9.0', '1.8.9', '', 'v1.9.0', 'web@1.9.0+7']) {
      expect(regressionNote(resolved, event(release), never)).toBeNull()
    }
  })

  it('without a named release the newest known at the resolve is the measure', () => {
    const resolved = resolution({ resolvedBaseRelease: '2.0.0' })
    expect(regressionNote(resolved, event('2.0.1'), never)).not.toBeNull()
    expect(regressionNote(resolved, event('2.0.0'), never)).toBeNull()
  })

  it('where no release was known, an event that occurred after the resolve is a regression', () => {
    expect(regressionNote(resolution(), event(''), never)).not.toBeNull()
    expect(regressionNote(resolution(), event('1.0.0'), never)).not.toBeNull()
    expect(regressionNote(resolution(), event('', { occurredAt: RESOLVED_AT - 1 }), never)).toBeNull()
  })

  it('an event received before the resolve never is, whatever its clock says', () => {
    fc.assert(
      fc.property(fc.nat(RESOLVED_AT), fc.nat(), fc.string(), (receivedAt, occurredAt, release) => {
        expect(regressionNote(resolution(), { release, receivedAt, occurredAt }, never)).toBeNull()
      }),
    )
  })

  it('an issue that is not resolved has no regression', () => {
    expect(regressionNote(resolution({ resolvedAt: null }), event('9.9.9'), never)).toBeNull()
  })
})

describe('changeStatus', () => {
  const context = { now: 5, newestRelease: '3.0.0' }

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
      endsSnooze: true,
    })
  })

  it('a release alone is stored with the status unchanged', () => {
    const current = { status: 'unresolved' as const, ...resolution({ resolvedAt: null }) }
    const change = changeStatus(current, { resolvedInRelease: '3.1.0' }, context)
    expect(change).toMatchObject({ status: 'unresolved', resolvedInRelease: '3.1.0', endsSnooze: false })
  })

  it('leaving resolved sets the release to null', () => {
    const current = { status: 'resolved' as const, ...resolution({ resolvedInRelease: '1.0.0' }) }
    for (const status of ISSUE_STATUSES.filter((other) => other !== 'resolved')) {
      expect(changeStatus(current, { status }, context)).toMatchObject({
        resolvedInRelease: null,
        resolvedAt: null,
      })
    }
  })
})

import { describe, expect, it } from 'vitest'
import { activityText, actorName, otherIssue } from './activity-text.ts'

const user = { kind: 'user' as const, id: '1', name: 'Ada', email: 'ada@example.com' }

describe('the history of an issue in sentences', () => {
  it.each([
    [
      'status_changed',
      { from: 'unresolved', to: 'resolved', resolved_in_release: 'web@1.4.2' },
      'resolved it in web@1.4.2',
    ],
    ['status_changed', { from: 'resolved', to: 'unresolved' }, 'reopened it'],
    ['status_changed', { from: 'resolved', to: 'odd' }, 'set it to odd'],
    ['resolved_in_release_changed', {}, 'removed the release it was resolved in'],
    ['regression', { release: '1.4.2', note: 'compared 1.4.2 > 1.4.1 by semver' }, 'Regressed in 1.4.2'],
    ['snoozed', { until: '2026-11-20T12:00:00.000Z' }, 'snoozed it until 2026-11-20 12:00:00 UTC'],
    [
      'snoozed',
      { until: null, until_count: 1100, until_users: null },
      'snoozed it until it has 1,100 events',
    ],
    ['snoozed', { until_users: 12 }, 'snoozed it until it has 12 users'],
    ['snooze_ended', { reason: 'events' }, 'ended the snooze: the event threshold was reached'],
    [
      'assigned',
      { from: null, to: { id: '2', name: 'Grace', email: 'g@example.com' } },
      'assigned this to Grace',
    ],
    [
      'assigned',
      { from: { id: '2', name: '', email: 'g@example.com' }, to: null },
      'unassigned this from g@example.com',
    ],
    ['merged', { other: 'child', issue_id: '2', title: 'KeyError' }, 'merged in'],
    ['merged', { other: 'parent', issue_id: '2', title: 'KeyError' }, 'merged it into'],
    ['split', { other: 'child', issue_id: '2', title: 'KeyError' }, 'split'],
    ['split', { other: 'parent', issue_id: '2', title: 'KeyError' }, 'split it from'],
    [
      'status_changed',
      { from: 'unresolved', to: 'resolved', resolved_in_release: '1.4.2', in_next_release: true },
      'resolved it in the release after 1.4.2',
    ],
    ['fix_verified', { release: 'web@1.4.2' }, 'verified the fix in web@1.4.2'],
    [
      'fix_failed',
      { release: '1.4.3', fixed_in: '1.4.2' },
      'saw it again in 1.4.3: the fix in 1.4.2 does not work',
    ],
    [
      'fix_unconfirmed',
      { release: '1.4.2' },
      'could not confirm the fix in 1.4.2: the release was barely used',
    ],
    ['commented', { comment_id: '3' }, 'commented'],
    ['comment_deleted', { comment_id: '3' }, 'deleted a comment'],
    ['something_new', {}, 'something new'],
  ])('%s', (kind, details, text) => {
    expect(activityText({ kind, details })).toBe(text)
  })

  it('names the other issue of a merge or a split', () => {
    const details = { other: 'child', issue_id: '2', title: 'KeyError' }
    expect(otherIssue({ kind: 'merged', details })).toEqual({ id: '2', title: 'KeyError' })
    expect(otherIssue({ kind: 'assigned', details })).toBeUndefined()
  })

  it('names who did it as well as it can', () => {
    expect(actorName(user)).toBe('Ada')
    expect(actorName({ ...user, name: '' })).toBe('ada@example.com')
    expect(actorName({ ...user, name: null, email: null })).toBe('A former member')
    expect(actorName({ ...user, kind: 'system', name: null, email: null })).toBe('Errata')
  })
})

import { describe, expect, it } from 'vitest'
import { activityText, actorName, resolvedAt } from './activity-text.ts'

const user = { kind: 'user', id: '1', name: 'Ada', email: 'ada@example.com' }

describe('the history of an issue in sentences', () => {
  it.each([
    [
      'status_changed',
      { from: 'unresolved', to: 'resolved', resolved_in_release: 'web@1.4.2' },
      'resolved it in web@1.4.2',
    ],
    ['status_changed', { from: 'resolved', to: 'unresolved' }, 'reopened it'],
    ['status_changed', { from: 'resolved', to: 'odd' }, 'set it to odd'],
    ['resolved_in_release_changed', {}, 'took back the release it was resolved in'],
    [
      'regression',
      { note: 'compared 1.4.2 > 1.4.1 by semver' },
      'saw it again: compared 1.4.2 > 1.4.1 by semver',
    ],
    ['snoozed', { until: '2026-11-20T12:00:00.000Z' }, 'snoozed it until 2026-11-20 12:00:00 UTC'],
    [
      'snoozed',
      { until: null, until_count: 1100, until_users: null },
      'snoozed it until it has 1,100 events',
    ],
    ['snoozed', { until_users: 12 }, 'snoozed it until it has 12 users'],
    ['snooze_ended', { reason: 'events' }, 'ended the snooze: its events were reached'],
    ['merged_into', {}, 'merged into'],
  ])('%s', (kind, details, text) => {
    expect(activityText({ kind, details })).toBe(text)
  })

  it('names who did it as well as it can', () => {
    expect(actorName(user)).toBe('Ada')
    expect(actorName({ ...user, name: '' })).toBe('ada@example.com')
    expect(actorName({ ...user, name: null, email: null })).toBe('Somebody who has left')
    expect(actorName({ ...user, kind: 'system', name: null, email: null })).toBe('Errata')
  })

  it('knows when it was resolved last', () => {
    const line = (at: string, to: string) => ({
      id: at,
      at,
      kind: 'status_changed',
      actor: user,
      details: { to },
    })
    expect(resolvedAt([line('3', 'ignored'), line('2', 'resolved'), line('1', 'resolved')])).toBe('2')
    expect(resolvedAt([])).toBeUndefined()
  })
})

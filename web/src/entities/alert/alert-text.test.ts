import { describe, expect, it } from 'vitest'
import { alertFacts, alertText } from './alert-text.ts'

const common = {
  id: '1',
  project_id: '2',
  issue_id: null,
  rule_id: null,
  title: 'TypeError',
  fired_at: '2026-11-20T21:59:03.000Z',
  read_at: null,
  ignored: false,
  issue: null,
  assignee: null,
} as const

describe('alertText', () => {
  it('a regression says in what it was resolved, in what it is back, and how that was told', () => {
    const details = {
      note: 'compared 1.4.2 > 1.4.0 by semver',
      release: 'web@1.4.2',
      resolved_in_release: 'web@1.4.0',
      environment: 'production',
    }
    expect(alertText({ ...common, kind: 'regression', details })).toBe(
      'resolved in web@1.4.0, back in web@1.4.2 (production)',
    )
    const bare = { note: '', release: '', resolved_in_release: null, environment: '' }
    expect(alertText({ ...common, kind: 'regression', details: bare })).toBe('back')
  })

  it('a cap and an overflow say how much is allowed, and in which hour it was too much', () => {
    const hour = '2026-11-20T21:00:00.000Z'
    expect(alertText({ ...common, kind: 'cap_reached', details: { hour, cap: 5000 } })).toBe(
      '5,000 events an hour; further events in the hour from 21:00 UTC were rejected',
    )
    expect(alertText({ ...common, kind: 'overflow', details: { hour, limit: 1 } })).toContain(
      '1 new issue an hour',
    )
  })

  it('every alert about an issue says how often, for whom and since when', () => {
    const details = { note: '', release: 'web@1.4.2', resolved_in_release: null, environment: '' }
    const issue = {
      status: 'regression',
      event_count: 1200,
      unique_user_count: 1,
      first_seen_at: '2026-11-18T21:00:00.000Z',
    } as const
    expect(alertFacts({ ...common, kind: 'regression', issue, details })).toEqual([
      '1,200 events and 1 user so far',
      { label: 'first seen', at: issue.first_seen_at },
    ])
    expect(alertFacts({ ...common, kind: 'regression', details })).toEqual([])
  })

  it('a disabled webhook says why, and what to do', () => {
    const details = {
      webhook_id: common.id,
      host: 'hooks.example.com',
      failing_since: '2026-11-20T21:00:00.000Z',
    }
    const text = (reason: 'gone' | 'failing') =>
      alertText({ ...common, kind: 'webhook_disabled', details: { ...details, reason } })
    expect(text('gone')).toContain('answered 410')
    expect(text('failing')).toMatch(/^no delivery has succeeded since 2026-11-20 21:00.*resume the webhook/)
  })
})

import { describe, expect, it } from 'vitest'
import { groupAttempts } from './attempt-groups.ts'

const attempt = (at: string, code: string, userAgent = 'sentry.python/2.40') => ({
  at,
  status: 401,
  code,
  message: 'No.',
  path: '/api/7/envelope/',
  user_agent: userAgent,
})

describe('groupAttempts', () => {
  it('puts repetitions together under their latest, in the order of the latest', () => {
    const groups = groupAttempts([
      attempt('2026-11-20T10:00:03.000Z', 'invalid_dsn'),
      attempt('2026-11-20T10:00:02.000Z', 'dsn_revoked'),
      attempt('2026-11-20T10:00:01.000Z', 'invalid_dsn'),
      attempt('2026-11-20T10:00:00.000Z', 'invalid_dsn', 'curl/8'),
    ])
    expect(groups.map(({ latest, count }) => [latest.code, latest.at.slice(17, 19), count])).toEqual([
      ['invalid_dsn', '03', 2],
      ['dsn_revoked', '02', 1],
      ['invalid_dsn', '00', 1],
    ])
  })

  it('leaves out what came before the event that arrived', () => {
    const attempts = [attempt('2026-11-20T10:00:03.000Z', 'a'), attempt('2026-11-20T10:00:01.000Z', 'b')]
    expect(groupAttempts(attempts, '2026-11-20T10:00:01.000Z').map(({ latest }) => latest.code)).toEqual([
      'a',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { snoozeLeft } from './snooze-left.ts'

const issue = {
  snoozed: true,
  snooze_until: null,
  snooze_until_count: null,
  snooze_until_users: null,
  event_count: 963,
  unique_user_count: 9,
}
const NOW = Date.parse('2026-11-20T12:00:00.000Z')

describe('snoozeLeft', () => {
  it('counts down hours and minutes, and is over when the clock says so', () => {
    const held = { ...issue, snooze_until: '2026-11-20T15:12:00.000Z' }
    expect(snoozeLeft(held, NOW)).toBe('3 h 12 min left')
    expect(snoozeLeft(held, NOW + 3 * 3_600_000)).toBe('12 min left')
    expect(snoozeLeft(held, NOW + 4 * 3_600_000)).toBeUndefined()
  })

  it('counts events and users down, never below one', () => {
    expect(snoozeLeft({ ...issue, snooze_until_count: 1000 }, NOW)).toBe('37 events left')
    expect(snoozeLeft({ ...issue, snooze_until_users: 10 }, NOW)).toBe('1 user left')
    expect(snoozeLeft({ ...issue, snooze_until_users: 9 }, NOW)).toBe('1 user left')
    expect(snoozeLeft({ ...issue, snoozed: false }, NOW)).toBeUndefined()
  })
})

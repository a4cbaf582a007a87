import { describe, expect, it } from 'vitest'
import { minutesText } from '../../../entities/alert/rule-units.ts'
import { conditionText } from './rule-text.ts'

describe('what is said of alert rules', () => {
  it.each([
    [1, '1 min'],
    [15, '15 min'],
    [60, '1 hour'],
    [90, '90 min'],
    [1440, '1 day'],
    [2880, '2 days'],
  ])('%i minutes: %s', (minutes, text) => {
    expect(minutesText(minutes)).toBe(text)
  })

  it.each([
    ['count', 50, 'An issue has 50 or more events in 5 min'],
    ['users', 1000, 'An issue happens to 1,000 or more users in 5 min'],
    [
      'percent_increase',
      300,
      'An issue has 300 % more events in 5 min than in the 5 min before, and at least 10',
    ],
  ] as const)('a rule of %s %i', (type, value, text) => {
    expect(conditionText({ threshold: { type, value }, window_minutes: 5, query: '' })).toBe(text)
  })
})

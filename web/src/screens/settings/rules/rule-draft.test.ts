import { describe, expect, it } from 'vitest'
import { conditionOf, NEW_RULE } from './rule-draft.ts'

describe('the draft of a rule', () => {
  it('is a condition once it is complete', () => {
    expect(conditionOf({ ...NEW_RULE, query: ' env:production ' })).toEqual({
      kind: 'velocity',
      query: 'env:production',
      window_minutes: 15,
      cooldown_minutes: 60,
      threshold: { type: 'count', value: 50 },
    })
  })

  it.each([
    ['no window', { window: '' }],
    ['a fraction', { window: '1.5' }],
    ['nothing to count to', { value: '0' }],
    ['a window over a day', { window: '1441' }],
    ['more users than are counted', { type: 'users' as const, value: '1001' }],
    ['a custom rule without a search', { kind: 'custom' as const, query: ' ' }],
  ])('is none with %s', (_what, change) => {
    expect(conditionOf({ ...NEW_RULE, ...change })).toBeUndefined()
  })
})

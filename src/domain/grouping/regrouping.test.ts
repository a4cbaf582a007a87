import fc from 'fast-check'
import { expect, test } from 'vitest'
import { event, frame } from '../../../test/support/sample/grouped-events.ts'
import { regroup, underRules } from './regrouping.ts'

test('what stays as it is neither joins nor splits', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5)), (issues) => {
      const result = regroup(issues.map((issueId) => ({ issueId, keys: [`key ${issueId}`] })))
      const distinct = new Set(issues).size
      expect(result).toEqual({ issues: distinct, groups: distinct, joins: [], splits: [] })
    }),
  )
})

test('joins name the issues of a group, splits the groups of an issue', () => {
  const events = [
    { issueId: 1, keys: ['a', 'lib'] },
    { issueId: 2, keys: ['a'] },
    { issueId: 3, keys: ['c'] },
    { issueId: 3, keys: ['d'] },
    { issueId: 3, keys: ['d'] },
    // Its first key is new; the second one leads to the group of the first event.
    { issueId: 1, keys: ['new', 'lib'] },
  ]
  expect(regroup(events)).toEqual({
    issues: 3,
    groups: 3,
    joins: [
      [
        { issueId: 1, events: 2 },
        { issueId: 2, events: 1 },
      ],
    ],
    splits: [{ issueId: 3, groups: [2, 1] }],
  })
})

test('rules change which frames are the application’s, and the event itself stays', () => {
  const sent = event([frame('a', { module: 'shop.pay' }), frame('b', { module: 'shopping' })])
  sent.exception = { values: sent.exception as never }
  const before = structuredClone(sent)
  const inAppOf = (rules: object) => {
    const changed = underRules(sent, { inApp: [], notInApp: [], fingerprint: [], ...rules })
    const { values } = changed.exception as { values: { stacktrace: { frames: { in_app: boolean }[] } }[] }
    return values[0]!.stacktrace.frames.map(({ in_app }) => in_app)
  }
  expect(inAppOf({ notInApp: ['shop'] })).toEqual([false, true])
  expect(inAppOf({ notInApp: ['shop', 'b.py'] })).toEqual([false, false])
  expect(inAppOf({ inApp: ['shop.pay'], notInApp: ['.py'] })).toEqual([true, false])
  expect(underRules(sent, { inApp: [], notInApp: [], fingerprint: ['x'] }).fingerprint).toEqual(['x'])
  expect(sent).toEqual(before)
})

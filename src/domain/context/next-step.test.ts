import { expect, it } from 'vitest'
import { nextStep } from './next-step.ts'

const OPEN = {
  status: 'unresolved',
  snoozed: false,
  still_happening: false,
  claim: null,
  fix: null,
  merge_parent_id: null,
} as const
const RESOLVED = { ...OPEN, status: 'resolved' } as const
const fixed = (state: 'watching' | 'verified' | 'still_failing') => ({
  fix: { state, by: 'fixer', fixed_at: '2026-11-20T10:00:00.000Z', decided_at: null },
})

it.each([
  ['an open issue', OPEN, 'To fix it, claim it, fix the cause, and resolve it in the release'],
  [
    'a claimed one',
    { ...OPEN, claim: { claimed_by: 'fixer', expires_at: '2026-11-20T10:00:00.000Z' } },
    'To fix it, make sure that the claim of fixer is yours, fix',
  ],
  ['a resolved one', RESOLVED, 'None: it is resolved.'],
  ['one with a new fix', { ...RESOLVED, ...fixed('watching') }, 'None: Errata watches'],
  [
    'one with a bad fix',
    { ...RESOLVED, ...fixed('still_failing') },
    'The last fix did not work. To fix it, claim',
  ],
  [
    'one that still happens',
    { ...RESOLVED, still_happening: true },
    'None: it is resolved. Its events since then are of releases that are not newer.',
  ],
  [
    'one whose fix is not everywhere yet',
    { ...RESOLVED, still_happening: true, ...fixed('watching') },
    'None: Errata watches whether the fix holds. Its events since then',
  ],
  ['an ignored one', { ...OPEN, status: 'ignored' as const }, 'None: the team ignores it.'],
  ['a snoozed one', { ...OPEN, snoozed: true }, 'None: the team snoozed it.'],
  ['a merged one', { ...OPEN, merge_parent_id: 'b2' }, 'Read issue b2 instead'],
])('names the next step of %s', (_, facts, step) => {
  expect(nextStep(facts)).toContain(step)
})

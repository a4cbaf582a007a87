import { expect, test } from 'vitest'
import { muteUntil, notificationsPatch } from './notification-form.ts'

function formOf(entries: [string, string][]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

test('what is ticked is asked for, the rest is not', () => {
  const form = formOf([
    ['kinds', 'assigned'],
    ['kinds', 'weekly_digest'],
    ['quiet_from', '22:00'],
    ['quiet_to', '07:00'],
    ['muted_shown', '1'],
    ['muted_projects', 'a'],
  ])
  expect(notificationsPatch(form)).toMatchObject({
    ...{ assigned: true, mentioned: false, rule_fired: false, weekly_digest: true },
    ...{ quiet_hours: { from: '22:00', to: '07:00' }, muted_project_ids: ['a'] },
  })
})

test('half of quiet hours is none, and a list that was not there mutes and unmutes nothing', () => {
  const form = formOf([
    ['quiet_from', '22:00'],
    ['quiet_to', ''],
  ])
  expect(notificationsPatch(form).quiet_hours).toBeNull()
  expect(notificationsPatch(form)).not.toHaveProperty('muted_project_ids')
})

test('a week of quiet', () => {
  expect(muteUntil(0, 7)).toBe('1970-01-08T00:00:00.000Z')
})

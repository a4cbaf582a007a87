import { expect, it } from 'vitest'
import { COMMAND_NAMES } from '../command/commands.ts'
import { snoozeEntries } from '../triage/snooze-entries.ts'
import { linesOf, SHORTCUT_GROUPS } from './shortcut-groups.ts'

it('names every command that has a key', () => {
  const named = new Set(
    SHORTCUT_GROUPS.flatMap(({ rows }) => rows.flatMap((row) => (Array.isArray(row) ? row[0] : []))),
  )
  // Tabs are one line of each list.
  expect(COMMAND_NAMES.filter((name) => !named.has(name) && !name.startsWith('tab.'))).toEqual([])
})

it('shows the keys of commands, and those of a menu behind the one that opens it', () => {
  const lines = SHORTCUT_GROUPS.flatMap(linesOf)
  expect(lines).toContainEqual({ keys: ['o', 'Enter'], does: 'Open the issue' })
  for (const { shortcut, label } of snoozeEntries({ act: () => {}, chooseTime: () => {} })) {
    expect(lines).toContainEqual({ keys: ['s', shortcut], does: label })
  }
  expect(lines).toContainEqual({ keys: ['s', 'd'], does: 'Until a date…' })
})

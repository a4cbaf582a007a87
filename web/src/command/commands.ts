import type { Permission } from '#domain/access/permissions.ts'

interface Command {
  /** By `KeyboardEvent.key`; two keys with a space between them are pressed one after the other. */
  keys: readonly string[]
  /** As on a button and in a menu. */
  label: string
  /** A reader without it has neither the button nor the key. */
  permission?: Permission
  /** Opens a menu or dialog that is typed into. */
  opens?: true
}

/** The only keys with a modifier: they act while one types, too, and where single keys are switched off. On a Mac it is Command. */
export const JUMP_KEYS = 'Ctrl k'

/**
 * All commands with a key, defined once for buttons, menus, key hints and the shortcut sheet.
 * The current screen binds their actions (`useCommands`).
 */
export const COMMANDS = {
  'issue.next': { keys: ['j'], label: 'Next issue' },
  'issue.previous': { keys: ['k'], label: 'Previous issue' },
  'issue.open': { keys: ['o', 'Enter'], label: 'Open the issue' },
  'issue.select': { keys: ['x'], label: 'Select or unselect' },
  'issue.selectTo': { keys: ['X'], label: 'Select up to here' },
  'issue.resolve': { keys: ['e'], label: 'Resolve', permission: 'issues:triage' },
  'issue.ignore': { keys: ['i'], label: 'Ignore', permission: 'issues:triage' },
  'issue.snooze': { keys: ['s'], label: 'Snooze', permission: 'issues:triage', opens: true },
  'issue.reopen': { keys: ['u'], label: 'Reopen', permission: 'issues:triage' },
  'issue.merge': { keys: ['m'], label: 'Merge', permission: 'issues:triage', opens: true },
  'issue.assign': { keys: ['a'], label: 'Assign', permission: 'issues:triage', opens: true },
  'selection.clear': { keys: ['Escape'], label: 'Clear' },
  'list.refresh': { keys: ['r'], label: 'Refresh' },
  'list.search': { keys: ['/'], label: 'Search' },
  'list.return': { keys: ['Escape'], label: 'Back to the list' },
  'tab.1': { keys: ['1'], label: 'First tab' },
  'tab.2': { keys: ['2'], label: 'Second tab' },
  'tab.3': { keys: ['3'], label: 'Third tab' },
  'tab.4': { keys: ['4'], label: 'Fourth tab' },
  'tab.5': { keys: ['5'], label: 'Fifth tab' },
  'tab.6': { keys: ['6'], label: 'Sixth tab' },
  'tab.7': { keys: ['7'], label: 'Seventh tab' },
  'tab.8': { keys: ['8'], label: 'Eighth tab' },
  'tab.9': { keys: ['9'], label: 'Ninth tab' },
  'event.older': { keys: ['n'], label: 'Older event' },
  'event.newer': { keys: ['p'], label: 'Newer event' },
  'event.oldest': { keys: ['['], label: 'Oldest event' },
  'event.newest': { keys: [']'], label: 'Newest event' },
  'stack.whole': { keys: ['t'], label: 'Full stack or in-app only' },
  'go.anywhere': { keys: [JUMP_KEYS], label: 'Go to…', opens: true },
  'go.issues': { keys: ['g i'], label: 'Go to issues' },
  'go.alerts': { keys: ['g a'], label: 'Go to alerts' },
  'go.releases': { keys: ['g r'], label: 'Go to releases' },
  'go.feedback': { keys: ['g f'], label: 'Go to feedback' },
  'go.projects': { keys: ['g p'], label: 'Go to projects' },
  'go.settings': { keys: ['g s'], label: 'Go to settings' },
  undo: { keys: ['z'], label: 'Undo' },
  'shortcuts.show': { keys: ['?'], label: 'Keyboard shortcuts' },
} as const satisfies Record<string, Command>

export type CommandName = keyof typeof COMMANDS

/** The permission a command needs; none: every reader may run it. */
export function permissionOf(name: CommandName): Permission | undefined {
  const command: Command = COMMANDS[name]
  return command.permission
}

/** Whether a command opens a menu or dialog that is typed into. */
export function opensOverlay(name: CommandName): boolean {
  const command: Command = COMMANDS[name]
  return command.opens === true
}

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[]

const WRITTEN: Readonly<Record<string, string>> = { Escape: 'Esc', X: 'Shift x' }

/** The keys of a command as they are written on them. */
export function keyHints(name: CommandName): string[] {
  return COMMANDS[name].keys.flatMap((key) => (WRITTEN[key] ?? key).split(' '))
}

const NAMES_BY_KEY = Map.groupBy(
  COMMAND_NAMES.flatMap((name) => COMMANDS[name].keys.map((key) => ({ key: key as string, name }))),
  ({ key }) => key,
)

/** Whether a key is the first of two. */
export function startsKeys(key: string): boolean {
  return [...NAMES_BY_KEY.keys()].some((keys) => keys.startsWith(`${key} `))
}

/** Commands that a key stands for: several if no screen has two of them. */
export function namesOfKey(key: string): CommandName[] {
  return (NAMES_BY_KEY.get(key) ?? []).map(({ name }) => name)
}

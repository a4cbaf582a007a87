import { runCommand } from '../../command/bound-commands.ts'
import { COMMANDS, type CommandName } from '../../command/commands.ts'
import type { MenuItem } from './menu-popup.tsx'

/** An entry of a menu that runs a command, as its key does. */
export function commandEntry(name: CommandName): MenuItem {
  const { label, keys } = COMMANDS[name]
  return { key: name, label, shortcut: keys[0], onSelect: () => runCommand(name) }
}

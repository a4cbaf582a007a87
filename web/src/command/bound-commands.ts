import { type CommandName, namesOfKey } from './commands.ts'

/** The current action of each command; a missing or undefined one can't be run now. */
export type Bindings = Partial<Record<CommandName, (() => void) | undefined>>

/** The components on screen that bind commands, the latest last: of two that bind the same, it has the word. */
const bound: { readonly current: Bindings }[] = []

export function bindCommands(bindings: { readonly current: Bindings }): () => void {
  bound.push(bindings)
  return () => {
    bound.splice(bound.indexOf(bindings), 1)
  }
}

function findCommand(name: CommandName): (() => void) | undefined {
  for (const { current } of bound.toReversed()) if (current[name]) return current[name]
  return undefined
}

/** Runs a command's action on the current screen, if it has one. */
export function runCommand(name: CommandName): void {
  findCommand(name)?.()
}

/** The command that a key runs at present. */
export function commandOfKey(key: string): CommandName | undefined {
  return namesOfKey(key).find((name) => findCommand(name) !== undefined)
}

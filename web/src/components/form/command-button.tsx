import { runCommand } from '../../command/bound-commands.ts'
import { COMMANDS, type CommandName, keyHints } from '../../command/commands.ts'
import { Kbd } from '../kbd.tsx'
import { Button, type ButtonLook } from './button.tsx'
import { useMayRun } from './use-may-run.ts'

/** A command's label with its key. */
export function CommandLabel({ name }: { name: CommandName }) {
  const [key = ''] = keyHints(name)
  return (
    <>
      {COMMANDS[name].label} <Kbd>{key}</Kbd>
    </>
  )
}

/** A button that runs a command, as its key does; hidden if the reader lacks the permission. */
export function CommandButton({ name, ...look }: ButtonLook & { name: CommandName }) {
  if (!useMayRun()(name)) return null
  return (
    <Button {...look} onClick={() => runCommand(name)}>
      <CommandLabel name={name} />
    </Button>
  )
}

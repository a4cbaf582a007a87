import { runCommand } from '../../command/bound-commands.ts'
import { COMMANDS, type CommandName, keyHints } from '../../command/commands.ts'
import { Kbd } from '../kbd.tsx'
import { Button, type ButtonLook } from './button.tsx'

/** A command's label with its key. */
export function CommandLabel({ name }: { name: CommandName }) {
  const [key = ''] = keyHints(name)
  return (
    <>
      {COMMANDS[name].label} <Kbd>{key}</Kbd>
    </>
  )
}

/** A button that runs a command, as its key does. */
export function CommandButton({ name, ...look }: ButtonLook & { name: CommandName }) {
  return (
    <Button {...look} onClick={() => runCommand(name)}>
      <CommandLabel name={name} />
    </Button>
  )
}

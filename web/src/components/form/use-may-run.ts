import { type CommandName, permissionOf } from '../../command/commands.ts'
import { useRole } from '../../session/use-role.ts'

/** Whether the reader may run a command. */
export function useMayRun(): (name: CommandName) => boolean {
  const { may } = useRole()
  return (name) => {
    const permission = permissionOf(name)
    return permission === undefined || may(permission)
  }
}

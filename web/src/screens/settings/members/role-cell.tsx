import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeRole, membersQuery } from '../../../api/account/members.ts'
import { sessionQuery } from '../../../api/account/session.ts'
import type { Member, Role } from '../../../api/wire.ts'
import { personName } from '../../../components/avatar.tsx'
import { Select } from '../../../components/form/select.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { ROLES, roleLabel } from '../../../entities/member/roles.ts'
import type { MemberRules } from './member-rules.ts'

interface RoleCellProps {
  member: Member
  self: boolean
  rules: MemberRules | undefined
}

/** The role of a member, to be chosen where the reader may; where not, why. */
export function RoleCell({ member, self, rules }: RoleCellProps) {
  const change = useChangeRole(member, self)
  if (!rules) return <span className="text-ink-2">{roleLabel(member.role)}</span>
  if (rules.roleFixed !== undefined) {
    return (
      <>
        <span className="font-medium">{roleLabel(member.role)}</span>
        <span className="block max-w-72 text-small text-ink-3">{rules.roleFixed}</span>
      </>
    )
  }
  const choices = ROLES.map(({ value, label, hint }) => ({
    value,
    label,
    hint,
    disabledReason: value === member.role ? undefined : rules.refusedRole(value),
  }))
  return (
    <Select
      label={`Role of ${personName(member)}`}
      value={change.isPending ? change.variables : member.role}
      choices={choices}
      onChange={(role) => role !== member.role && change.mutate(role)}
    />
  )
}

function useChangeRole(member: Member, self: boolean) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (role: Role) => changeRole(member.id, role),
    onSuccess: (changed) =>
      showToast({
        kind: 'done',
        text: `${personName(member)} is now ${changed.role === 'member' ? 'a' : 'an'} ${changed.role}`,
        undo: () => void undo(),
      }),
    onError: (error) => showToast({ kind: 'failed', text: `Couldn't change the role: ${error.message}` }),
    onSettled: () => refresh(),
  })
  async function undo() {
    try {
      await changeRole(member.id, member.role)
    } catch (error) {
      showToast({ kind: 'failed', text: `Couldn't undo: ${error instanceof Error ? error.message : ''}` })
    }
    await refresh()
  }
  async function refresh() {
    // What the reader may see depends on their own role.
    if (self) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey })
  }
}

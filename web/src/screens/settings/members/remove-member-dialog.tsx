import { useMutation, useQueryClient } from '@tanstack/react-query'
import { membersQuery, removeMember } from '../../../api/account/members.ts'
import { sessionQuery } from '../../../api/account/session.ts'
import type { Member } from '../../../api/wire.ts'
import { personName } from '../../../components/avatar.tsx'
import { ConfirmDialog } from '../../../components/overlay/framed-dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'

interface RemoveMemberDialogProps {
  member: Member
  /** The reader removes themselves. */
  self: boolean
  open: boolean
  onClose: () => void
}

/** Says what a removal ends before it is made. */
export function RemoveMemberDialog({ member, self, open, onClose }: RemoveMemberDialogProps) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeMember(member.id),
    onSuccess: () => {
      onClose()
      showToast({ kind: 'done', text: `${personName(member)} removed` })
      void queryClient.invalidateQueries({ queryKey: (self ? sessionQuery : membersQuery).queryKey })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={member.pending ? `Withdraw the invitation for ${member.email}` : `Remove ${personName(member)}`}
      description={describe(member, self)}
      run={remove}
      action={member.pending ? 'Withdraw' : self ? 'Leave the organization' : 'Remove'}
    />
  )
}

function describe(member: Member, self: boolean): string {
  if (member.pending) return 'Their invitation link stops working.'
  return self
    ? 'You are signed out everywhere, and your tokens stop working. Your past activity stays; issues assigned to you become unassigned.'
    : 'They are signed out everywhere, and their tokens stop working. Their past activity stays; issues assigned to them become unassigned.'
}

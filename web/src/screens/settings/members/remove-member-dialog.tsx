import { useMutation, useQueryClient } from '@tanstack/react-query'
import { membersQuery, removeMember } from '../../../api/account/members.ts'
import { sessionQuery } from '../../../api/account/session.ts'
import type { Member } from '../../../api/wire.ts'
import { personName } from '../../../components/avatar.tsx'
import { ConfirmDialog } from '../../../components/overlay/form-dialog.tsx'
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
      title={member.pending ? `Withdraw the invitation of ${member.email}` : `Remove ${personName(member)}`}
      description={describe(member, self)}
      run={remove}
      action={member.pending ? 'Withdraw' : self ? 'Leave the organization' : 'Remove'}
    />
  )
}

function describe(member: Member, self: boolean): string {
  if (member.pending) return 'The link that was made for them stops working.'
  return self
    ? 'You are signed out everywhere at once, and the tokens you made stop working. What you did stays in the activity of the issues; those assigned to you are nobody’s then.'
    : 'They are signed out everywhere at once, and the tokens they made stop working. What they did stays in the activity of the issues; those assigned to them are nobody’s then.'
}

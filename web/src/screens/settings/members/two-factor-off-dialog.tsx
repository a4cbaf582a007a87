import { useMutation, useQueryClient } from '@tanstack/react-query'
import { membersQuery, turnOffTwoFactor } from '../../../api/account/members.ts'
import type { Member } from '../../../api/wire.ts'
import { personName } from '../../../components/avatar.tsx'
import { ConfirmDialog } from '../../../components/overlay/framed-dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'

interface TwoFactorOffDialogProps {
  member: Member
  open: boolean
  onClose: () => void
}

/** For someone who has lost the device with their authenticator app. */
export function TwoFactorOffDialog({ member, open, onClose }: TwoFactorOffDialogProps) {
  const queryClient = useQueryClient()
  const turnOff = useMutation({
    mutationFn: () => turnOffTwoFactor(member.id),
    onSuccess: () => {
      onClose()
      showToast({ kind: 'done', text: `Two-factor sign-in turned off for ${personName(member)}` })
    },
    // After a refusal too: they may have turned it off themselves.
    onSettled: () => queryClient.invalidateQueries({ queryKey: membersQuery.queryKey }),
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Turn off two-factor sign-in for ${personName(member)}`}
      description="Their password alone signs in then. Make sure that the request really comes from them. They can turn it on again under Account."
      run={turnOff}
      action="Turn off"
    />
  )
}

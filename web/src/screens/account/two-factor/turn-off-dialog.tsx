import { useMutation, useQueryClient } from '@tanstack/react-query'
import { membersQuery } from '../../../api/account/members.ts'
import { disableTwoFactor, twoFactorQuery } from '../../../api/account/two-factor.ts'
import { formError } from '../../../components/form/field-errors.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { OwnPasswordField, passwordIn } from './own-password-field.tsx'

export function TurnOffDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient()
  const turnOff = useMutation({
    mutationFn: disableTwoFactor,
    onSuccess: () => {
      onClose()
      showToast({ kind: 'done', text: 'Two-factor sign-in turned off' })
      void queryClient.invalidateQueries({ queryKey: membersQuery.queryKey })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey }),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Turn off two-factor sign-in"
      description="Your password alone signs in then. Your recovery codes stop working."
      run={turnOff}
      error={formError(turnOff.error)}
      onSubmit={(form) => turnOff.mutate(passwordIn(form))}
      action="Turn off"
      busy="Turning off…"
      kind="danger"
    >
      <OwnPasswordField error={turnOff.error} />
    </FormDialog>
  )
}

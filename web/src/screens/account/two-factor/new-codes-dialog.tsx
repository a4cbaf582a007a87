import { useMutation, useQueryClient } from '@tanstack/react-query'
import { replaceRecoveryCodes, twoFactorQuery } from '../../../api/account/two-factor.ts'
import { formError } from '../../../components/form/field-errors.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { OwnPasswordField, passwordIn } from './own-password-field.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

export function NewCodesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient()
  const replace = useMutation({
    mutationFn: replaceRecoveryCodes,
    onSettled: () => queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey }),
    gcTime: 0,
  })
  if (replace.data) {
    return <RecoveryCodesDialog open={open} onClose={onClose} codes={replace.data.recovery_codes} />
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="New recovery codes"
      description="Your earlier recovery codes stop working."
      run={replace}
      error={formError(replace.error)}
      onSubmit={(form) => replace.mutate(passwordIn(form))}
      action="Make new codes"
    >
      <OwnPasswordField error={replace.error} />
    </FormDialog>
  )
}

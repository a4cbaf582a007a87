import { useMutation } from '@tanstack/react-query'
import { LIMITS } from '#contract/limits.ts'
import { changeKey } from '../../../api/project/project-settings.ts'
import type { DsnKey } from '../../../api/wire.ts'
import { sendChanges } from '../../../components/form/changed-fields.ts'
import { Field } from '../../../components/form/field.tsx'
import { fieldErrors, formError } from '../../../components/form/field-errors.ts'
import { textIn } from '../../../components/form/number-field.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { KeyLimitFields } from './key-limit-fields.tsx'
import { limitsIn } from './key-limits.ts'

interface EditKeyDialogProps {
  dsnKey: DsnKey
  open: boolean
  onClose: () => void
  onChanged: () => void
}

/** Changes the label and the limits of a key. */
export function EditKeyDialog({ dsnKey, open, onClose, onChanged }: EditKeyDialogProps) {
  const change = useMutation({
    mutationFn: (form: FormData) => {
      const fields = { label: textIn(form, 'label'), ...limitsIn(form) }
      return sendChanges(dsnKey, fields, (change) => changeKey(dsnKey.id, change))
    },
    onSuccess: () => {
      onClose()
      onChanged()
      showToast({ kind: 'done', text: `Key “${dsnKey.label}” saved` })
    },
  })
  const close = () => {
    onClose()
    change.reset()
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={`Edit “${dsnKey.label}”`}
      description="Changes apply within a second. Limits are meant for keys in web pages and apps, which anyone can read."
      run={change}
      error={formError(change.error)}
      onSubmit={change.mutate}
      action="Save changes"
      busy="Saving…"
    >
      <Field
        label="Label"
        name="label"
        defaultValue={dsnKey.label}
        error={fieldErrors(change.error)('label')}
        required
        maxLength={LIMITS.nameChars}
        autoComplete="off"
      />
      <KeyLimitFields initial={dsnKey} error={change.error} />
    </FormDialog>
  )
}

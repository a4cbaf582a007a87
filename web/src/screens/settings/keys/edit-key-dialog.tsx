import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { changeKey } from '../../../api/project/project-settings.ts'
import type { DsnKey } from '../../../api/wire.ts'
import { Button } from '../../../components/form/button.tsx'
import { Field, FormError } from '../../../components/form/field.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
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
    mutationFn: (form: FormData) =>
      changeKey(dsnKey.id, { label: String(form.get('label')).trim(), ...limitsIn(form) }),
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
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change.mutate(new FormData(event.currentTarget))
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={`Edit “${dsnKey.label}”`}
      description="Changes apply within a second. Limits are meant for keys in web pages and apps, which anyone can read."
    >
      <form onSubmit={onSubmit} className="grid gap-4">
        {change.error && <FormError>{change.error.message}</FormError>}
        <Field
          label="Label"
          name="label"
          defaultValue={dsnKey.label}
          required
          maxLength={100}
          autoComplete="off"
        />
        <KeyLimitFields initial={dsnKey} error={change.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={change.isPending}>
            {change.isPending ? 'Saving…' : 'Save changes'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

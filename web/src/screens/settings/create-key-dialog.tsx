import type { UseMutationResult } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { DsnKey } from '../../api/wire.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, FormError } from '../../components/field.tsx'
import { DsnPanel } from '../project-setup/dsn-panel.tsx'

interface CreateKeyDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  create: UseMutationResult<DsnKey, Error, string>
}

/** Makes a key, then shows it with its secret: the only time anybody sees that. */
export function CreateKeyDialog({ open, onOpenChange, create }: CreateKeyDialogProps) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create.mutate(String(new FormData(event.currentTarget).get('label')).trim())
  }
  if (create.data) {
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={`Key “${create.data.label}” created`}
        description="Copy the secret now if you need it: it is not shown again."
      >
        <DsnPanel dsnKey={create.data} />
        <div className="mt-4 flex justify-end">
          <Button kind="primary" onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New DSN key">
      <form onSubmit={onSubmit} className="grid gap-4">
        {create.error && <FormError>{create.error.message}</FormError>}
        <Field
          label="Label"
          name="label"
          placeholder="production"
          required
          maxLength={100}
          autoComplete="off"
        />
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={create.isPending}>
            Create key
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

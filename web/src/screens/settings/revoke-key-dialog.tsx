import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { revokeKey } from '../../api/projects.ts'
import type { DsnKey } from '../../api/wire.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, FormError } from '../../components/field.tsx'
import { Ago } from '../../components/time.tsx'
import { showToast } from '../../components/toast.ts'

interface RevokeKeyDialogProps {
  /** The key to revoke; absent while nothing is asked. */
  dsnKey: DsnKey | undefined
  onClose: () => void
  onRevoked: () => void
}

/** Asks for the label to be typed: applications that still use the key lose their errors from then on. */
export function RevokeKeyDialog({ dsnKey, onClose, onRevoked }: RevokeKeyDialogProps) {
  const [typed, setTyped] = useState('')
  const close = () => {
    setTyped('')
    onClose()
  }
  const revoke = useMutation({
    mutationFn: (key: DsnKey) => revokeKey(key.id),
    onSuccess: (_, key) => {
      close()
      onRevoked()
      showToast({ kind: 'done', text: `Key “${key.label}” revoked` })
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (dsnKey) revoke.mutate(dsnKey)
  }
  return (
    <Dialog
      open={dsnKey !== undefined}
      onOpenChange={(open) => !open && close()}
      title={`Revoke “${dsnKey?.label ?? ''}”`}
      description={
        <>
          Events sent with this key are refused from now on. It can't be taken back.{' '}
          {dsnKey?.last_used_at && (
            <b className="font-semibold text-accent">
              Last used <Ago at={dsnKey.last_used_at} />.
            </b>
          )}
        </>
      }
    >
      <form onSubmit={onSubmit} className="grid gap-4">
        {revoke.error && <FormError>{revoke.error.message}</FormError>}
        <Field
          label={`Type ${dsnKey?.label ?? ''} to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" kind="danger" disabled={typed !== dsnKey?.label || revoke.isPending}>
            Revoke key
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { useMutation } from '@tanstack/react-query'
import { revokeKey } from '../../../api/project/project-settings.ts'
import type { DsnKey } from '../../../api/wire.ts'
import { Ago } from '../../../components/display/time.tsx'
import { ConfirmByTyping } from '../../../components/overlay/confirm-by-typing.tsx'
import { showToast } from '../../../components/overlay/toast.ts'

interface RevokeKeyDialogProps {
  dsnKey: DsnKey
  open: boolean
  onClose: () => void
  onRevoked: () => void
}

/** Asks for the label to be typed: applications that still use the key lose their errors from then on. */
export function RevokeKeyDialog({ dsnKey, open, onClose, onRevoked }: RevokeKeyDialogProps) {
  const revoke = useMutation({
    mutationFn: () => revokeKey(dsnKey.id),
    onSuccess: () => {
      onClose()
      onRevoked()
      showToast({ kind: 'done', text: `Key “${dsnKey.label}” revoked` })
    },
  })
  return (
    <ConfirmByTyping
      open={open}
      onClose={onClose}
      title={`Revoke “${dsnKey.label}”`}
      phrase={dsnKey.label}
      action="Revoke key"
      run={revoke}
      description={
        <>
          Events sent with this key are refused from then on. It can't be undone.{' '}
          {dsnKey.last_used_at === null ? (
            'The key has never been used.'
          ) : (
            <b className="font-semibold text-accent">
              It was last used <Ago at={dsnKey.last_used_at} />.
            </b>
          )}
        </>
      }
    />
  )
}

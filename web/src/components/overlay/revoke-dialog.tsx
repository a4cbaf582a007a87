import { useMutation } from '@tanstack/react-query'
import { Ago } from '../display/time.tsx'
import { ConfirmByTyping } from './confirm-by-typing.tsx'
import { showToast } from './toast.ts'

interface RevokeDialogProps {
  /** `key`, `token`. */
  what: string
  label: string
  /** The consequence of revoking. */
  effect: string
  lastUsedAt: string | null
  revoke: () => Promise<unknown>
  open: boolean
  onClose: () => void
  onRevoked: () => void
}

/** Asks for the label to be typed, because apps that still use the secret will be rejected. */
export function RevokeDialog(props: RevokeDialogProps) {
  const { what, label, effect, lastUsedAt, revoke, open, onClose, onRevoked } = props
  const run = useMutation({
    mutationFn: revoke,
    onSuccess: () => {
      onClose()
      onRevoked()
      showToast({ kind: 'done', text: `${what[0]?.toUpperCase()}${what.slice(1)} “${label}” revoked` })
    },
  })
  return (
    <ConfirmByTyping
      open={open}
      onClose={onClose}
      title={`Revoke “${label}”`}
      phrase={label}
      action={`Revoke ${what}`}
      run={run}
      description={
        <>
          {effect} This can't be undone.{' '}
          {lastUsedAt === null ? (
            `The ${what} has never been used.`
          ) : (
            <b className="font-semibold text-accent">
              It was last used <Ago at={lastUsedAt} />.
            </b>
          )}
        </>
      }
    />
  )
}

import { useMutation } from '@tanstack/react-query'
import { revokeToken } from '../../../api/account/tokens.ts'
import type { AgentToken } from '../../../api/wire.ts'
import { Ago } from '../../../components/display/time.tsx'
import { ConfirmByTyping } from '../../../components/overlay/confirm-by-typing.tsx'
import { showToast } from '../../../components/overlay/toast.ts'

interface RevokeTokenDialogProps {
  token: AgentToken
  open: boolean
  onClose: () => void
  onRevoked: () => void
}

/** Asks for the label to be typed: whatever still uses the token is refused from then on. */
export function RevokeTokenDialog({ token, open, onClose, onRevoked }: RevokeTokenDialogProps) {
  const revoke = useMutation({
    mutationFn: () => revokeToken(token.id),
    onSuccess: () => {
      onClose()
      onRevoked()
      showToast({ kind: 'done', text: `Token “${token.label}” revoked` })
    },
  })
  return (
    <ConfirmByTyping
      open={open}
      onClose={onClose}
      title={`Revoke “${token.label}”`}
      phrase={token.label}
      action="Revoke token"
      run={revoke}
      description={
        <>
          Requests with this token are refused from then on. It can't be undone.{' '}
          {token.last_used_at === null ? (
            'The token has never been used.'
          ) : (
            <b className="font-semibold text-accent">
              It was last used <Ago at={token.last_used_at} />.
            </b>
          )}
        </>
      }
    />
  )
}

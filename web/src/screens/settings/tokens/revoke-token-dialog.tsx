import { revokeToken } from '../../../api/account/tokens.ts'
import type { AgentToken } from '../../../api/wire.ts'
import { RevokeDialog } from '../../../components/overlay/revoke-dialog.tsx'

interface RevokeTokenDialogProps {
  token: AgentToken
  open: boolean
  onClose: () => void
  onRevoked: () => void
}

export function RevokeTokenDialog({ token, ...dialog }: RevokeTokenDialogProps) {
  return (
    <RevokeDialog
      {...dialog}
      what="token"
      label={token.label}
      effect="Requests with this token will be rejected."
      lastUsedAt={token.last_used_at}
      revoke={() => revokeToken(token.id)}
    />
  )
}

import { revokeKey } from '../../../api/project/project-settings.ts'
import type { DsnKey } from '../../../api/wire.ts'
import { RevokeDialog } from '../../../components/overlay/revoke-dialog.tsx'

interface RevokeKeyDialogProps {
  dsnKey: DsnKey
  open: boolean
  onClose: () => void
  onRevoked: () => void
}

/** Applications that still use the key lose their errors from then on. */
export function RevokeKeyDialog({ dsnKey, ...dialog }: RevokeKeyDialogProps) {
  return (
    <RevokeDialog
      {...dialog}
      what="key"
      label={dsnKey.label}
      effect="Apps using this key will stop reporting."
      lastUsedAt={dsnKey.last_used_at}
      revoke={() => revokeKey(dsnKey.id)}
    />
  )
}

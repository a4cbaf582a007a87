import { useMutation, useQueryClient } from '@tanstack/react-query'
import { rotateSecret, webhooksQuery } from '../../../api/project/webhooks.ts'
import { ConfirmDialog, FramedDialog } from '../../../components/overlay/framed-dialog.tsx'
import type { WebhookDialogProps } from './webhook-dialog.ts'
import { WebhookSecretPanel } from './webhook-secret.tsx'
import { hostOf } from './webhook-text.ts'

/** Replaces the signing secret, and shows the new one once. */
export function RotateSecretDialog({ webhook, open, onClose }: WebhookDialogProps) {
  const queryClient = useQueryClient()
  const rotate = useMutation({
    mutationFn: () => rotateSecret(webhook.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhooksQuery(webhook.project_id).queryKey }),
  })
  const close = () => {
    onClose()
    rotate.reset()
  }
  if (rotate.data) {
    return (
      <FramedDialog
        open={open}
        onClose={close}
        title="New signing secret"
        description="Copy it now: it is not shown again."
      >
        <WebhookSecretPanel secret={rotate.data.signing_secret} format={webhook.format} onDone={close} />
      </FramedDialog>
    )
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Rotate the signing secret?"
      description={`${hostOf(webhook.url)} has to be given the new secret: requests are signed with it at once, and the old one (${webhook.secret_prefix}…) no longer verifies.`}
      run={rotate}
      action="Rotate secret"
      busy="Rotating…"
    />
  )
}

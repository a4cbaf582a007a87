import { useMutation, useQueryClient } from '@tanstack/react-query'
import { rotateSecret, webhooksQuery } from '../../../api/project/webhooks.ts'
import type { Webhook } from '../../../api/wire.ts'
import { Button } from '../../../components/form/button.tsx'
import { FormError } from '../../../components/form/field.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { WebhookSecretPanel } from './webhook-secret.tsx'
import { hostOf } from './webhook-text.ts'

/** Replaces the signing secret, and shows the new one once. */
export function RotateSecretDialog({
  webhook,
  open,
  onClose,
}: {
  webhook: Webhook
  open: boolean
  onClose: () => void
}) {
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
      <Dialog
        open={open}
        onOpenChange={(next) => !next && close()}
        title="New signing secret"
        description="Copy it now: it is not shown again."
      >
        <WebhookSecretPanel secret={rotate.data.signing_secret} format={webhook.format} onDone={close} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Rotate the signing secret?"
      description={`${hostOf(webhook.url)} has to be given the new secret: requests are signed with it at once, and the old one (${webhook.secret_prefix}…) no longer verifies.`}
    >
      {rotate.error && <FormError>{rotate.error.message}</FormError>}
      <div className="mt-2 flex justify-end gap-2">
        <Button onClick={close}>Cancel</Button>
        <Button kind="danger" disabled={rotate.isPending} onClick={() => rotate.mutate()}>
          {rotate.isPending ? 'Rotating…' : 'Rotate secret'}
        </Button>
      </div>
    </Dialog>
  )
}

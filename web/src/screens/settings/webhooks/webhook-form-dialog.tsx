import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeWebhook, createWebhook, webhooksQuery } from '../../../api/project/webhooks.ts'
import type { Webhook } from '../../../api/wire.ts'
import { sendChanges } from '../../../components/form/changed-fields.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { FramedDialog } from '../../../components/overlay/framed-dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { NEW_WEBHOOK, WebhookFields, webhookIn } from './webhook-fields.tsx'
import { WebhookSecretPanel } from './webhook-secret.tsx'
import { hostOf } from './webhook-text.ts'

interface WebhookDialogProps {
  open: boolean
  onClose: () => void
}

/** Makes a webhook, then shows its secret if the receiver can use one. */
export function CreateWebhookDialog({
  projectId,
  open,
  onClose,
}: WebhookDialogProps & { projectId: string }) {
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: async (form: FormData) => {
      const webhook = webhookIn(form)
      return { ...(await createWebhook({ project_id: projectId, ...webhook })), format: webhook.format }
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhooksQuery(projectId).queryKey }),
  })
  const close = () => {
    onClose()
    create.reset()
  }
  if (create.data) {
    return (
      <FramedDialog
        open={open}
        onClose={close}
        title="Webhook created"
        description="Copy the signing secret now: it is not shown again."
      >
        <WebhookSecretPanel secret={create.data.signing_secret} format={create.data.format} onDone={close} />
      </FramedDialog>
    )
  }
  return (
    <FormDialog
      side
      open={open}
      onClose={close}
      title="New webhook"
      run={create}
      error={undefined}
      onSubmit={create.mutate}
      action="Create webhook"
      busy="Saving…"
    >
      <WebhookFields initial={NEW_WEBHOOK} error={create.error} />
    </FormDialog>
  )
}

export function EditWebhookDialog({ webhook, open, onClose }: WebhookDialogProps & { webhook: Webhook }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (form: FormData) =>
      sendChanges(webhook, webhookIn(form), (change) => changeWebhook(webhook.id, change)),
    onSuccess: async ({ url }) => {
      onClose()
      showToast({ kind: 'done', text: `Webhook to ${hostOf(url)} saved` })
      await queryClient.invalidateQueries({ queryKey: webhooksQuery(webhook.project_id).queryKey })
    },
  })
  const close = () => {
    onClose()
    change.reset()
  }
  return (
    <FormDialog
      side
      open={open}
      onClose={close}
      title="Edit webhook"
      description="The signing secret stays the same. Pending retries go to the new URL."
      run={change}
      error={undefined}
      onSubmit={change.mutate}
      action="Save changes"
      busy="Saving…"
    >
      <WebhookFields initial={webhook} error={change.error} />
    </FormDialog>
  )
}

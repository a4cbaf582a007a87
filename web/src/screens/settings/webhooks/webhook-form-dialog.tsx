import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { changeWebhook, createWebhook, webhooksQuery } from '../../../api/project/webhooks.ts'
import type { Webhook } from '../../../api/wire.ts'
import { Button } from '../../../components/form/button.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
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
      <Dialog
        open={open}
        onOpenChange={(next) => !next && close()}
        title="Webhook created"
        description="Copy the signing secret now: it is not shown again."
      >
        <WebhookSecretPanel secret={create.data.signing_secret} format={create.data.format} onDone={close} />
      </Dialog>
    )
  }
  return (
    <Dialog side open={open} onOpenChange={(next) => !next && close()} title="New webhook">
      <Form onSubmit={create.mutate} onCancel={close} action="Create webhook" pending={create.isPending}>
        <WebhookFields initial={NEW_WEBHOOK} error={create.error} />
      </Form>
    </Dialog>
  )
}

export function EditWebhookDialog({ webhook, open, onClose }: WebhookDialogProps & { webhook: Webhook }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (form: FormData) => changeWebhook(webhook.id, webhookIn(form)),
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
    <Dialog
      side
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Edit webhook"
      description="The signing secret stays. Deliveries that are being retried go to the new URL."
    >
      <Form onSubmit={change.mutate} onCancel={close} action="Save changes" pending={change.isPending}>
        <WebhookFields initial={webhook} error={change.error} />
      </Form>
    </Dialog>
  )
}

interface FormProps {
  onSubmit: (form: FormData) => void
  onCancel: () => void
  action: string
  pending: boolean
  children: ReactNode
}

function Form({ onSubmit, onCancel, action, pending, children }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {children}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={pending}>
          {pending ? 'Saving…' : action}
        </Button>
      </div>
    </form>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteWebhook, webhooksQuery } from '../../../api/project/webhooks.ts'
import { ConfirmByTyping } from '../../../components/overlay/confirm-by-typing.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import type { WebhookDialogProps } from './webhook-dialog.ts'
import { hostOf } from './webhook-text.ts'

export function DeleteWebhookDialog({ webhook, open, onClose }: WebhookDialogProps) {
  const queryClient = useQueryClient()
  const host = hostOf(webhook.url)
  const remove = useMutation({
    mutationFn: () => deleteWebhook(webhook.id),
    onSuccess: async () => {
      onClose()
      showToast({ kind: 'done', text: `Webhook to ${host} deleted` })
      await queryClient.invalidateQueries({ queryKey: webhooksQuery(webhook.project_id).queryKey })
    },
  })
  return (
    <ConfirmByTyping
      open={open}
      onClose={onClose}
      title="Delete webhook"
      description="Nothing more is sent, and the delivery log is deleted. This can't be undone. To stop deliveries for a while, pause it instead."
      phrase={host}
      action="Delete webhook"
      run={remove}
    />
  )
}

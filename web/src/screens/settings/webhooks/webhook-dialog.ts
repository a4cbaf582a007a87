import type { Webhook } from '../../../api/wire.ts'

/** What is opened about a webhook; it stays while it closes. */
export interface WebhookDialog {
  kind: 'deliveries' | 'edit' | 'rotate' | 'delete'
  webhook: Webhook
  /** The delivery that is opened in the log. */
  deliveryId?: string
}

export interface WebhookDialogProps {
  webhook: Webhook
  open: boolean
  onClose: () => void
}

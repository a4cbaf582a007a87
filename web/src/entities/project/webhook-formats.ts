import type { WebhookFormat } from '../../api/wire.ts'

/** Names of webhook formats, as on screen. */
export const FORMAT_LABELS: Record<WebhookFormat, string> = {
  generic: 'JSON',
  chat_a: 'Slack',
  chat_b: 'Discord',
  adaptive_card: 'Microsoft Teams',
}

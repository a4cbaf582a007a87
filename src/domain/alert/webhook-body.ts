import type { WebhookFormat } from '#contract/vocabulary.ts'
import { adaptiveCardBody } from './webhook-adaptive-card.ts'
import { chatABody } from './webhook-chat-a.ts'
import { chatBBody } from './webhook-chat-b.ts'
import type { WebhookMessage } from './webhook-message.ts'

/** The body of a request, JSON, in the format of its receiver. The same message gives the same bytes. */
export function webhookBody(format: WebhookFormat, message: WebhookMessage): string {
  if (format === 'chat_a') return JSON.stringify(chatABody(message))
  if (format === 'chat_b') return JSON.stringify(chatBBody(message))
  if (format === 'adaptive_card') return JSON.stringify(adaptiveCardBody(message))
  return JSON.stringify(message)
}

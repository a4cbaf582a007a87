import type { WebhookFormat } from '#contract/vocabulary.ts'
import { adaptiveCardBody } from './webhook-adaptive-card.ts'
import { chatABody } from './webhook-chat-a.ts'
import { chatBBody } from './webhook-chat-b.ts'
import type { WebhookMessage } from './webhook-message.ts'

const BODIES: Record<WebhookFormat, (message: WebhookMessage) => object> = {
  generic: (message) => message,
  chat_a: chatABody,
  chat_b: chatBBody,
  adaptive_card: adaptiveCardBody,
}

/** The body of a request, JSON, in the format of its receiver. The same message gives the same bytes. */
export function webhookBody(format: WebhookFormat, message: WebhookMessage): string {
  return JSON.stringify(BODIES[format](message))
}

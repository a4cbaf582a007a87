import type { WebhookFormat } from '#contract/vocabulary.ts'
import { chatABody } from './webhook-chat-a.ts'
import { chatBBody } from './webhook-chat-b.ts'
import { chatCBody } from './webhook-chat-c.ts'
import type { WebhookMessage } from './webhook-message.ts'

/** The body of a request, JSON, in the format of its receiver. The same message gives the same bytes. */
export function webhookBody(format: WebhookFormat, message: WebhookMessage): string {
  if (format === 'chat_a') return JSON.stringify(chatABody(message))
  if (format === 'chat_b') return JSON.stringify(chatBBody(message))
  if (format === 'chat_c') return JSON.stringify(chatCBody(message))
  return JSON.stringify(message)
}

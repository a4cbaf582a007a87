import type { Generated } from 'kysely'
import type { DeliveryEvent, Webhook } from '#contract/alert/webhook.ts'
import type { DeliveryStatus, WebhookFormat } from '#contract/vocabulary.ts'

export interface WebhookTable {
  id: Generated<number>
  uid: string
  org_id: number
  project_id: number
  url: string
  format: WebhookFormat
  events: string
  enabled: number
  secret: string
  secret_prefix: string
  failing_since: number | null
  disabled_reason: Webhook['disabled_reason']
  created_at: number
}

export interface WebhookDeliveryTable {
  id: Generated<number>
  uid: string
  org_id: number
  webhook_id: number
  issue_id: number | null
  event: DeliveryEvent
  facts: string
  url: Generated<string | null>
  body: Generated<string | null>
  status: DeliveryStatus
  gathers: Generated<number>
  tries: Generated<number>
  next_attempt_at: number | null
  occurred_at: number
  created_at: number
}

export interface WebhookAttemptTable {
  id: Generated<number>
  org_id: number
  delivery_id: number
  at: number
  duration_ms: number
  status: number | null
  error: string | null
  answer: string | null
}

import type { DeliveryEvent } from '#contract/alert/webhook.ts'
import type { JsonObject } from '#contract/scalars.ts'

export interface WebhookMessage {
  event: DeliveryEvent
  delivery_id: string
  occurred_at: string
  org_id: string
  project_id: string
  project_name: string
  /** Null in a test, like everything about an issue. */
  issue_id: string | null
  title: string
  status: string | null
  level: string | null
  environment: string | null
  release: string | null
  event_count: number | null
  unique_user_count: number | null
  first_seen_at: string | null
  url: string
  context_url: string | null
  rule: { id: string; name: string } | null
  details: JsonObject
}

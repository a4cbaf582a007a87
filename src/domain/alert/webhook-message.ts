import type { DeliveryEvent } from '#contract/alert/webhook.ts'
import type { JsonObject } from '#contract/scalars.ts'

/** What a delivery tells, in full. Its field names are those of the generic body. */
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
  /** Null where it is not known. */
  first_seen_at: string | null
  /** Where people look at it. */
  url: string
  /** Where agents get its context. */
  context_url: string | null
  rule: { id: string; name: string } | null
  details: JsonObject
}

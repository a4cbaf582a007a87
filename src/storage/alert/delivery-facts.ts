import type { JsonObject } from '#contract/scalars.ts'
import { jsonObjectOf } from '#domain/json/json.ts'

export interface FiredRule {
  id: string
  name: string
}

export interface DeliveryFacts {
  project_id: string
  project_name: string
  issue: IssueFacts | null
  rule: FiredRule | null
  details: JsonObject
}

export interface IssueFacts {
  id: string
  title: string
  status: string
  level: string
  environment: string
  release: string
  event_count: number
  unique_user_count: number
  /** Absent in rows of earlier versions. */
  first_seen_at?: number
}

/** As stored with a delivery; null: damaged. */
export function readDeliveryFacts(text: string): DeliveryFacts | null {
  const facts = jsonObjectOf(text)
  return typeof facts?.project_id === 'string' ? (facts as unknown as DeliveryFacts) : null
}

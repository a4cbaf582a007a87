import type { Delivery, DeliveryAttempt, Webhook } from '#contract/alert/webhook.ts'
import { isoTime, isoTimeOrNull } from '#contract/time.ts'
import { readDeliveryFacts } from '#storage/alert/delivery-facts.ts'
import {
  type AttemptRow,
  type DeliveryRow,
  lastDeliveries,
  listAttempts,
} from '#storage/alert/delivery-log.ts'
import { eventsOf, type WebhookRow } from '#storage/alert/webhook.ts'
import type { OrgScope } from '#storage/engine/scope.ts'

export async function viewWebhooks(scope: OrgScope, rows: readonly WebhookRow[]): Promise<Webhook[]> {
  const last = await lastDeliveries(
    scope,
    rows.map(({ id }) => id),
  )
  const attempts = await listAttempts(
    scope,
    last.map(({ id }) => id),
  )
  const shown = new Map(viewDeliveries(last, attempts).map((delivery) => [delivery.webhook_id, delivery]))
  return rows.map((row) => viewWebhook(row, shown.get(row.uid)))
}

/** Where it leads, and nothing else: some services let anyone post who knows the rest. */
export function hiddenUrl(url: string): string {
  return `${new URL(url).origin}/…`
}

function viewWebhook(row: WebhookRow, last: Delivery | undefined): Webhook {
  return {
    id: row.uid,
    project_id: row.project_uid,
    url: row.url,
    format: row.format,
    events: eventsOf(row),
    enabled: row.enabled === 1,
    disabled_reason: row.disabled_reason,
    failing_since: isoTimeOrNull(row.failing_since),
    secret_prefix: row.secret_prefix,
    created_at: isoTime(row.created_at),
    last_delivery: last ? lastOf(last) : null,
  }
}

function lastOf({
  id,
  event,
  status,
  occurred_at,
  attempt_count,
  attempts,
}: Delivery): Webhook['last_delivery'] {
  const { response, ...attempt } = attempts.at(-1) ?? { response: null }
  const last_attempt = 'attempted_at' in attempt ? attempt : null
  return { id, event, status, occurred_at, attempt_count, last_attempt }
}

export function viewDeliveries(rows: readonly DeliveryRow[], attempts: readonly AttemptRow[]): Delivery[] {
  const ofDelivery = Map.groupBy(attempts, (attempt) => attempt.delivery_id)
  return rows.map((row) => viewDelivery(row, ofDelivery.get(row.id) ?? []))
}

function viewDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]): Delivery {
  return {
    id: row.uid,
    webhook_id: row.webhook_uid,
    event: row.event,
    status: row.status,
    issue_id: readDeliveryFacts(row.facts)?.issue?.id ?? null,
    occurred_at: isoTime(row.occurred_at),
    attempt_count: attempts.length,
    next_attempt_at: isoTimeOrNull(row.next_attempt_at),
    request: row.url === null || row.body === null ? null : { url: row.url, body: row.body },
    attempts: attempts.map(viewAttempt),
  }
}

function viewAttempt({ at, status, error, answer, duration_ms }: AttemptRow): DeliveryAttempt {
  return { attempted_at: isoTime(at), status, error, response: answer, duration_ms }
}

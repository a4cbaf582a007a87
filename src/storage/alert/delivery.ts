import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { DeliveryEvent } from '#contract/alert/webhook.ts'
import type { DeliveryStatus } from '#contract/vocabulary.ts'
import type { OrgKey, OrgScope, Queries } from '../engine/scope.ts'
import { type DeliveryFacts, readDeliveryFacts } from './delivery-facts.ts'

/** Of one delivery: more than two times nine. */
const ATTEMPTS_KEPT = 20

export interface WaitingWebhook extends OrgKey {
  webhookId: number
  /** When its first pending delivery is due, epoch ms. */
  dueAt: number
}

export type WaitingPlace = Pick<WaitingWebhook, 'orgId' | 'webhookId'>

/** Webhooks with pending deliveries, by key; one index step each. For the service, across organizations. */
export async function listWaiting(
  db: Queries,
  after: WaitingPlace,
  limit: number,
): Promise<WaitingWebhook[]> {
  const { rows } = await sql<WaitingWebhook>`
    WITH RECURSIVE waiting (n, org_id, webhook_id, due_at) AS (
      SELECT 0, CAST(${after.orgId} AS BIGINT), CAST(${after.webhookId} AS BIGINT), CAST(0 AS BIGINT)
      UNION ALL
      SELECT waiting.n + 1, d.org_id, d.webhook_id, d.next_attempt_at
      FROM waiting JOIN webhook_delivery AS d ON d.id = coalesce(
        (SELECT id FROM webhook_delivery AS of_org
         WHERE next_attempt_at IS NOT NULL
           AND of_org.org_id = waiting.org_id AND of_org.webhook_id > waiting.webhook_id
         ORDER BY of_org.webhook_id, of_org.next_attempt_at LIMIT 1),
        (SELECT id FROM webhook_delivery AS of_others
         WHERE next_attempt_at IS NOT NULL AND of_others.org_id > waiting.org_id
         ORDER BY of_others.org_id, of_others.webhook_id, of_others.next_attempt_at LIMIT 1))
      WHERE waiting.n < ${limit})
    SELECT waiting.org_id AS "orgId", org.uid AS "orgUid", webhook_id AS "webhookId", due_at AS "dueAt"
    FROM waiting JOIN org ON org.id = waiting.org_id
    WHERE waiting.n > 0
    ORDER BY 1, 3`.execute(db)
  return rows
}

export interface ClaimedDelivery {
  id: number
  uid: string
  event: DeliveryEvent
  /** Null: damaged. */
  facts: DeliveryFacts | null
  tries: number
  occurredAt: number
  claimedUntil: number
}

/** Takes due deliveries of a webhook (row key), at most `limit`; no other node has them until `claimUntil` (epoch ms). */
export async function claimDue(
  scope: OrgScope,
  webhookId: number,
  { now, claimUntil, limit }: { now: number; claimUntil: number; limit: number },
): Promise<ClaimedDelivery[]> {
  const rows = await scope.db
    .updateTable('webhook_delivery')
    .set({ next_attempt_at: claimUntil, gathers: 0 })
    .where('org_id', '=', scope.orgId)
    .where('next_attempt_at', '<=', now)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_delivery as due')
        .select('due.id')
        .where('due.org_id', '=', scope.orgId)
        .where('due.webhook_id', '=', webhookId)
        .where('due.next_attempt_at', '<=', now)
        .orderBy('due.next_attempt_at')
        .orderBy('due.id')
        .limit(limit),
    )
    .returning(['id', 'uid', 'event', 'facts', 'tries', 'occurred_at as occurredAt'])
    .execute()
  return rows
    .sort((a, b) => a.id - b.id)
    .map(({ facts, ...row }) => ({
      ...row,
      facts: readDeliveryFacts(facts),
      claimedUntil: claimUntil,
    }))
}

export interface DeliveryOutcome {
  status: Exclude<DeliveryStatus, 'canceled'>
  /** Epoch ms; null unless it is pending. */
  nextAttemptAt: number | null
  request: { url: string; body: string }
  attempt: {
    at: number
    durationMs: number
    /** Of the answer; null if there was none. */
    status: number | null
    error: string | null
    answer: string | null
  }
}

/** Records a try, in a transaction; false if the claim is lost (deleted, canceled, or another node's). */
export async function recordAttempt(
  scope: OrgScope,
  { id, tries, claimedUntil }: ClaimedDelivery,
  { status, nextAttemptAt, request, attempt }: DeliveryOutcome,
): Promise<boolean> {
  const row = await scope.db
    .updateTable('webhook_delivery')
    .set({ ...request, status, tries: tries + 1, next_attempt_at: nextAttemptAt })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .where('next_attempt_at', '=', claimedUntil)
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  const { at, durationMs, ...answer } = attempt
  await scope.db
    .insertInto('webhook_attempt')
    .values({ org_id: scope.orgId, delivery_id: id, at, duration_ms: durationMs, ...answer })
    .execute()
  await dropOldAttempts(scope, id)
  return true
}

/** Someone may send a delivery again as often as they like. */
async function dropOldAttempts(scope: OrgScope, deliveryId: number): Promise<void> {
  await scope.db
    .deleteFrom('webhook_attempt')
    .where('org_id', '=', scope.orgId)
    .where('delivery_id', '=', deliveryId)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('webhook_attempt as newer')
        .select('newer.id')
        .where('newer.org_id', '=', scope.orgId)
        .where('newer.delivery_id', '=', deliveryId)
        .orderBy('newer.id', 'desc')
        .limit(1)
        .offset(ATTEMPTS_KEPT),
    )
    .execute()
}

/** A webhook's (row key) tests that are not delivered yet, at most `limit`. */
export async function countPendingTests(scope: OrgScope, webhookId: number, limit: number): Promise<number> {
  const rows = await scope.db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', 'is not', null)
    .where('event', '=', 'test')
    .limit(limit)
    .execute()
  return rows.length
}

/** Queues a delivery that is about no issue. @returns its public id. */
export async function insertDelivery(
  scope: OrgScope,
  webhookId: number,
  { event, facts, now }: { event: DeliveryEvent; facts: DeliveryFacts; now: number },
): Promise<string> {
  const uid = randomUUID()
  await scope.db
    .insertInto('webhook_delivery')
    .values({
      uid,
      org_id: scope.orgId,
      webhook_id: webhookId,
      issue_id: null,
      event,
      facts: JSON.stringify(facts),
      status: 'pending',
      next_attempt_at: now,
      occurred_at: now,
      created_at: now,
    })
    .execute()
  return uid
}

/** Deliveries of a webhook (row key) that wait past `after` are due at `now`, both epoch ms. */
export async function endFarWaits(
  scope: OrgScope,
  webhookId: number,
  { after, now }: { after: number; now: number },
): Promise<void> {
  await scope.db
    .updateTable('webhook_delivery')
    .set({ next_attempt_at: now })
    .where('org_id', '=', scope.orgId)
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', '>', after)
    .execute()
}

/** Queues a delivery (row key) again, with all its tries before it. */
export async function requeueDelivery(scope: OrgScope, id: number, now: number): Promise<void> {
  await scope.db
    .updateTable('webhook_delivery')
    .set({ status: 'pending', tries: 0, next_attempt_at: now })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .execute()
}

export async function cancelPending(scope: OrgScope, webhookId: number): Promise<void> {
  await scope.db
    .updateTable('webhook_delivery')
    .set({ status: 'canceled', next_attempt_at: null, gathers: 0 })
    .where('org_id', '=', scope.orgId)
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', 'is not', null)
    .execute()
}

import type { Selectable } from 'kysely'
import type { DeliveryStatus } from '#contract/vocabulary.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { WebhookAttemptTable, WebhookDeliveryTable } from '../schema/webhook.ts'

/** A delivery as it is stored, with the public id of its webhook; `tries` counts from its last queueing. */
export type DeliveryRow = Selectable<WebhookDeliveryTable> & { webhook_uid: string }
export type AttemptRow = Selectable<WebhookAttemptTable>

/** Deliveries of a webhook (row key), newest first, at most `limit`, older than a row key. */
export async function listDeliveries(
  scope: OrgScope,
  webhookId: number,
  {
    status,
    before,
    limit,
  }: { status: DeliveryStatus | undefined; before: number | undefined; limit: number },
): Promise<DeliveryRow[]> {
  let query = deliveryRows(scope).where('webhook_delivery.webhook_id', '=', webhookId)
  if (status !== undefined) query = query.where('webhook_delivery.status', '=', status)
  if (before !== undefined) query = query.where('webhook_delivery.id', '<', before)
  return query.orderBy('webhook_delivery.id', 'desc').limit(limit).execute()
}

export async function findDelivery(scope: OrgScope, uid: string): Promise<DeliveryRow | undefined> {
  return deliveryRows(scope).where('webhook_delivery.uid', '=', uid).executeTakeFirst()
}

export async function lastDeliveries(scope: OrgScope, webhookIds: readonly number[]): Promise<DeliveryRow[]> {
  if (webhookIds.length === 0) return []
  return deliveryRows(scope)
    .where('webhook_delivery.id', 'in', (eb) =>
      eb
        .selectFrom('webhook as asked')
        .select((asked) =>
          asked
            .selectFrom('webhook_delivery as newest')
            .select((newest) => newest.fn.max('newest.id').as('id'))
            .whereRef('newest.org_id', '=', 'asked.org_id')
            .whereRef('newest.webhook_id', '=', 'asked.id')
            .as('id'),
        )
        .where('asked.org_id', '=', scope.orgId)
        .where('asked.id', 'in', webhookIds),
    )
    .execute()
}

/** The tries of deliveries (row keys), oldest first. */
export async function listAttempts(scope: OrgScope, deliveryIds: readonly number[]): Promise<AttemptRow[]> {
  if (deliveryIds.length === 0) return []
  return scope.db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('org_id', '=', scope.orgId)
    .where('delivery_id', 'in', deliveryIds)
    .orderBy('id')
    .execute()
}

export interface KeptDeliveries {
  finished: number
  /** Older ones go. */
  since: number
}

/** Deletes finished deliveries that are not kept, at most `limit`. @returns how many. */
export async function deleteFinished(
  scope: OrgScope,
  webhookId: number,
  { finished, since, limit }: KeptDeliveries & { limit: number },
): Promise<number> {
  const all = scope.db
    .selectFrom('webhook_delivery')
    .select(['id', 'created_at'])
    .where('org_id', '=', scope.orgId)
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', 'is', null)
  const surplus = await all.orderBy('id', 'desc').offset(finished).limit(1).executeTakeFirst()
  const oldest = await all.orderBy('id').limit(limit).execute()
  const gone = oldest.filter((row) => row.created_at < since || row.id <= (surplus?.id ?? 0))
  return deleteByKey(
    scope,
    gone.map(({ id }) => id),
  )
}

/** Deletes deliveries of a webhook, finished or not, at most `limit`. @returns how many. */
export async function deleteSome(scope: OrgScope, webhookId: number, limit: number): Promise<number> {
  const rows = await scope.db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('webhook_id', '=', webhookId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return deleteByKey(
    scope,
    rows.map(({ id }) => id),
  )
}

async function deleteByKey(scope: OrgScope, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0
  await scope.db
    .deleteFrom('webhook_delivery')
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', ids)
    .execute()
  return ids.length
}

function deliveryRows(scope: OrgScope) {
  return scope.db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', (join) =>
      join
        .onRef('webhook.org_id', '=', 'webhook_delivery.org_id')
        .onRef('webhook.id', '=', 'webhook_delivery.webhook_id'),
    )
    .innerJoin('project', (join) =>
      join
        .onRef('project.org_id', '=', 'webhook.org_id')
        .onRef('project.id', '=', 'webhook.project_id')
        .on('project.deleted_at', 'is', null),
    )
    .selectAll('webhook_delivery')
    .select('webhook.uid as webhook_uid')
    .where('webhook_delivery.org_id', '=', scope.orgId)
}

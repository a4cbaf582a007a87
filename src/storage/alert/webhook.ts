import type { Selectable, Updateable } from 'kysely'
import type { AlertDetails } from '#contract/alert/alert.ts'
import type { WebhookEvent, WebhookFormat } from '#contract/vocabulary.ts'
import type { After } from '#platform/background.ts'
import { countRows } from '../engine/count-rows.ts'
import type { OrgKey, OrgScope, Queries } from '../engine/scope.ts'
import type { WebhookTable } from '../schema/webhook.ts'

export type WebhookRow = Selectable<WebhookTable> & { project_uid: string; project_name: string }

export interface NewWebhookRow {
  uid: string
  projectId: number
  url: string
  format: WebhookFormat
  events: readonly WebhookEvent[]
  secret: string
  secretPrefix: string
  createdAt: number
}

export type WebhookChange = Pick<
  Updateable<WebhookTable>,
  'url' | 'format' | 'events' | 'enabled' | 'secret' | 'secret_prefix' | 'failing_since' | 'disabled_reason'
>

export function eventsOf({ events }: Pick<WebhookRow, 'events'>): WebhookEvent[] {
  return events.split(' ') as WebhookEvent[]
}

export function eventList(events: readonly WebhookEvent[]): string {
  return events.join(' ')
}

export async function insertWebhook(scope: OrgScope, webhook: NewWebhookRow): Promise<void> {
  await scope.db
    .insertInto('webhook')
    .values({
      uid: webhook.uid,
      org_id: scope.orgId,
      project_id: webhook.projectId,
      url: webhook.url,
      format: webhook.format,
      events: eventList(webhook.events),
      enabled: 1,
      secret: webhook.secret,
      secret_prefix: webhook.secretPrefix,
      failing_since: null,
      disabled_reason: null,
      created_at: webhook.createdAt,
    })
    .execute()
}

export function countWebhooks(scope: OrgScope, projectId: number): Promise<number> {
  const webhooks = scope.db.selectFrom('webhook').select('id').where('org_id', '=', scope.orgId)
  return countRows(scope, webhooks.where('project_id', '=', projectId))
}

/** The webhooks of a project (row key), or (null) of all, oldest first. */
export async function listWebhooks(scope: OrgScope, projectId: number | null): Promise<WebhookRow[]> {
  let query = webhookRows(scope)
  if (projectId !== null) query = query.where('webhook.project_id', '=', projectId)
  return query.orderBy('webhook.id').execute()
}

export async function findWebhook(scope: OrgScope, uid: string): Promise<WebhookRow | undefined> {
  return webhookRows(scope).where('webhook.uid', '=', uid).executeTakeFirst()
}

export async function lockWebhook(scope: OrgScope, uid: string): Promise<WebhookRow | undefined> {
  return webhookRows(scope).where('webhook.uid', '=', uid).forUpdate('webhook').executeTakeFirst()
}

/** The webhook with this row key, or undefined when it is gone, or its project is. */
export async function findWebhookByKey(scope: OrgScope, id: number): Promise<WebhookRow | undefined> {
  return webhookRows(scope).where('webhook.id', '=', id).executeTakeFirst()
}

export async function updateWebhook(scope: OrgScope, id: number, change: WebhookChange): Promise<void> {
  await scope.db
    .updateTable('webhook')
    .set(change)
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a webhook (row key) with the deliveries it still has. */
export async function deleteWebhook(scope: OrgScope, id: number): Promise<void> {
  await scope.db.deleteFrom('webhook').where('org_id', '=', scope.orgId).where('id', '=', id).execute()
}

export async function noteSuccess(scope: OrgScope, id: number): Promise<void> {
  await scope.db
    .updateTable('webhook')
    .set({ failing_since: null })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .execute()
}

/** Notes that a delivery to a webhook (row key) failed. @returns since when all of them have, epoch ms. */
export async function noteFailure(scope: OrgScope, id: number, now: number): Promise<number | null> {
  const row = await scope.db
    .updateTable('webhook')
    // One of a clock that was ahead would never be over.
    .set((eb) => ({
      failing_since: eb
        .case()
        .when('failing_since', '<=', now)
        .then(eb.ref('failing_since'))
        .else(eb.val(now))
        .end(),
    }))
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .returning('failing_since')
    .executeTakeFirst()
  return row?.failing_since ?? null
}

/** Disables a webhook (row key) that nobody asked to disable. @returns false if it was disabled already. */
export async function disableWebhook(
  scope: OrgScope,
  id: number,
  reason: AlertDetails<'webhook_disabled'>['reason'],
): Promise<boolean> {
  const row = await scope.db
    .updateTable('webhook')
    .set({ enabled: 0, disabled_reason: reason })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .where('enabled', '=', 1)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface WebhookKey extends OrgKey {
  webhookId: number
}

/** Every webhook after a row key, at most `limit`. Runs for the service itself, across organizations. */
export async function listWebhookKeys(
  db: Queries,
  { last, limit }: After<WebhookKey>,
): Promise<WebhookKey[]> {
  return db
    .selectFrom('webhook')
    .innerJoin('org', 'org.id', 'webhook.org_id')
    .select(['org.id as orgId', 'org.uid as orgUid', 'webhook.id as webhookId'])
    .where('webhook.id', '>', last?.webhookId ?? 0)
    .orderBy('webhook.id')
    .limit(limit)
    .execute()
}

function webhookRows(scope: OrgScope) {
  return scope.db
    .selectFrom('webhook')
    .innerJoin('project', (join) =>
      join
        .onRef('project.org_id', '=', 'webhook.org_id')
        .onRef('project.id', '=', 'webhook.project_id')
        .on('project.deleted_at', 'is', null),
    )
    .selectAll('webhook')
    .select(['project.uid as project_uid', 'project.name as project_name'])
    .where('webhook.org_id', '=', scope.orgId)
}

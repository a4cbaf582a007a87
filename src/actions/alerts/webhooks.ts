import { randomUUID } from 'node:crypto'
import type {
  NewWebhook,
  Webhook,
  WebhookList,
  WebhookPatch,
  WebhookSecret,
} from '#contract/alert/webhook.ts'
import { invalidField, ServiceError } from '#contract/errors.ts'
import type { JsonObject } from '#contract/scalars.ts'
import type { InstallationKey } from '#platform/installation-key.ts'
import { type OutboundGuard, RefusedTargetError } from '#platform/outbound/target.ts'
import type { AuditTarget } from '#storage/account/audit-entry.ts'
import { cancelPending } from '#storage/alert/delivery.ts'
import { deleteSome } from '#storage/alert/delivery-log.ts'
import {
  eventList,
  eventsOf,
  findWebhook,
  insertWebhook,
  listWebhooks as listWebhookRows,
  lockWebhook,
  deleteWebhook as removeWebhook,
  updateWebhook,
  type WebhookChange,
  type WebhookRow,
} from '#storage/alert/webhook.ts'
import { type Acting, recordAct, recordChange } from '../accounts/acting.ts'
import { changedFields } from '../accounts/changed-fields.ts'
import { writeAsMember } from '../accounts/write-as-member.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { projectKey } from '../projects/project-key.ts'
import { requireLockedProject } from '../projects/require-project.ts'
import { requireRoom, requireRoomInProject } from '../require-room.ts'
import { hiddenUrl, viewWebhooks } from './delivery-view.ts'
import { newWebhookSecret } from './webhook-secret.ts'

export interface WebhookDeps extends ActionDeps {
  key: InstallationKey
  outbound: OutboundGuard
}

/** Time limit for resolving the URL's name before the webhook is saved. */
const URL_CHECK_MS = 3_000
const DELIVERIES_PER_STEP = 500

/** The webhooks of the organization, or of one project (public id). @param showsUrl false: only its origin.
 * @throws not_found */
export async function listWebhooks(
  deps: ActionDeps,
  org: Org,
  { projectUid, showsUrl }: { projectUid: string | undefined; showsUrl: boolean },
): Promise<WebhookList> {
  return deps.database.snapshotOf(org, async (scope) => {
    const rows = await listWebhookRows(scope, await projectKey(scope, projectUid))
    const webhooks = await viewWebhooks(scope, rows)
    return { webhooks: showsUrl ? webhooks : webhooks.map((row) => ({ ...row, url: hiddenUrl(row.url) })) }
  })
}

/** Besides a rotation the only answer with the secret. @throws invalid_request, not_found, conflict */
export async function createWebhook(deps: WebhookDeps, by: Acting, body: NewWebhook): Promise<WebhookSecret> {
  const url = await checkedUrl(deps, body.url)
  const uid = randomUUID()
  const { secret, sealed, prefix } = newWebhookSecret(deps.key, uid)
  const { format, events } = body
  await writeAsMember(deps, by, async (scope) => {
    const project = await requireLockedProject(scope, body.project_id)
    await requireRoomInProject(scope, project.id, 'webhooks')
    await requireRoom(scope, 'webhooks')
    const createdAt = deps.clock()
    const created = { uid, projectId: project.id, url, format, events, createdAt }
    await insertWebhook(scope, { ...created, secret: sealed, secretPrefix: prefix })
    await recordAct(scope, by, {
      at: createdAt,
      action: 'webhook.created',
      target: targetOf({ uid, url }),
      details: { project_id: project.uid, project: project.name, format, events },
    })
  })
  return { id: uid, signing_secret: secret, secret_prefix: prefix }
}

/** A disabled webhook forgets what is pending. @throws invalid_request, not_found */
export async function changeWebhook(
  deps: WebhookDeps,
  by: Acting,
  { id, patch }: { id: string; patch: WebhookPatch },
): Promise<Webhook> {
  const url = patch.url === undefined ? undefined : await checkedUrl(deps, patch.url)
  return writeAsMember(deps, by, async (scope) => {
    const before = await requireWebhook(lockWebhook(scope, id))
    await updateWebhook(scope, before.id, changeOf({ ...patch, url }))
    if (patch.enabled === false) await cancelPending(scope, before.id)
    const after = await requireWebhook(findWebhook(scope, id))
    const details = changesBetween(before, after)
    const act = { action: 'webhook.changed', target: targetOf(after), details } as const
    await recordChange(scope, by, { at: deps.clock(), ...act })
    return (await viewWebhooks(scope, [after]))[0]!
  })
}

function changeOf({ url, format, events, enabled }: WebhookPatch): WebhookChange {
  return {
    ...(url !== undefined && { url }),
    ...(format !== undefined && { format }),
    ...(events !== undefined && { events: eventList(events) }),
    ...(enabled !== undefined && { enabled: enabled ? 1 : 0, disabled_reason: null }),
    // Past failures say nothing about a different or repaired receiver.
    ...((url !== undefined || enabled === true) && { failing_since: null }),
  }
}

/** Only says that the URL changed: some services let anyone post who knows it. */
function changesBetween(before: WebhookRow, after: WebhookRow): JsonObject {
  const settings = (row: WebhookRow) => ({
    format: row.format,
    events: eventsOf(row),
    enabled: row.enabled === 1,
  })
  const details = changedFields(settings(before), settings(after), ['format', 'events', 'enabled'])
  if (before.url === after.url) return details
  return { ...details, host: { from: hostOf(before.url), to: hostOf(after.url) } }
}

/** Its log is deleted in steps, so that no other write waits for long. @throws not_found */
export async function deleteWebhook(deps: ActionDeps, by: Acting, uid: string): Promise<void> {
  const webhook = await writeAsMember(deps, by, async (scope) => {
    const row = await requireWebhook(lockWebhook(scope, uid))
    await updateWebhook(scope, row.id, { enabled: 0 })
    return row
  })
  let gone = DELIVERIES_PER_STEP
  while (gone === DELIVERIES_PER_STEP) {
    gone = await deps.database.inOrg(by, (scope) => deleteSome(scope, webhook.id, DELIVERIES_PER_STEP))
  }
  await writeAsMember(deps, by, async (scope) => {
    await requireWebhook(lockWebhook(scope, uid))
    await removeWebhook(scope, webhook.id)
    await recordAct(scope, by, { at: deps.clock(), action: 'webhook.deleted', target: targetOf(webhook) })
  })
}

/** The old secret signs nothing from then on. @throws not_found */
export async function rotateSecret(
  deps: ActionDeps & Pick<WebhookDeps, 'key'>,
  by: Acting,
  uid: string,
): Promise<WebhookSecret> {
  const { secret, sealed, prefix } = newWebhookSecret(deps.key, uid)
  await writeAsMember(deps, by, async (scope) => {
    const row = await requireWebhook(lockWebhook(scope, uid))
    await updateWebhook(scope, row.id, { secret: sealed, secret_prefix: prefix })
    await recordAct(scope, by, { at: deps.clock(), action: 'webhook.secret_rotated', target: targetOf(row) })
  })
  return { id: uid, signing_secret: secret, secret_prefix: prefix }
}

/** @throws not_found if it does not exist. */
export async function requireWebhook(found: Promise<WebhookRow | undefined>): Promise<WebhookRow> {
  const row = await found
  if (!row) throw new ServiceError('not_found', 'No webhook has this ID.')
  return row
}

async function checkedUrl({ outbound }: WebhookDeps, url: string): Promise<string> {
  try {
    return (await outbound.check(url, AbortSignal.timeout(URL_CHECK_MS))).href
  } catch (error) {
    if (!(error instanceof RefusedTargetError)) throw error
    throw invalidField('url', error.message)
  }
}

function targetOf({ uid, url }: Pick<WebhookRow, 'uid' | 'url'>): AuditTarget {
  return { kind: 'webhook', id: uid, name: hostOf(url) }
}

function hostOf(url: string): string {
  return new URL(url).host
}

import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  deleteWebhook as remove,
  rotateSecret,
} from '#actions/alerts/webhooks.ts'
import type {
  DeletedWebhook,
  NewWebhook,
  Webhook,
  WebhookList,
  WebhookListQuery,
  WebhookPatch,
  WebhookSecret,
} from '#contract/alert/webhook.ts'
import type { IdParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import type { SessionCall } from '../../routes/route.ts'

/** GET /api/v1/webhooks. */
export async function getWebhooks(call: SessionCall<{ query: WebhookListQuery }>): Promise<WebhookList> {
  return listWebhooks(call.services, call.principal, call.query.project_id)
}

/** POST /api/v1/webhooks: besides a rotation the only answer with the secret. */
export async function postWebhook(call: SessionCall<{ body: NewWebhook }>): Promise<WebhookSecret> {
  return createWebhook(call.services, callerOf(call), call.body)
}

/** PATCH /api/v1/webhooks/{id}. */
export async function patchWebhook(
  call: SessionCall<{ params: IdParams; body: WebhookPatch }>,
): Promise<Webhook> {
  return changeWebhook(call.services, callerOf(call), { id: call.params.id, patch: call.body })
}

/** DELETE /api/v1/webhooks/{id}: with its log. */
export async function deleteWebhook(call: SessionCall<{ params: IdParams }>): Promise<DeletedWebhook> {
  await remove(call.services, callerOf(call), call.params.id)
  return { deleted: true }
}

/** POST /api/v1/webhooks/{id}/rotate-secret: the old secret signs nothing from then on. */
export async function postRotation(call: SessionCall<{ params: IdParams }>): Promise<WebhookSecret> {
  return rotateSecret(call.services, callerOf(call), call.params.id)
}

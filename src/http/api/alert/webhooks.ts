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
import { principalMay } from '../../auth/principal-may.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

export async function getWebhooks(
  call: AuthenticatedCall<{ query: WebhookListQuery }>,
): Promise<WebhookList> {
  const { services, principal, query } = call
  const showsUrl = principalMay(principal, 'webhooks:write')
  return listWebhooks(services, principal, { projectUid: query.project_id, showsUrl })
}

export async function postWebhook(call: AuthenticatedCall<{ body: NewWebhook }>): Promise<WebhookSecret> {
  return createWebhook(call.services, callerOf(call), call.body)
}

export async function patchWebhook(
  call: AuthenticatedCall<{ params: IdParams; body: WebhookPatch }>,
): Promise<Webhook> {
  return changeWebhook(call.services, callerOf(call), { id: call.params.id, patch: call.body })
}

export async function deleteWebhook(call: AuthenticatedCall<{ params: IdParams }>): Promise<DeletedWebhook> {
  await remove(call.services, callerOf(call), call.params.id)
  return { deleted: true }
}

export async function postRotation(call: AuthenticatedCall<{ params: IdParams }>): Promise<WebhookSecret> {
  return rotateSecret(call.services, callerOf(call), call.params.id)
}

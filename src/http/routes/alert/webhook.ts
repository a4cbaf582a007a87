import { listDeliveries, sendAgain, sendTest } from '#actions/alerts/deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateSecret,
} from '#actions/alerts/webhooks.ts'
import {
  deliveryListQuery,
  deliveryPage,
  newWebhook,
  sentAnswer,
  webhook,
  webhookList,
  webhookListQuery,
  webhookPatch,
  webhookSecret,
} from '#contract/alert/webhook.ts'
import { deletedAnswer } from '#contract/project/project.ts'
import { idParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { principalMay } from '../../auth/principal-may.ts'
import { authenticatedRoute, type Route } from '../route.ts'

const OF_WEBHOOK = { access: 'webhooks:write', params: idParams } as const
const QUEUED = {
  access: 'webhooks:write',
  params: idParams,
  answer: sentAnswer,
  success: 'Queued. The delivery log shows the result.',
} as const

export const WEBHOOK_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'POST /api/v1/webhooks',
    {
      access: 'webhooks:write',
      summary: 'Create a webhook',
      body: newWebhook,
      answer: webhookSecret,
      status: 201,
      success: 'Created. No other response has the signing secret.',
      errors: ['not_found', 'conflict'],
    },
    (call) => createWebhook(call.services, callerOf(call), call.body),
  ),
  authenticatedRoute(
    'GET /api/v1/webhooks',
    {
      access: 'webhooks:read',
      summary: 'List webhooks',
      query: webhookListQuery,
      answer: webhookList,
      errors: ['not_found'],
    },
    ({ services, principal, query }) => {
      const showsUrl = principalMay(principal, 'webhooks:write')
      return listWebhooks(services, principal, { projectUid: query.project_id, showsUrl })
    },
  ),
  authenticatedRoute(
    'PATCH /api/v1/webhooks/{id}',
    { ...OF_WEBHOOK, summary: 'Change, enable or disable a webhook', body: webhookPatch, answer: webhook },
    (call) => changeWebhook(call.services, callerOf(call), { id: call.params.id, patch: call.body }),
  ),
  authenticatedRoute(
    'DELETE /api/v1/webhooks/{id}',
    { ...OF_WEBHOOK, summary: 'Delete a webhook and its delivery log', answer: deletedAnswer },
    async (call) => {
      await deleteWebhook(call.services, callerOf(call), call.params.id)
      return { deleted: true } as const
    },
  ),
  authenticatedRoute(
    'POST /api/v1/webhooks/{id}/rotate-secret',
    {
      ...OF_WEBHOOK,
      summary: 'Rotate the signing secret',
      answer: webhookSecret,
      success: 'Replaced. Deliveries are now signed with the new secret.',
    },
    (call) => rotateSecret(call.services, callerOf(call), call.params.id),
  ),
  authenticatedRoute(
    'POST /api/v1/webhooks/{id}/test',
    { ...QUEUED, summary: 'Send a test delivery' },
    async ({ services, principal, params }) => ({
      sent: true as const,
      delivery_id: await sendTest(services, principal, params.id),
    }),
  ),
  authenticatedRoute(
    'GET /api/v1/webhooks/{id}/deliveries',
    {
      access: 'webhooks:read',
      summary: 'List the deliveries of a webhook',
      params: idParams,
      query: deliveryListQuery,
      answer: deliveryPage,
    },
    ({ services, principal, params, query }) => {
      const showsUrl = principalMay(principal, 'webhooks:write')
      return listDeliveries(services, principal, { webhookUid: params.id, query, showsUrl })
    },
  ),
  authenticatedRoute(
    'POST /api/v1/deliveries/{id}/redeliver',
    { ...QUEUED, summary: 'Send a delivery again' },
    async ({ services, principal, params }) => {
      await sendAgain(services, principal, params.id)
      return { sent: true, delivery_id: params.id } as const
    },
  ),
]

import {
  deletedWebhook,
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
import { idParams } from '#contract/scalars.ts'
import { getDeliveries, postRedelivery, postTest } from '../api/alert/deliveries.ts'
import { deleteWebhook, getWebhooks, patchWebhook, postRotation, postWebhook } from '../api/alert/webhooks.ts'
import { authenticatedRoute, type Route } from './route.ts'

export function webhookRoutes(): Route[] {
  return [...recordRoutes(), ...deliveryRoutes()]
}

function recordRoutes(): Route[] {
  const write = { access: 'webhooks:write', params: idParams } as const
  return [
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
      postWebhook,
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
      getWebhooks,
    ),
    authenticatedRoute(
      'PATCH /api/v1/webhooks/{id}',
      { ...write, summary: 'Change, enable or disable a webhook', body: webhookPatch, answer: webhook },
      patchWebhook,
    ),
    authenticatedRoute(
      'DELETE /api/v1/webhooks/{id}',
      { ...write, summary: 'Delete a webhook and its delivery log', answer: deletedWebhook },
      deleteWebhook,
    ),
    authenticatedRoute(
      'POST /api/v1/webhooks/{id}/rotate-secret',
      {
        ...write,
        summary: 'Rotate the signing secret',
        answer: webhookSecret,
        success: 'Replaced. Deliveries are now signed with the new secret.',
      },
      postRotation,
    ),
  ]
}

function deliveryRoutes(): Route[] {
  const queued = { access: 'webhooks:write', params: idParams, answer: sentAnswer } as const
  const success = 'Queued. The delivery log shows the result.'
  return [
    authenticatedRoute(
      'POST /api/v1/webhooks/{id}/test',
      { ...queued, summary: 'Send a test delivery', success },
      postTest,
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
      getDeliveries,
    ),
    authenticatedRoute(
      'POST /api/v1/deliveries/{id}/redeliver',
      { ...queued, summary: 'Send a delivery again', success },
      postRedelivery,
    ),
  ]
}

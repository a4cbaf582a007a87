import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { queryString, request } from '../client.ts'
import { serverNow } from '../headers/server-clock.ts'
import type { Delivery, DeliveryPage, NewWebhook, Webhook, WebhookPatch, WebhookSecret } from '../wire.ts'

/** How often the log is read while something in it is about to change. */
const SOON_MS = 1000
const LATER_MS = 15_000
/** A try this near is waited for. */
const NEAR_MS = 60_000

export function webhooksQuery(projectId: string) {
  return queryOptions({
    queryKey: ['webhooks', projectId],
    queryFn: async ({ signal }) => {
      const query = queryString({ project_id: projectId })
      return (await request<{ webhooks: Webhook[] }>('GET', `/api/v1/webhooks${query}`, { signal })).webhooks
    },
    refetchInterval: LATER_MS,
    staleTime: 5000,
  })
}

/** A webhook's deliveries, newest first; refetched while an attempt is due soon. */
export function deliveriesQuery(webhookId: string) {
  return infiniteQueryOptions({
    queryKey: ['deliveries', webhookId],
    queryFn: ({ pageParam, signal }) => {
      const query = queryString({ cursor: pageParam })
      return request<DeliveryPage>('GET', `/api/v1/webhooks/${webhookId}/deliveries${query}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page: DeliveryPage) => page.next_cursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some(isNear)) ? SOON_MS : LATER_MS,
    staleTime: 0,
  })
}

function isNear({ status, next_attempt_at: next }: Delivery): boolean {
  return status === 'pending' && (next === null || Date.parse(next) < serverNow() + NEAR_MS)
}

/** The answer carries the signing secret; no later answer does. */
export function createWebhook(webhook: NewWebhook): Promise<WebhookSecret> {
  return request('POST', '/api/v1/webhooks', { body: webhook })
}

export function changeWebhook(id: string, change: WebhookPatch): Promise<Webhook> {
  return request('PATCH', `/api/v1/webhooks/${id}`, { body: change })
}

export function deleteWebhook(id: string): Promise<{ deleted: true }> {
  return request('DELETE', `/api/v1/webhooks/${id}`)
}

/** The answer carries the new secret; the old one does not verify from now on. */
export function rotateSecret(id: string): Promise<WebhookSecret> {
  return request('POST', `/api/v1/webhooks/${id}/rotate-secret`)
}

/** Queues a test delivery; the delivery log has its result. */
export function testWebhook(id: string): Promise<{ sent: true; delivery_id: string }> {
  return request('POST', `/api/v1/webhooks/${id}/test`)
}

export function redeliver(deliveryId: string): Promise<unknown> {
  return request('POST', `/api/v1/deliveries/${deliveryId}/redeliver`)
}

import { listDeliveries, sendAgain, sendTest } from '#actions/alerts/deliveries.ts'
import type { DeliveryListQuery, DeliveryPage, SentAnswer } from '#contract/alert/webhook.ts'
import type { IdParams } from '#contract/scalars.ts'
import { principalMay } from '../../auth/principal-may.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

export async function getDeliveries(
  call: AuthenticatedCall<{ params: IdParams; query: DeliveryListQuery }>,
): Promise<DeliveryPage> {
  const { services, principal, params, query } = call
  return listDeliveries(services, principal, {
    webhookUid: params.id,
    query,
    showsUrl: principalMay(principal, 'webhooks:write'),
  })
}

export async function postTest(call: AuthenticatedCall<{ params: IdParams }>): Promise<SentAnswer> {
  return { sent: true, delivery_id: await sendTest(call.services, call.principal, call.params.id) }
}

export async function postRedelivery(call: AuthenticatedCall<{ params: IdParams }>): Promise<SentAnswer> {
  await sendAgain(call.services, call.principal, call.params.id)
  return { sent: true, delivery_id: call.params.id }
}

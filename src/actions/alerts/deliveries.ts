import type { Delivery, DeliveryListQuery, DeliveryPage } from '#contract/alert/webhook.ts'
import { ServiceError } from '#contract/errors.ts'
import { countPendingTests, insertDelivery, requeueDelivery } from '#storage/alert/delivery.ts'
import {
  findDelivery,
  listAttempts,
  listDeliveries as listDeliveryRows,
} from '#storage/alert/delivery-log.ts'
import { findWebhook } from '#storage/alert/webhook.ts'
import { type Writer, writeAsMember } from '../accounts/write-as-member.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { keyAfter, keyPlace, pageOf } from '../list-page.ts'
import { hiddenUrl, viewDeliveries } from './delivery-view.ts'
import { requireWebhook } from './webhooks.ts'

export interface QueueDeps extends ActionDeps {
  onDeliveryQueued(): void
}

const CURSOR_SORT = 'deliveries'
const PENDING_TESTS = 20
const TEST_AGAIN_SECONDS = 60

/** One page, newest first. @param showsUrl false: only its origin. @throws not_found; invalid_request for a foreign cursor. */
export async function listDeliveries(
  deps: ActionDeps,
  org: Org,
  { webhookUid, query, showsUrl }: { webhookUid: string; query: DeliveryListQuery; showsUrl: boolean },
): Promise<DeliveryPage> {
  const { status, limit, cursor } = query
  const before = keyAfter(cursor, CURSOR_SORT)
  return deps.database.snapshotOf(org, async (scope) => {
    const webhook = await requireWebhook(findWebhook(scope, webhookUid))
    const rows = await listDeliveryRows(scope, webhook.id, { status, before, limit: limit + 1 })
    const { page, nextCursor } = pageOf(rows, limit, ({ id }) => keyPlace(CURSOR_SORT, id))
    const attempts = await listAttempts(
      scope,
      page.map(({ id }) => id),
    )
    const deliveries = viewDeliveries(page, attempts)
    return { deliveries: showsUrl ? deliveries : deliveries.map(withoutUrl), next_cursor: nextCursor }
  })
}

/** The webhook may be disabled. @returns the delivery's public id. @throws not_found; rate_limit_exceeded
 * while tests wait that its receiver does not take: each is tried for a day. */
export async function sendTest(deps: QueueDeps, by: Writer, webhookUid: string): Promise<string> {
  const now = deps.clock()
  const id = await writeAsMember(deps, by, async (scope) => {
    const webhook = await requireWebhook(findWebhook(scope, webhookUid))
    if ((await countPendingTests(scope, webhook.id, PENDING_TESTS)) === PENDING_TESTS) throw testsWait()
    const project = { project_id: webhook.project_uid, project_name: webhook.project_name }
    const facts = { ...project, issue: null, rule: null, details: {} }
    return insertDelivery(scope, webhook.id, { event: 'test', facts, now })
  })
  deps.onDeliveryQueued()
  return id
}

/** Queues a delivery (public id) once more, with the same `webhook-id`. @throws not_found */
export async function sendAgain(deps: QueueDeps, by: Writer, uid: string): Promise<void> {
  const now = deps.clock()
  await writeAsMember(deps, by, async (scope) => {
    const delivery = await findDelivery(scope, uid)
    if (!delivery) throw new ServiceError('not_found', 'No delivery has this ID.')
    await requeueDelivery(scope, delivery.id, now)
  })
  deps.onDeliveryQueued()
}

function withoutUrl(delivery: Delivery): Delivery {
  const { request } = delivery
  return { ...delivery, request: request && { ...request, url: hiddenUrl(request.url) } }
}

function testsWait(): ServiceError {
  const message = `${PENDING_TESTS} test deliveries of this webhook are pending. Its delivery log says why.`
  return new ServiceError('rate_limit_exceeded', message, { retryAfterSeconds: TEST_AGAIN_SECONDS })
}

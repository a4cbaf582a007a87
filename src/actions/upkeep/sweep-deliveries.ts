import { DAY_MS } from '#contract/time.ts'
import type { GoesOn } from '#platform/background.ts'
import { deleteFinished } from '#storage/alert/delivery-log.ts'
import { listWebhookKeys } from '#storage/alert/webhook.ts'
import type { ActionDeps } from '../action-deps.ts'
import { restAfter } from './rest-after.ts'

const KEPT_DAYS = 30
const KEPT_FINISHED = 1_000
/** Rows removed per transaction: a batch of ingest waits for one at most. */
const ROWS_PER_STEP = 250
const WEBHOOKS_PER_READ = 500

/** Older than 30 days, or behind 1,000 newer ones of their webhook. */
export async function sweepDeliveries(deps: ActionDeps, goesOn: GoesOn): Promise<void> {
  const kept = { finished: KEPT_FINISHED, since: deps.clock() - KEPT_DAYS * DAY_MS, limit: ROWS_PER_STEP }
  let after = 0
  for (;;) {
    const webhooks = await listWebhookKeys(deps.database.queries, after, WEBHOOKS_PER_READ)
    for (const { webhookId, ...org } of webhooks) {
      for (let gone = ROWS_PER_STEP; gone === ROWS_PER_STEP; ) {
        if (!(await goesOn())) return
        gone = await restAfter(() =>
          deps.database.inOrg(org, (scope) => deleteFinished(scope, webhookId, kept)),
        )
      }
    }
    if (webhooks.length < WEBHOOKS_PER_READ) return
    after = webhooks.at(-1)!.webhookId
  }
}

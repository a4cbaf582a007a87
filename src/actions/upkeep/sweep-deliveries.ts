import { DAY_MS } from '#contract/time.ts'
import { eachOnItsOwn, type GoesOn, itemsOf } from '#platform/background.ts'
import { endFarWaits } from '#storage/alert/delivery.ts'
import { deleteFinished } from '#storage/alert/delivery-log.ts'
import { listWebhookKeys, type WebhookKey } from '#storage/alert/webhook.ts'
import type { ActionDeps } from '../action-deps.ts'
import { restAfter } from './rest-after.ts'

const KEPT_DAYS = 30
/** Longer than any rest before a try: only a clock that was ahead makes a delivery wait longer. */
const FAR_MS = 2 * DAY_MS
const KEPT_FINISHED = 1_000
/** Rows removed per transaction: a batch of ingest waits for one at most. */
const ROWS_PER_STEP = 250
const WEBHOOKS_PER_READ = 500

interface SweepDeps extends ActionDeps {
  /** Epoch ms, by which what is old is deleted. */
  retentionNow: number
}

/** Deletes those older than 30 days, or behind 1,000 newer ones of their webhook. What waits for a time that
 * a wrong clock set is due now. */
export async function sweepDeliveries(deps: SweepDeps, goesOn: GoesOn): Promise<void> {
  const since = deps.retentionNow - KEPT_DAYS * DAY_MS
  const kept = { finished: KEPT_FINISHED, since, limit: ROWS_PER_STEP }
  const webhooks = itemsOf<WebhookKey>(WEBHOOKS_PER_READ, (after) =>
    listWebhookKeys(deps.database.queries, after),
  )
  await eachOnItsOwn(webhooks, async ({ webhookId, ...org }) => {
    const now = deps.clock()
    await deps.database.inOrg(org, (scope) => endFarWaits(scope, webhookId, { after: now + FAR_MS, now }))
    for (let gone = ROWS_PER_STEP; gone === ROWS_PER_STEP; ) {
      if (!(await goesOn())) return false
      gone = await restAfter(() =>
        deps.database.inOrg(org, (scope) => deleteFinished(scope, webhookId, kept)),
      )
    }
    return true
  })
}

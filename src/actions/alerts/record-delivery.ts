import { isoTime } from '#contract/time.ts'
import { isGivenUp as isTooLong } from '#domain/alert/webhook-retry.ts'
import { recordAudit } from '#storage/account/audit-entry.ts'
import { insertAlerts } from '#storage/alert/alert.ts'
import { cancelPending, recordAttempt } from '#storage/alert/delivery.ts'
import { disableWebhook, noteFailure, noteSuccess, type WebhookRow } from '#storage/alert/webhook.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { SERVICE_ACTOR } from '../accounts/acting.ts'
import type { RetentionClock } from '../upkeep/retention-clock.ts'
import type { AlertDeps } from './alerts.ts'
import type { Addressed, Delivered } from './deliver-webhook.ts'

export interface RecordDeps extends AlertDeps {
  retentionClock: Pick<RetentionClock, 'read'>
}

/** Notes a try of a delivery, and disables a webhook whose receiver is gone or has failed for too long. */
export async function recordDelivery(
  deps: RecordDeps,
  { org, webhook, delivery }: Addressed,
  outcome: Delivered,
): Promise<void> {
  const isGivenUp = await hasFailedTooLong(deps, webhook)
  const isDisabled = await deps.database.inOrg(org, async (scope) => {
    if (!(await recordAttempt(scope, delivery, outcome))) return false
    if (outcome.status === 'delivered') {
      if (webhook.failing_since !== null) await noteSuccess(scope, webhook.id)
      return false
    }
    return noteFailed(scope, webhook, { isGone: outcome.isGone, isGivenUp, now: deps.clock() })
  })
  if (isDisabled) deps.live.alertsChanged(org.orgId, webhook.project_uid)
}

/** A clock that was put ahead must not disable webhooks: the guarded time, which costs reads, is asked as well. */
async function hasFailedTooLong(
  { clock, retentionClock }: RecordDeps,
  { failing_since: since }: WebhookRow,
): Promise<boolean> {
  return isTooLong(since, clock()) && isTooLong(since, await retentionClock.read())
}

async function noteFailed(
  scope: OrgScope,
  webhook: WebhookRow,
  { isGone, isGivenUp, now }: { isGone: boolean; isGivenUp: boolean; now: number },
): Promise<boolean> {
  const failingSince = (await noteFailure(scope, webhook.id, now)) ?? now
  if (!isGone && !isGivenUp) return false
  const reason = isGone ? 'gone' : 'failing'
  if (!(await disableWebhook(scope, webhook.id, reason))) return false
  await cancelPending(scope, webhook.id)
  await tell(scope, webhook, { reason, failingSince, now })
  return true
}

async function tell(
  scope: OrgScope,
  webhook: WebhookRow,
  { reason, failingSince, now }: { reason: 'gone' | 'failing'; failingSince: number; now: number },
): Promise<void> {
  const { host } = new URL(webhook.url)
  const details = {
    webhook_id: webhook.uid,
    host,
    reason,
    failing_since: isoTime(failingSince),
  }
  await insertAlerts(scope, [
    {
      kind: 'webhook_disabled',
      projectId: webhook.project_id,
      issueId: null,
      title: `Webhook to ${host} was disabled`,
      details,
      dedupeKey: null,
      firedAt: now,
    },
  ])
  await recordAudit(scope, {
    at: now,
    actor: SERVICE_ACTOR,
    ip: '',
    action: 'webhook.disabled',
    target: { kind: 'webhook', id: webhook.uid, name: host },
    details: { reason },
  })
}

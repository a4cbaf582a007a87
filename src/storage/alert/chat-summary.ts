import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '#contract/time.ts'
import type { WebhookEvent } from '#contract/vocabulary.ts'
import type { OrgScope } from '../engine/scope.ts'
import { readDeliveryFacts } from './delivery-facts.ts'

type Scope = Pick<OrgScope, 'db' | 'orgId'>

export interface ChatStorm {
  webhookId: number
  project: { project_id: string; project_name: string }
  counts: Partial<Record<WebhookEvent, number>>
  now: number
}

const SINGLE_DELIVERIES = 10

/** How many more deliveries a chat takes one by one now: none while it waits for a summary. */
export async function roomInChat(scope: Scope, webhookId: number, now: number): Promise<number> {
  const latest = await scope.db
    .selectFrom('webhook_delivery')
    .select(['created_at', 'gathers'])
    .where('org_id', '=', scope.orgId)
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(SINGLE_DELIVERIES)
    .execute()
  if (latest.some(({ gathers }) => gathers === 1)) return 0
  return SINGLE_DELIVERIES - latest.filter(({ created_at }) => Math.abs(now - created_at) < MINUTE_MS).length
}

/** Adds to the chat's open summary, or begins one due in a minute. Only numbers: issues may be deleted. One that is damaged
 * begins again. */
export async function addToSummary(scope: Scope, storm: ChatStorm): Promise<void> {
  const { webhookId, project, counts, now } = storm
  const open = await scope.db
    .selectFrom('webhook_delivery')
    .select(['id', 'facts'])
    .where('org_id', '=', scope.orgId)
    .where('webhook_id', '=', webhookId)
    .where('gathers', '=', 1)
    .forUpdate()
    .executeTakeFirst()
  const facts = (open && readDeliveryFacts(open.facts)) ?? {
    ...project,
    issue: null,
    rule: null,
    details: {},
  }
  const details = { ...facts.details }
  for (const [event, count] of Object.entries(counts)) details[event] = Number(details[event] ?? 0) + count
  const text = JSON.stringify({ ...facts, details })
  if (open) {
    await scope.db
      .updateTable('webhook_delivery')
      .set({ facts: text })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', open.id)
      .execute()
    return
  }
  await scope.db
    .insertInto('webhook_delivery')
    .values({
      uid: randomUUID(),
      org_id: scope.orgId,
      webhook_id: webhookId,
      issue_id: null,
      event: 'summary',
      facts: text,
      status: 'pending',
      gathers: 1,
      next_attempt_at: now + MINUTE_MS,
      occurred_at: now,
      created_at: now,
    })
    .execute()
}

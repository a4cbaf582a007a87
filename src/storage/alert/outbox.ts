import { randomUUID } from 'node:crypto'
import type { JsonObject } from '#contract/scalars.ts'
import type { WebhookEvent } from '#contract/vocabulary.ts'
import { slicesOf } from '#platform/slices.ts'
import type { OrgScope } from '../engine/scope.ts'
import { addToSummary, type ChatStorm, roomInChat } from './chat-summary.ts'
import type { DeliveryFacts, FiredRule, IssueFacts } from './delivery-facts.ts'

export interface NewTransition {
  event: WebhookEvent
  projectId: number
  /** A merged issue is replaced by its root. */
  issueId: number
  rule: FiredRule | null
  occurredAt: number
  details: JsonObject
}

type Scope = Pick<OrgScope, 'db' | 'orgId'>

const ROWS = 500

/** Adds a pending delivery per transition and subscribed webhook, after the change, in its transaction. */
export async function insertTransitions(scope: Scope, transitions: readonly NewTransition[]): Promise<void> {
  if (transitions.length === 0) return
  const listeners = await findListeners(scope, [...new Set(transitions.map(({ projectId }) => projectId))])
  const wanted = transitions.flatMap((transition) =>
    listeners
      .filter(({ project_id, events }) => project_id === transition.projectId && events.has(transition.event))
      .map((listener) => ({ listener, transition })),
  )
  if (wanted.length === 0) return
  const issues = await findIssues(scope, [...new Set(wanted.map(({ transition }) => transition.issueId))])
  const rows = wanted.flatMap(({ listener, transition }) => {
    const issue = issues.get(transition.issueId)
    return issue ? [deliveryOf(scope, { listener, transition, issue })] : []
  })
  const { single, storms } = await findStorms(scope, listeners, rows)
  for (const some of slicesOf(single, ROWS)) {
    await scope.db.insertInto('webhook_delivery').values(some).execute()
  }
  // After them: a summary that is open is a chat's newest row.
  for (const storm of storms) await addToSummary(scope, storm)
}

type NewDelivery = ReturnType<typeof deliveryOf>

/** Generic webhooks get every delivery; more than people can read in a chat goes into one summary. */
async function findStorms(
  scope: Scope,
  listeners: readonly Listener[],
  rows: readonly NewDelivery[],
): Promise<{ single: NewDelivery[]; storms: ChatStorm[] }> {
  const chats = new Map(listeners.filter(({ format }) => format !== 'generic').map((one) => [one.id, one]))
  const single = rows.filter(({ webhook_id }) => !chats.has(webhook_id))
  const byChat = Map.groupBy(
    rows.filter(({ webhook_id }) => chats.has(webhook_id)),
    ({ webhook_id }) => webhook_id,
  )
  const storms: ChatStorm[] = []
  // In the same order in every writer.
  for (const [webhookId, ofChat] of [...byChat].sort(([a], [b]) => a - b)) {
    const now = ofChat[0]!.created_at
    const room = await roomInChat(scope, webhookId, now)
    single.push(...ofChat.slice(0, room))
    const byEvent = Map.groupBy(ofChat.slice(room), ({ event }) => event)
    if (byEvent.size === 0) continue
    const { project_uid: project_id, project_name } = chats.get(webhookId)!
    const counts = Object.fromEntries([...byEvent].map(([event, some]) => [event, some.length]))
    storms.push({ webhookId, project: { project_id, project_name }, counts, now })
  }
  return { single, storms }
}

interface Listener {
  id: number
  project_id: number
  project_uid: string
  project_name: string
  events: ReadonlySet<string>
  format: string
}

async function findListeners({ db, orgId }: Scope, projectIds: number[]): Promise<Listener[]> {
  const rows = await db
    .selectFrom('webhook')
    .innerJoin('project', (join) =>
      join.onRef('project.org_id', '=', 'webhook.org_id').onRef('project.id', '=', 'webhook.project_id'),
    )
    .select(['webhook.id', 'webhook.project_id', 'webhook.events', 'webhook.format'])
    .select(['project.uid as project_uid', 'project.name as project_name'])
    .where('webhook.org_id', '=', orgId)
    .where('webhook.project_id', 'in', projectIds)
    .where('webhook.enabled', '=', 1)
    .execute()
  return rows.map((row) => ({ ...row, events: new Set(row.events.split(' ')) }))
}

interface FoundIssue {
  /** Row key of the issue that speaks. */
  key: number
  facts: IssueFacts
}

/** Issues by row key, merged ones as their root. */
async function findIssues({ db, orgId }: Scope, issueIds: number[]): Promise<Map<number, FoundIssue>> {
  const found = new Map<number, FoundIssue>()
  for (const some of slicesOf(issueIds, ROWS)) {
    const rows = await db
      .selectFrom('issue as asked')
      .innerJoin('issue as root', (join) =>
        join
          .onRef('root.org_id', '=', 'asked.org_id')
          .on('root.id', '=', (eb) => eb.fn.coalesce('asked.merge_parent_id', 'asked.id')),
      )
      .select(['asked.id as asked', 'root.id as key', 'root.uid as id', 'root.title', 'root.status'])
      .select([
        'root.level',
        'root.environment',
        'root.release',
        'root.event_count',
        'root.unique_user_count',
        'root.first_seen_at',
      ])
      .where('asked.org_id', '=', orgId)
      .where('asked.id', 'in', some)
      .execute()
    for (const { asked, key, ...facts } of rows) found.set(asked, { key, facts })
  }
  return found
}

interface Wanted {
  listener: Listener
  transition: NewTransition
  issue: FoundIssue
}

function deliveryOf({ orgId }: Scope, { listener, transition, issue }: Wanted) {
  const facts: DeliveryFacts = {
    project_id: listener.project_uid,
    project_name: listener.project_name,
    issue: issue.facts,
    rule: transition.rule,
    details: transition.details,
  }
  return {
    uid: randomUUID(),
    org_id: orgId,
    webhook_id: listener.id,
    issue_id: issue.key,
    event: transition.event,
    facts: JSON.stringify(facts),
    status: 'pending' as const,
    next_attempt_at: transition.occurredAt,
    occurred_at: transition.occurredAt,
    created_at: transition.occurredAt,
  }
}

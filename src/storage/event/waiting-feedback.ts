import { sql } from 'kysely'
import { DAY_MS } from '#contract/time.ts'
import type { OrgScope } from '../engine/scope.ts'
import { isEventStored } from './feedback.ts'

/** How long feedback waits for its event. The journal knows the ids of accepted events for longer. */
const WAIT_MS = DAY_MS
/** An SDK that sends feedback first sends its event at once: it is asked for soon, and once more after a day. */
const FIRST_WAIT_MS = 10 * 60_000

/** Until when feedback about an event that is not known yet waits, epoch ms, before it is asked for again. */
export function firstWait(now: number): number {
  return now + FIRST_WAIT_MS
}

export interface OverdueFeedback {
  id: string
  projectId: number
  eventId: Buffer
  createdAt: number
}

/** Feedback of a project (row key) whose wait ended before a time (epoch ms), at most `limit`. */
export async function listOverdueFeedback(
  scope: OrgScope,
  { projectId, now, limit }: { projectId: number; now: number; limit: number },
): Promise<OverdueFeedback[]> {
  const rows = await scope.db
    .selectFrom('feedback')
    .select(['id', 'project_id', 'event_id', 'created_at'])
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('waits_until', 'is not', null)
    .where('waits_until', '<', now)
    .orderBy('waits_until')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    eventId: row.event_id!,
    createdAt: row.created_at,
  }))
}

export interface Arrivals {
  /** Previews of accepted events, null if not known, by the id of the feedback. */
  accepted: ReadonlyMap<string, string | null>
  now: number
}

/** Ends feedback's wait if its event was accepted or is stored. After a day without it, it is about none. */
export async function settleFeedback(
  scope: OrgScope,
  overdue: readonly OverdueFeedback[],
  { accepted, now }: Arrivals,
): Promise<void> {
  for (const [preview, group] of Map.groupBy(accepted.keys(), (id) => accepted.get(id) ?? null)) {
    await change(scope, group, { waits_until: null, preview })
  }
  const stored: string[] = []
  const late: string[] = []
  const missing: string[] = []
  for (const { id, projectId, eventId, createdAt } of overdue) {
    if (accepted.has(id)) continue
    if (await isEventStored(scope, projectId, eventId)) stored.push(id)
    else (createdAt + WAIT_MS > now ? late : missing).push(id)
  }
  await change(scope, stored, { waits_until: null })
  await change(scope, late, { waits_until: sql<number>`created_at + ${sql.lit(WAIT_MS)}` })
  await change(scope, missing, { waits_until: null, event_id: null })
}

interface Change {
  waits_until: number | null | ReturnType<typeof sql<number>>
  preview?: string | null
  event_id?: null
}

async function change(scope: OrgScope, ids: readonly string[], set: Change): Promise<void> {
  if (ids.length === 0) return
  await scope.db
    .updateTable('feedback')
    .set(set)
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', ids)
    .execute()
}

import type { OrgScope } from '../engine/scope.ts'
import { isEventStored } from './feedback.ts'

export interface OverdueFeedback {
  id: string
  projectId: number
  eventId: Buffer
}

/** Feedback of a project (row key) whose wait ended before a time (epoch ms), at most `limit`. */
export async function listOverdueFeedback(
  scope: OrgScope,
  { projectId, now, limit }: { projectId: number; now: number; limit: number },
): Promise<OverdueFeedback[]> {
  const rows = await scope.db
    .selectFrom('feedback')
    .select(['id', 'project_id', 'event_id'])
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('waits_until', 'is not', null)
    .where('waits_until', '<', now)
    .orderBy('waits_until')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.id, projectId: row.project_id, eventId: row.event_id! }))
}

/** Ends feedback's wait; it stays with its event if stored or `accepted` (ids), else is about none. */
export async function settleFeedback(
  scope: OrgScope,
  overdue: readonly OverdueFeedback[],
  accepted: ReadonlySet<string>,
): Promise<void> {
  const attached: string[] = []
  const detached: string[] = []
  for (const { id, projectId, eventId } of overdue) {
    const hasCome = accepted.has(id) || (await isEventStored(scope, projectId, eventId))
    ;(hasCome ? attached : detached).push(id)
  }
  await endWait(scope, attached, {})
  await endWait(scope, detached, { event_id: null })
}

async function endWait(scope: OrgScope, ids: readonly string[], change: { event_id?: null }): Promise<void> {
  if (ids.length === 0) return
  await scope.db
    .updateTable('feedback')
    .set({ ...change, waits_until: null })
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', ids)
    .execute()
}

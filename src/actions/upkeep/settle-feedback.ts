import type { JournalWriter } from '#journal/journal.ts'
import { listOverdueFeedback, settleFeedback } from '#storage/event/waiting-feedback.ts'
import type { ActionDeps, Org } from '../action-deps.ts'

export interface SettleDeps extends ActionDeps {
  journal: Pick<JournalWriter, 'findAccepted'>
}

export const SETTLED_PER_STEP = 200

/** At most 200: the event has come (queued or counted only too), or there is none. Only the journal knows
 * the ids of two days. @returns how many. */
export async function settleOverdueFeedback(deps: SettleDeps, org: Org, projectId: number): Promise<number> {
  const now = deps.clock()
  const page = { projectId, now, limit: SETTLED_PER_STEP }
  const overdue = await listOverdueFeedback(deps.database.serviceScope(org), page)
  if (overdue.length === 0) return 0
  const accepted = new Map<string, string | null>()
  for (const { id, eventId } of overdue) {
    const event = await deps.journal.findAccepted(projectId, eventId)
    if (event) accepted.set(id, event.preview)
  }
  await deps.database.inOrg(org, (scope) => settleFeedback(scope, overdue, { accepted, now }))
  return overdue.length
}

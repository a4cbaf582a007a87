import type { Feedback } from '#contract/event/event.ts'
import { isoTime } from '#contract/time.ts'
import { uuidToBytes } from '#domain/text/uuid.ts'
import { listEventFeedback } from '#storage/event/feedback.ts'
import type { ActionDeps, Org } from '../action-deps.ts'

/** Newest first. Also empty if the event is unknown, still queued or counted only. */
export async function readFeedback(deps: ActionDeps, org: Org, eventId: string): Promise<Feedback[]> {
  const rows = await listEventFeedback(deps.database.scope(org), Buffer.from(uuidToBytes(eventId)))
  return rows.map(({ id, name, email, comments, createdAt }) => ({
    id,
    event_id: eventId,
    name,
    email,
    comments,
    created_at: isoTime(createdAt),
  }))
}

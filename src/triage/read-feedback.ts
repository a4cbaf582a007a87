import type { Feedback } from '#contract/event.ts'
import { uuidToBytes } from '#domain/uuid.ts'
import { listEventFeedback } from '#storage/feedback.ts'
import { type Org, readScope, type TriageDeps } from './triage-deps.ts'

/**
 * What people said about an event, newest first. Empty also for an event that is unknown, still queued or
 * counted only.
 */
export async function readFeedback(deps: TriageDeps, org: Org, eventId: string): Promise<Feedback[]> {
  const rows = await listEventFeedback(readScope(deps, org), Buffer.from(uuidToBytes(eventId)))
  return rows.map(({ id, name, email, comments, createdAt }) => ({
    id,
    event_id: eventId,
    name,
    email,
    comments,
    created_at: new Date(createdAt).toISOString(),
  }))
}

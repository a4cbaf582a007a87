import type { IssueEvent } from '#contract/event.ts'
import { breadcrumbs, stackFrames } from '#domain/event-view.ts'
import { uuidFromBytes } from '#domain/uuid.ts'
import type { EventRow } from '#storage/event.ts'

/**
 * An event as the interface shows it, under the issue it is shown in (of a merged issue that is the root).
 * Without a document the payload is empty.
 */
export function eventView(row: EventRow, issueUid: string): IssueEvent {
  const payload = row.document?.payload ?? {}
  return {
    id: uuidFromBytes(row.event_id),
    issue_id: issueUid,
    occurred_at: new Date(row.occurred_at).toISOString(),
    environment: row.environment,
    release: row.release,
    platform: row.platform,
    runtime_name: row.runtime_name,
    runtime_version: row.runtime_version,
    browser_name: row.browser_name,
    os_name: row.os_name,
    user_id: row.user_id,
    user_email: row.user_email,
    payload_json: payload,
    stack_frames: stackFrames(payload),
    breadcrumbs: breadcrumbs(payload),
  }
}

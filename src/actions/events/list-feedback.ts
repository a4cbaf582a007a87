import type { Feedback } from '#contract/event/event.ts'
import type {
  FeedbackListQuery,
  FeedbackPage,
  IssueFeedbackQuery,
  ListedFeedback,
} from '#contract/event/feedback.ts'
import { isoTime } from '#contract/time.ts'
import { uuidFromBytes, uuidToBytes } from '#domain/text/uuid.ts'
import { listEventFeedback as listEventFeedbackRows } from '#storage/event/feedback.ts'
import {
  type FeedbackPlace,
  type ListedFeedback as ListedFeedbackRow,
  listFeedback as listFeedbackRows,
  listIssueFeedback as listIssueFeedbackRows,
} from '#storage/event/feedback-list.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { requireIssueFamily } from '../issues/require-issue.ts'
import { cursorRefused, pageOf, placeAfter } from '../list-page.ts'
import { projectKey } from '../projects/project-key.ts'

const CURSOR_SORT = 'feedback'

/** Newest first: about events, events yet to come, and none.
 * @throws not_found for an unknown project; invalid_request for a foreign cursor. */
export async function listFeedback(
  deps: ActionDeps,
  org: Org,
  { project_id, cursor, limit }: FeedbackListQuery,
): Promise<FeedbackPage> {
  const page = { after: placeOf(cursor), limit: limit + 1 }
  const rows = await deps.database.snapshotOf(org, async (scope) =>
    listFeedbackRows(scope, await projectKey(scope, project_id), page),
  )
  // A cursor's `id` is a number: the place's time goes there, and its ID where other lists have their value.
  const { page: shown, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => ({
    sort: CURSOR_SORT,
    value: id,
    id: createdAt,
  }))
  return { feedback: shown.map(entryOf), next_cursor: nextCursor }
}

/** About events of an issue and its merged issues, newest first. @throws not_found */
export async function listIssueFeedback(
  deps: ActionDeps,
  org: Org,
  { issueId, query }: { issueId: string; query: IssueFeedbackQuery },
): Promise<ListedFeedback[]> {
  const rows = await deps.database.snapshotOf(org, async (scope) => {
    const { issue, ids } = await requireIssueFamily(scope, issueId)
    return listIssueFeedbackRows(scope, { projectId: issue.project_id, issueIds: ids }, query.limit)
  })
  return rows.map(entryOf)
}

function entryOf(row: ListedFeedbackRow): ListedFeedback {
  return {
    id: row.id,
    project_id: row.projectUid,
    event_id: row.eventId && uuidFromBytes(row.eventId),
    issue_id: row.issueUid,
    issue_title: row.issueTitle,
    issue_status: row.issueStatus,
    is_event_stored: row.isEventStored,
    name: row.name,
    email: row.email,
    comments: row.comments,
    created_at: isoTime(row.createdAt),
  }
}

function placeOf(cursor: string | undefined): FeedbackPlace | null {
  const place = placeAfter(cursor, CURSOR_SORT)
  if (place === null) return null
  if (typeof place.value !== 'string') throw cursorRefused()
  return { createdAt: place.id, id: place.value }
}

/** Newest first. Also empty if the event is unknown, still queued or counted only. */
export async function listEventFeedback(deps: ActionDeps, org: Org, eventId: string): Promise<Feedback[]> {
  const rows = await listEventFeedbackRows(deps.database.scope(org), Buffer.from(uuidToBytes(eventId)))
  return rows.map(({ id, name, email, comments, createdAt }) => ({
    id,
    event_id: eventId,
    name,
    email,
    comments,
    created_at: isoTime(createdAt),
  }))
}

import type {
  DeadLetter,
  DeadLetterPage,
  DeadLetterParams,
  DeadLetterQuery,
  RetriedAnswer,
} from '#contract/dead-letter.ts'
import { ServiceError } from '#contract/errors.ts'
import { decodeCursor, encodeCursor } from '#domain/list-cursor.ts'
import { uuidFromBytes } from '#domain/uuid.ts'
import { type DeadLetterRow, listDeadLetters } from '#storage/dead-letter.ts'
import { retryDeadLetter } from '#triage/retry-dead-letter.ts'
import { recordAct } from '../auth/record-act.ts'
import type { SessionCall } from '../route.ts'

/** Names the list in its cursors, so that one of another list is refused. */
const CURSOR_SORT = 'dead_letters'

/** GET /api/v1/dead-letters, newest first. */
export async function getDeadLetters({
  scope,
  query,
}: SessionCall<{ query: DeadLetterQuery }>): Promise<DeadLetterPage> {
  const { limit, cursor } = query
  const beforeId = cursor === undefined ? undefined : placeOf(cursor)
  const rows = await listDeadLetters(scope, { beforeId, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    dead_letters: page.map(viewDeadLetter),
    next_cursor: last ? encodeCursor({ sort: CURSOR_SORT, value: last.id, id: last.id }) : null,
  }
}

/** POST /api/v1/dead-letters/{id}/retry. */
export async function postRetry(call: SessionCall<{ params: DeadLetterParams }>): Promise<RetriedAnswer> {
  const { services, principal, params } = call
  const answer = await retryDeadLetter(services, principal, Number(params.id))
  await call.write((scope) =>
    recordAct(call, scope, {
      action: 'dead_letter.retried',
      target: { kind: 'event', id: answer.event_id, name: answer.event_id },
    }),
  )
  return answer
}

function placeOf(cursor: string): number {
  const place = decodeCursor(cursor)
  if (place?.sort === CURSOR_SORT) return place.id
  throw new ServiceError('invalid_request', 'The cursor is not a next_cursor of this list.', {
    details: [{ path: 'cursor', message: 'Give the next_cursor of the page before.' }],
  })
}

function viewDeadLetter(row: DeadLetterRow): DeadLetter {
  return {
    id: String(row.id),
    project_id: row.project_uid,
    issue_id: row.issue_uid,
    event_id: uuidFromBytes(row.event_id),
    reason: row.reason,
    received_at: new Date(row.received_at).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
    retryable: row.is_retryable === 1,
  }
}

import type {
  DeadLetter,
  DeadLetterPage,
  DeadLetterParams,
  DeadLetterQuery,
  RetriedAnswer,
} from '#contract/dead-letter.ts'
import { uuidFromBytes } from '#domain/uuid.ts'
import { type DeadLetterRow, listDeadLetters } from '#storage/dead-letter.ts'
import { keyAfter, keyPlace, pageOf } from '#triage/list-page.ts'
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
  const beforeId = keyAfter(cursor, CURSOR_SORT)
  const rows = await listDeadLetters(scope, { beforeId, limit: limit + 1 })
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => keyPlace(CURSOR_SORT, id))
  return { dead_letters: page.map(viewDeadLetter), next_cursor: nextCursor }
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

import type {
  DeadLetter,
  DeadLetterPage,
  DeadLetterQuery,
  RetriedAnswer,
} from '#contract/event/dead-letter.ts'
import { isoTime } from '#contract/time.ts'
import { uuidFromBytes } from '#domain/text/uuid.ts'
import type { InstallationKey } from '#platform/installation-key.ts'
import { type DeadLetterRow, listDeadLetters as listLetterRows } from '#storage/event/dead-letter.ts'
import { type Acting, recordAct } from '../accounts/acting.ts'
import { writeAsMember } from '../accounts/write-as-member.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { keyAfter, keyPlace, pageOf } from '../list-page.ts'
import { type RetryDeps, retryDeadLetter } from './retry-dead-letter.ts'

const CURSOR_SORT = 'dead_letters'

/** Newest first. @throws invalid_request for a foreign cursor. */
export async function listDeadLetters(
  deps: ActionDeps & { key: InstallationKey },
  org: Org,
  { limit, cursor }: DeadLetterQuery,
): Promise<DeadLetterPage> {
  const beforeId = keyAfter(cursor, CURSOR_SORT)
  const rows = await listLetterRows(deps.database.scope(org), { beforeId, limit: limit + 1 })
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => keyPlace(CURSOR_SORT, id))
  const idOf = (id: number) => deps.key.sealId(purposeOf(org.orgUid), id)
  return { dead_letters: page.map((row) => viewDeadLetter(row, idOf(row.id))), next_cursor: nextCursor }
}

/** Notes who asked for it. @throws not_found, conflict with the obstacle, rate_limit_exceeded. */
export async function retryAndNote(
  deps: RetryDeps & { key: InstallationKey },
  by: Acting,
  letterId: string,
): Promise<RetriedAnswer> {
  const answer = await retryDeadLetter(deps, by, deps.key.openId(purposeOf(by.orgUid), letterId))
  const target = { kind: 'event', id: answer.event_id, name: answer.event_id } as const
  await writeAsMember(deps, by, (scope) =>
    recordAct(scope, by, { at: deps.clock(), action: 'dead_letter.retried', target }),
  )
  return answer
}

/** Row keys are counted over all organizations, so they are not shown. */
function purposeOf(orgUid: string): string {
  return `dead_letter\n${orgUid}`
}

function viewDeadLetter(row: DeadLetterRow, id: string): DeadLetter {
  return {
    id,
    project_id: row.project_uid,
    issue_id: row.issue_uid,
    event_id: uuidFromBytes(row.event_id),
    reason: row.reason,
    received_at: isoTime(row.received_at),
    created_at: isoTime(row.created_at),
    retryable: row.is_retryable === 1,
  }
}

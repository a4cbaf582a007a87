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
import type { Acting } from '../accounts/acting.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { keyAfter, keyPlace, pageOf } from '../list-page.ts'
import { projectKey } from '../projects/project-key.ts'
import { type RetryDeps, retryDeadLetter } from './retry-dead-letter.ts'

const CURSOR_SORT = 'dead_letters'

/** Newest first. @throws not_found for an unknown project; invalid_request for a foreign cursor. */
export async function listDeadLetters(
  deps: ActionDeps & { key: InstallationKey },
  org: Org,
  { project_id, limit, cursor }: DeadLetterQuery,
): Promise<DeadLetterPage> {
  const beforeId = keyAfter(cursor, CURSOR_SORT)
  const rows = await deps.database.snapshotOf(org, async (scope) => {
    const projectId = await projectKey(scope, project_id)
    return listLetterRows(scope, projectId, { beforeId, limit: limit + 1 })
  })
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => keyPlace(CURSOR_SORT, id))
  const idOf = (id: number) => deps.key.sealId(purposeOf(org.orgUid), id)
  return { dead_letters: page.map((row) => viewDeadLetter(row, idOf(row.id))), next_cursor: nextCursor }
}

/** As `retryDeadLetter`, by the ID that the list shows. */
export function retryListedLetter(
  deps: RetryDeps & { key: InstallationKey },
  by: Acting,
  letterId: string,
): Promise<RetriedAnswer> {
  return retryDeadLetter(deps, by, deps.key.openId(purposeOf(by.orgUid), letterId))
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

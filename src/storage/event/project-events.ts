import { uuidFromBytes } from '#domain/text/uuid.ts'
import type { OrgScope } from '../engine/scope.ts'
import { documentReader, type EventDocument } from './payload.ts'

export interface ProjectEvent {
  issueId: number
  /** Dashed UUID. */
  eventId: string
  platform: string
  document: EventDocument | null
}

/** Documents in memory at once; each can be a few MB. */
const READ_TOGETHER = 50

/** The `limit` stored events of a project received last, newest first. */
export async function* readProjectEvents(
  scope: OrgScope,
  projectId: number,
  limit: number,
): AsyncGenerator<ProjectEvent, void> {
  let before = Number.MAX_SAFE_INTEGER
  for (let left = limit; left > 0; left -= READ_TOGETHER) {
    const rows = await rowsBefore(scope, { projectId, before, limit: Math.min(left, READ_TOGETHER) })
    const read = documentReader()
    for (const row of rows)
      yield {
        issueId: row.issue_id,
        eventId: uuidFromBytes(row.event_id),
        platform: row.platform,
        document: read(row).document,
      }
    if (rows.length < READ_TOGETHER) return
    before = rows.at(-1)!.seq
  }
}

function rowsBefore(
  scope: OrgScope,
  { projectId, before, limit }: { projectId: number; before: number; limit: number },
) {
  const page = scope.db
    .selectFrom('event')
    .select(['seq', 'issue_id', 'event_id', 'platform'])
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('seq', '<', before)
    .orderBy('seq', 'desc')
    .limit(limit)
  return scope.db
    .selectFrom(page.as('page'))
    .leftJoin('event_payload as payload', (join) =>
      join.on('payload.org_id', '=', scope.orgId).onRef('payload.seq', '=', 'page.seq'),
    )
    .leftJoin('payload_dictionary as dictionary', (join) =>
      join.on('dictionary.org_id', '=', scope.orgId).onRef('dictionary.id', '=', 'payload.dictionary_id'),
    )
    .select(['page.seq', 'page.issue_id', 'page.event_id', 'page.platform'])
    .select(['payload.data', 'payload.dictionary_id', 'dictionary.data as dictionary'])
    .orderBy('page.seq', 'desc')
    .execute()
}

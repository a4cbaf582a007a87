import { type RawBuilder, sql } from 'kysely'
import type { OrgScope } from '../../engine/scope.ts'
import type { IssueRange } from '../range.ts'

export interface TalliedEvent {
  seq: number
  issue_id: number
  project_id: number
  occurred_at: number
  event_id: Buffer
  level: string
  environment: string
  release: string
  browser_name: string | null
  os_name: string | null
  /** Null if it has no document. */
  payload: number | null
  dictionary_id: number | null
}

const READ_TOGETHER = 2000

/** Stored events by issue, the newest of each first: in the order of an index, some thousand in memory at once. */
export async function* streamEvents(
  scope: OrgScope,
  { first, last }: IssueRange,
): AsyncGenerator<TalliedEvent[], void> {
  let next = sql`event.issue_id >= ${first} AND event.issue_id <= ${last}`
  for (;;) {
    const events = await nextEvents(scope, next)
    if (events.length > 0) yield events
    const end = events.at(-1)
    if (end === undefined || events.length < READ_TOGETHER) return
    yield* restOfIssue(scope, end)
    next = sql`event.issue_id > ${end.issue_id} AND event.issue_id <= ${last}`
  }
}

async function* restOfIssue(scope: OrgScope, begun: TalliedEvent): AsyncGenerator<TalliedEvent[], void> {
  for (let end: TalliedEvent | undefined = begun; end !== undefined; ) {
    const { issue_id, occurred_at, event_id }: TalliedEvent = end
    const place = sql`(event.occurred_at, event.event_id) < (${occurred_at}, ${event_id})`
    const events = await nextEvents(scope, sql`event.issue_id = ${issue_id} AND ${place}`)
    if (events.length > 0) yield events
    end = events.length < READ_TOGETHER ? undefined : events.at(-1)
  }
}

async function nextEvents(scope: OrgScope, condition: RawBuilder<unknown>): Promise<TalliedEvent[]> {
  const { rows } = await sql<TalliedEvent>`
    SELECT event.seq, event.issue_id, event.project_id, event.occurred_at, event.event_id, event.level, event.environment,
      event.release, event.browser_name, event.os_name, event_payload.seq AS payload, event_payload.dictionary_id
    FROM event
    LEFT JOIN event_payload ON event_payload.seq = event.seq AND event_payload.org_id = event.org_id
    WHERE event.org_id = ${scope.orgId} AND ${condition}
    ORDER BY event.issue_id, event.occurred_at DESC, event.event_id DESC LIMIT ${READ_TOGETHER}`.execute(
    scope.db,
  )
  return rows
}

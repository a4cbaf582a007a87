import { sql } from 'kysely'
import { HOUR_MS } from '#contract/time.ts'
import { slicesOf } from '#platform/slices.ts'
import type { OrgScope } from '../engine/scope.ts'
import { lockWithRoot } from '../issue/family.ts'
import { addEvicted } from '../issue/stored-counts.ts'
import { recountTags } from '../issue/tag.ts'
import { keepFeedbackOfIssue } from './feedback.ts'

export interface Eviction {
  issueId: number
  /** Only those that occurred before, epoch ms; null: of any age. */
  before: number | null
  limit: number
}

interface OldEvent {
  seq: number
  /** Epoch hour. */
  hour: number
}

const KEYS_PER_STATEMENT = 500

/**
 * Evicts an issue's oldest events, in a transaction: counts stay, rows, documents and unused dictionaries go.
 * With the last event, the addresses and tags that find the issue go too. @returns how many it evicted.
 */
export async function evictEvents(scope: OrgScope, eviction: Eviction): Promise<number> {
  const { issueId } = eviction
  if (!(await lockWithRoot(scope, issueId))) return 0
  const events = await oldestEvents(scope, eviction)
  if (events.length === 0) return 0
  await deleteEvents(
    scope,
    issueId,
    events.map(({ seq }) => seq),
  )
  await moveHours(scope, issueId, events)
  await addEvicted(scope, issueId, events.length)
  await dropUnusedDictionaries(scope, issueId)
  await dropUnusedLinks(scope, issueId)
  return events.length
}

async function oldestEvents(scope: OrgScope, { issueId, before, limit }: Eviction): Promise<OldEvent[]> {
  let query = scope.db
    .selectFrom('event')
    .select(['seq', sql<number>`occurred_at / ${sql.lit(HOUR_MS)}`.as('hour')])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', '=', issueId)
    .orderBy('occurred_at')
    .orderBy('event_id')
    .limit(limit)
  if (before !== null) query = query.where('occurred_at', '<', before)
  return query.execute()
}

async function deleteEvents(scope: OrgScope, issueId: number, seqs: readonly number[]): Promise<void> {
  for (const some of slicesOf(seqs, KEYS_PER_STATEMENT)) {
    await keepFeedbackOfIssue(scope, issueId, some)
    await scope.db.deleteFrom('event').where('org_id', '=', scope.orgId).where('seq', 'in', some).execute()
  }
}

async function moveHours(scope: OrgScope, issueId: number, events: readonly OldEvent[]): Promise<void> {
  const hours = [...Map.groupBy(events, ({ hour }) => hour)].map(([hour, group]) => ({
    hour,
    count: group.length,
  }))
  for (const some of slicesOf(hours, KEYS_PER_STATEMENT)) {
    const rows = some.map(({ hour, count }) => sql`(CAST(${hour} AS BIGINT), CAST(${count} AS BIGINT))`)
    await sql`UPDATE issue_hour SET
        stored_event_count = issue_hour.stored_event_count - v.column2,
        evicted_event_count = issue_hour.evicted_event_count + v.column2
      FROM (VALUES ${sql.join(rows)}) AS v
      WHERE issue_hour.org_id = ${scope.orgId} AND issue_hour.issue_id = ${issueId}
        AND issue_hour.hour = v.column1`.execute(scope.db)
  }
}

/** New documents are written with the newest dictionary, so the search for one that uses it ends at once. */
async function dropUnusedDictionaries(scope: OrgScope, issueId: number): Promise<void> {
  await scope.db
    .deleteFrom('payload_dictionary')
    .where('org_id', '=', scope.orgId)
    .where('issue_id', '=', issueId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('event')
            .innerJoin('event_payload', 'event_payload.seq', 'event.seq')
            .select('event.seq')
            .where('event_payload.org_id', '=', scope.orgId)
            .where('event.org_id', '=', scope.orgId)
            .where('event.issue_id', '=', issueId)
            .whereRef('event_payload.dictionary_id', '=', 'payload_dictionary.id'),
        ),
      ),
    )
    .execute()
}

async function dropUnusedLinks(scope: OrgScope, issueId: number): Promise<void> {
  const event = await scope.db
    .selectFrom('event')
    .select('seq')
    .where('org_id', '=', scope.orgId)
    .where('issue_id', '=', issueId)
    .limit(1)
    .executeTakeFirst()
  if (event) return
  for (const table of ['issue_email', 'issue_tag', 'issue_message'] as const) {
    await scope.db
      .deleteFrom(table)
      .where('org_id', '=', scope.orgId)
      .where('issue_id', '=', issueId)
      .execute()
  }
  await recountTags(scope, [issueId])
}

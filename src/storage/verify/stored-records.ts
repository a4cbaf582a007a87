import { sql } from 'kysely'
import type { Queries } from '../engine/scope.ts'

export interface RecordKey {
  projectId: number
  /** 16 bytes. */
  eventId: Uint8Array
  receivedAt: number
}

/** How many of these records (a few hundred at most) are stored as events: they were processed. */
export async function countStoredRecords(db: Queries, records: readonly RecordKey[]): Promise<number> {
  if (records.length === 0) return 0
  const keys = records.map(
    ({ projectId, eventId, receivedAt }) =>
      sql`(project_id = ${projectId} AND event_id = ${Buffer.from(eventId)} AND received_at = ${receivedAt})`,
  )
  const orgs = db
    .selectFrom('project')
    .select('org_id')
    .where('id', 'in', [...new Set(records.map(({ projectId }) => projectId))])
  const row = await db
    .selectFrom('event')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', 'in', orgs)
    .where(sql<boolean>`(${sql.join(keys, sql` OR `)})`)
    .executeTakeFirstOrThrow()
  return row.count
}

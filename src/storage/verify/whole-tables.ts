import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../scope.ts'
import type { Difference } from './difference.ts'

/** Tables whose rows hang on an issue; alerts outlive theirs. */
const OF_ISSUES = [
  'issue_own',
  'issue_fingerprint',
  'issue_preview',
  'issue_hour',
  'issue_day',
  'issue_user',
  'issue_facet',
  'issue_email',
  'issue_activity',
  'issue_comment',
  'payload_dictionary',
  'event',
  'dead_letter',
] as const

/** Rows that hang on something that does not exist. */
export async function orphanProblems(db: Queries): Promise<Difference[]> {
  const found: Difference[] = []
  for (const table of OF_ISSUES) {
    const name = sql.table(table)
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM ${name} AS part WHERE part.issue_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM issue WHERE issue.org_id = part.org_id AND issue.id = part.issue_id)`.execute(db)
    found.push(...orphans(table, rows[0]!.count, 'an issue'))
  }
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM event_payload AS part WHERE NOT EXISTS (
      SELECT 1 FROM event WHERE event.seq = part.seq AND event.org_id = part.org_id)`.execute(db)
  found.push(...orphans('event_payload', rows[0]!.count, 'an event'))
  return found
}

function orphans(table: string, count: number, owner: string): Difference[] {
  if (count === 0) return []
  const message = `${count} rows hang on ${owner} that does not exist`
  return [{ check: 'orphans', subject: `table ${table}`, message }]
}

/** As `consumer.ts` hands out the row keys of events. */
const EVENT_KEY_LANES = 64

/** Lanes whose next event would get a row key that is taken, or none. */
export async function positionProblems(db: Queries): Promise<Difference[]> {
  const lanes = await db
    .selectFrom('consumer')
    .select(['lane', 'next_event_number'])
    .orderBy('lane')
    .execute()
  const found: Difference[] = []
  for (const { lane, next_event_number: next } of lanes) {
    const highest = await highestSeq(db, sql<boolean>`seq % ${sql.lit(EVENT_KEY_LANES)} = ${lane}`)
    if (highest === null || highest < next * EVENT_KEY_LANES + lane) continue
    const message = `its next event number is ${next}, but event row ${highest} is taken`
    found.push({ check: 'consumer.next_event_number', subject: `lane ${lane}`, message })
  }
  const known = lanes.map(({ lane }) => sql`, ${lane}`)
  const other = await highestSeq(
    db,
    sql<boolean>`seq % ${sql.lit(EVENT_KEY_LANES)} NOT IN (-1${sql.join(known, sql``)})`,
  )
  if (other !== null) {
    const message = `event row ${other} is there, but no place where its lane goes on`
    found.push({
      check: 'consumer.next_event_number',
      subject: `lane ${other % EVENT_KEY_LANES}`,
      message,
    })
  }
  return found
}

/** A whole table is read, and none of it sorted or kept. */
async function highestSeq(db: Queries, condition: RawBuilder<boolean>): Promise<number | null> {
  const row = await db
    .selectFrom('event')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where(condition)
    .executeTakeFirstOrThrow()
  return row.seq
}

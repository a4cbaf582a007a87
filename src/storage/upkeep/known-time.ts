import { sql } from 'kysely'
import type { Database } from '../engine/database.ts'
import type { Queries } from '../engine/scope.ts'

/** PostgreSQL's clock, epoch ms. */
export const SERVER_MS = sql<number>`floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

const KNOWN = 'known_time'
const ACCEPTED = 'accepted_time'

export interface KnownTime {
  /** That retention went by last, epoch ms; null before it was ever noted. */
  known: number | null
  /** That an operator has last said is right; null: never. */
  accepted: number | null
}

export async function readKnownTime(db: Queries): Promise<KnownTime> {
  const rows = await db.selectFrom('setting').selectAll().where('name', 'in', [KNOWN, ACCEPTED]).execute()
  const textOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.value
  const [known, accepted] = [textOf(KNOWN), textOf(ACCEPTED)]
  return { known: known ? Number(known) : null, accepted: accepted ? Number(accepted) : null }
}

/** Notes that an operator says it is this time, epoch ms: every node takes it over. */
export async function acceptTime(db: Queries, time: number): Promise<void> {
  const value = String(time)
  for (const name of [KNOWN, ACCEPTED]) {
    await db
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  }
}

/** Notes the time retention goes by, unless another one than `before` was noted meanwhile. @returns false then. */
export async function noteKnownTime(db: Queries, time: number, before: number | null): Promise<boolean> {
  const value = String(Math.floor(time))
  const row = await db
    .insertInto('setting')
    .values({ name: KNOWN, value })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value })
        .where('setting.value', '=', before === null ? '' : String(before)),
    )
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** When the pipeline last worked, epoch ms: what an installation knows of the time that has not noted it yet. */
export async function lastProcessedAt(db: Queries): Promise<number | null> {
  const { at } = await db
    .selectFrom('consumer')
    .select((eb) => eb.fn.max<number | null>('updated_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/** The clock of the database's server, epoch ms; null on SQLite, which has none of its own. */
export async function databaseTime({
  dialect,
  queries,
}: Pick<Database, 'dialect' | 'queries'>): Promise<number | null> {
  if (dialect === 'sqlite') return null
  const { rows } = await sql<{ now: number }>`SELECT ${SERVER_MS} AS now`.execute(queries)
  return Number(rows[0]!.now)
}

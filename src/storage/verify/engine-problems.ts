import { sql } from 'kysely'
import { dialectOf } from '../engine/dialect-of.ts'
import type { Queries } from '../engine/scope.ts'
import type { Difference } from './difference.ts'

const MAX_PROBLEMS = 100

export interface EngineCheck {
  differences: Difference[]
  /** Why it could not check; null if it did. */
  skipped: string | null
}

/** Runs the engine's own check of tables and indexes, inside of the transaction at hand. */
export function checkEngine(db: Queries): Promise<EngineCheck> {
  return dialectOf({ db }) === 'sqlite' ? checkSqlite(db) : checkPostgres(db)
}

async function checkSqlite(db: Queries): Promise<EngineCheck> {
  const { rows } = await sql<{ integrity_check: string }>`
    PRAGMA integrity_check(${sql.lit(MAX_PROBLEMS)})`.execute(db)
  const differences = rows
    .filter(({ integrity_check: said }) => said !== 'ok')
    .map(({ integrity_check: said }) => engineDifference('errata.db', said))
  return { differences, skipped: null }
}

async function checkPostgres(db: Queries): Promise<EngineCheck> {
  const { rows } = await sql<{ usable: boolean }>`
    SELECT EXISTS (SELECT 1 FROM pg_proc WHERE proname = 'bt_index_check'
      AND has_function_privilege(oid, 'EXECUTE')) AS usable`.execute(db)
  if (!rows[0]?.usable) {
    const skipped =
      'the indexes of PostgreSQL were not checked: CREATE EXTENSION amcheck, and grant EXECUTE on bt_index_check'
    return { differences: [], skipped }
  }
  const indexes = await sql<{ name: string; id: number }>`
    SELECT index.relname AS name, index.oid::bigint AS id FROM pg_class AS index
    JOIN pg_am ON pg_am.oid = index.relam AND pg_am.amname = 'btree'
    JOIN pg_index ON pg_index.indexrelid = index.oid AND pg_index.indisvalid
    WHERE index.relkind = 'i' AND index.relnamespace = current_schema()::regnamespace
    ORDER BY index.relname`.execute(db)
  const differences: Difference[] = []
  for (const { name, id } of indexes.rows) {
    const said = await indexProblem(db, id)
    if (said !== null) differences.push(engineDifference(`index ${name}`, said))
  }
  return { differences, skipped: null }
}

/** A failed statement ends its transaction, but for what is behind a savepoint. */
async function indexProblem(db: Queries, id: number): Promise<string | null> {
  await sql`SAVEPOINT index_check`.execute(db)
  try {
    await sql`SELECT bt_index_check(${id}::bigint::oid)`.execute(db)
    return null
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT index_check`.execute(db)
    return (error as Error).message
  }
}

function engineDifference(subject: string, said: string): Difference {
  return { check: 'engine.integrity', subject, message: said }
}

import { sql } from 'kysely'
import type { Queries } from '../engine/scope.ts'

/** Below this size, in pages of 8 kB, no plan is slow. */
const SMALL_PAGES = 8

/**
 * Has PostgreSQL look at tables that are twice as large as when it last did. Its own autovacuum comes once a minute, or not
 * at all; until then it takes new tables for empty, and joins them by reading one whole for each row of the other. What
 * another session works on is left to the next round.
 */
export async function refreshStatistics(queries: Queries): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
      AND pg_has_role(session_user, relowner, 'USAGE')
      AND pg_relation_size(oid) > (2 * relpages + ${SMALL_PAGES}) * current_setting('block_size')::bigint`.execute(
    queries,
  )
  for (const { name } of rows) {
    await queries.transaction().execute(async (tx) => {
      // Only their owner may, which is who signed in.
      await sql`SET LOCAL ROLE NONE`.execute(tx)
      await sql`ANALYZE (SKIP_LOCKED) ${sql.table(name)}`.execute(tx)
    })
  }
}

import { sql } from 'kysely'
import { MINUTE_MS } from '#contract/time.ts'
import type { Queries } from '../engine/scope.ts'

/** Rows that may have changed unseen: a new organization with fewer is quick whatever the plan. */
const FEW_ROWS = 1000
/** Looking at a large table takes half a second. */
const REST_MS = 5 * MINUTE_MS

/**
 * Has PostgreSQL look at tables that are twice as large as when it last did, and after five minutes at those that changed
 * at all. Its own autovacuum waits for a tenth of a table to change, or is off; until then it takes a new table for empty
 * and a new organization for one row, and joins them by reading all of one for each row of the other. Small tables count:
 * if it expects one project and there are 200, it reads the events of each. What another session works on is left to the
 * next round.
 */
export async function refreshStatistics(queries: Queries, restMs = REST_MS): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
      AND pg_has_role(session_user, c.relowner, 'USAGE')
      AND (pg_relation_size(c.oid) > 2 * c.relpages * current_setting('block_size')::bigint
        OR (s.n_mod_since_analyze > ${FEW_ROWS}
          AND coalesce(greatest(s.last_analyze, s.last_autoanalyze), '-infinity') < now() - ${restMs} * interval '1 ms'))`.execute(
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

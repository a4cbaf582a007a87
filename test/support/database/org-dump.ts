import { sql } from 'kysely'
import type { Database } from '#storage/engine/database.ts'

/** Columns that say when someone was there last; a refused request may move them. */
const VISITS = new Set(['last_used_at', 'last_seen_at', 'expires_at'])
/** Tables in which an issue's or a release's `last_seen_at` is data. */
const OF_CALLERS = new Set(['session', 'agent_token', 'app_user'])

/** Every row of an organization (row key), by table, in a form that can be compared. */
export async function dumpOrg({ queries }: Database, orgId: number): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {}
  for (const { name, columns } of await tablesOf(queries)) {
    const condition = conditionFor(
      name,
      columns.some((column) => column.name === 'org_id'),
    )
    if (!condition || name.startsWith('journal_')) continue
    const query = sql<
      Record<string, unknown>
    >`SELECT * FROM ${sql.table(name)} WHERE ${sql.ref(condition)} IN`
    const { rows } = await sql<Record<string, unknown>>`${query} (${idsFor(name, orgId)})`.execute(queries)
    dump[name] = rows.map((row) => JSON.stringify(withoutVisits(name, row))).sort()
  }
  return dump
}

type Tables = Awaited<ReturnType<Database['queries']['introspection']['getTables']>>

/** The catalogue is read once: that takes longer than the rows do. */
const tables = new WeakMap<Database['queries'], Promise<Tables>>()

function tablesOf(queries: Database['queries']): Promise<Tables> {
  const known = tables.get(queries) ?? queries.introspection.getTables()
  tables.set(queries, known)
  return known
}

/** The column by which a row belongs to an organization; null if none does. */
function conditionFor(table: string, hasOrgId: boolean): string | null {
  if (table === 'org' || table === 'app_user') return 'id'
  return hasOrgId ? 'org_id' : null
}

function idsFor(table: string, orgId: number) {
  return table === 'app_user' ? sql`SELECT user_id FROM membership WHERE org_id = ${orgId}` : sql`${orgId}`
}

function withoutVisits(table: string, row: Record<string, unknown>): unknown[] {
  const columns = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))
  const kept = columns.filter(([column]) => !(OF_CALLERS.has(table) && VISITS.has(column)))
  // As JSON, a number for each byte would take longer than everything else here.
  return kept.map(([column, value]) => [column, Buffer.isBuffer(value) ? value.toString('base64') : value])
}

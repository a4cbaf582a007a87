import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import type { Engine } from '../database/engines.ts'
import { HAS_PLAN, type PlanProbe, type Statement, type TableRead } from './plan-probe.ts'

/** A node of `EXPLAIN (FORMAT JSON)`. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/**
 * PostgreSQL's probe. It plans by the rows that are there: seed some thousands; what is asked of tables with hardly
 * any is left out. Reading a table through is made out to be dear, so that it is read whole only if no index leads
 * to a part.
 */
export async function openPostgresProbe(
  engine: Engine,
  seed: (database: Database) => Promise<void>,
): Promise<PlanProbe> {
  const databaseUrl = await engine.databaseUrl()
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-plans-'))
  const database = await openDatabase({ dataDir, databaseUrl })
  await seed(database)
  const planner = new pg.Client({ connectionString: databaseUrl! })
  await planner.connect()
  await planner.query('VACUUM ANALYZE')
  await planner.query("SET enable_seqscan = off; SET random_page_cost = 1.1; SET errata.org_id = '0'")
  // As a request is planned: row-level security keeps PostgreSQL from joining what it would join without.
  await planner.query('SET ROLE errata_tenant')
  const { rows } = await planner.query<{ index: string; table: string; pages: number }>(`
    SELECT i.relname AS index, t.relname AS table, t.relpages AS pages
    FROM pg_index JOIN pg_class i ON i.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
    WHERE t.relnamespace = current_schema()::regnamespace`)
  const tableOf = new Map(rows.map(({ index, table }) => [index, table]))
  const pagesOf = new Map(rows.map(({ table, pages }) => [table, pages]))
  return {
    database,
    statementsOf: notedDuring,
    async readsOf(ask) {
      const reads: TableRead[] = []
      for (const [sql, parameters] of await notedDuring(ask)) {
        const explained = await planner.query(`EXPLAIN (FORMAT JSON) ${sql}`, [...parameters])
        const [plan] = explained.rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }]
        reads.push(...readsOfNode(plan.Plan, tableOf))
      }
      // A table of one page is best read whole.
      return reads.filter(({ table }) => (pagesOf.get(table) ?? 0) > 1)
    },
    async close() {
      await planner.end()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** What the driver is asked to run meanwhile, without what binds connections. */
async function notedDuring(ask: () => Promise<unknown>): Promise<Statement[]> {
  const noted = new Map<string, readonly unknown[]>()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function noting(this: pg.Client, ...call: unknown[]) {
    const [sql, parameters] = call
    if (typeof sql === 'string' && Array.isArray(parameters) && HAS_PLAN.test(sql)) {
      noted.set(sql, parameters)
    }
    return Reflect.apply(query, this, call)
  } as typeof query
  try {
    await ask()
  } finally {
    pg.Client.prototype.query = query
  }
  if (noted.size === 0) throw new Error('No statement was noted.')
  return [...noted]
}

/** What a policy compares with. */
const BOUND = "(current_setting('errata.org_id'::text))::bigint"

function readsOfNode(node: PlanNode, tableOf: ReadonlyMap<string, string>): TableRead[] {
  const reads = (node.Plans ?? []).flatMap((child) => readsOfNode(child, tableOf))
  const { 'Node Type': type, 'Index Name': index = null, 'Index Cond': condition } = node
  const table = index === null ? node['Relation Name'] : tableOf.get(index)
  if (!table || (type !== 'Seq Scan' && index === null)) return reads
  const isByOrganization = /^\(\(?(?:\w+\.)?org_id = [^()]*\)?\)$/.test(condition?.replace(BOUND, '') ?? '')
  const reach = condition === undefined ? 'table' : isByOrganization ? 'organization' : 'part'
  return [...reads, { table, index, reach, line: `${type} ${index ?? ''} ${condition ?? ''}` }]
}

import pg from 'pg'

/** What a question makes PostgreSQL do. */
export interface ServerCost {
  statements: number
  /** Pages that were looked at, found in memory or read. */
  pages: number
  /** Rows that were looked at in tables and indexes, before any condition that no index answers. */
  rows: number
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

export interface CostMeter {
  /** Asks, then runs each statement of it again by itself, as an organization's own role. */
  costOf(ask: () => Promise<unknown>): Promise<ServerCost>
  close(): Promise<void>
}

const READS = /^\s*(select|with)\b/i

/** Counts what PostgreSQL reads for one organization: the same on a busy machine as on an idle one. */
export async function openCostMeter(databaseUrl: string, orgId: number): Promise<CostMeter> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`SET ROLE errata_tenant; SET errata.org_id = '${orgId}'`)
  return {
    async costOf(ask) {
      const statements = await statementsOf(ask)
      const cost = { statements: statements.length, pages: 0, rows: 0 }
      for (const [sql, parameters] of statements) {
        const explain = `EXPLAIN (ANALYZE, BUFFERS, TIMING off, FORMAT JSON) ${sql}`
        const { rows } = await client.query(explain, [...parameters])
        const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }]
        cost.pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
        cost.rows += rowsOf(plan)
      }
      return cost
    },
    close: () => client.end(),
  }
}

function rowsOf(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0)
  if (!node['Node Type'].includes('Scan') || node['Relation Name'] === undefined) return below
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return below + (node['Actual Rows'] + removed) * node['Actual Loops']
}

type Statement = [sql: string, parameters: readonly unknown[]]

async function statementsOf(ask: () => Promise<unknown>): Promise<Statement[]> {
  const noted: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function noting(this: pg.Client, ...call: unknown[]) {
    const [sql, parameters] = call
    if (typeof sql === 'string' && Array.isArray(parameters) && READS.test(sql)) noted.push([sql, parameters])
    return Reflect.apply(query, this, call)
  } as typeof query
  try {
    await ask()
  } finally {
    pg.Client.prototype.query = query
  }
  return noted
}

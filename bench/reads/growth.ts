import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '#storage/engine/database.ts'
import { startPostgres } from '../../test/support/database/postgres.ts'
import { queryQuestions } from '../query-questions.ts'
import { findQueryData, type QueryDataSize, seedQueryData } from '../seed/queries.ts'
import { openCostMeter, type ServerCost } from './statement-cost.ts'

/**
 * What the reads behind the API make PostgreSQL read while the data doubles twice: `node bench/reads/growth.ts
 * [--events 400000] [--only REGULAR-EXPRESSION] [--cluster postgres://…/postgres]`. Prints rows and pages of each, those that grow
 * most first. With fewer than 250,000 events, the smallest issues that it asks about lack the page at offset 1,000. Rows don't depend on what else the machine does. With a cluster, its databases `reads_…` are kept, and used again.
 */
const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '400000' },
    only: { type: 'string', default: '90d|timeline|events|completion|busiest|largest|family' },
    cluster: { type: 'string' },
  },
})
const most = Number(options.events)
const only = new RegExp(options.only)

const dataDir = mkdtempSync(join(tmpdir(), 'errata-reads-'))
const own = options.cluster === undefined ? await startPostgres({ isDurable: false }) : null
const cluster = options.cluster ?? own?.url
if (cluster === undefined) throw new Error('There is no PostgreSQL on this machine; give a --cluster.')
try {
  const costs: Map<string, ServerCost>[] = []
  for (const events of [most / 4, most / 2, most]) costs.push(await costsOf(cluster, events))
  print(costs)
} finally {
  await own?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

function sizeOf(events: number): QueryDataSize {
  const issues = Math.floor(events / 20)
  return { issues, events, projects: 10, hotEvents: events / 40, families: Math.floor(issues / 100) }
}

async function costsOf(clusterUrl: string, events: number): Promise<Map<string, ServerCost>> {
  const databaseUrl = await databaseOf(clusterUrl, `reads_${events}`)
  const database = await openDatabase({ dataDir, databaseUrl })
  try {
    const found = await findQueryData(database)
    const now = found?.now ?? Date.now()
    const data = found?.data ?? (await seedQueryData(database, sizeOf(events), now))
    await onServer(databaseUrl, 'VACUUM ANALYZE')
    const meter = await openCostMeter(databaseUrl, data.orgId)
    const costs = new Map<string, ServerCost>()
    try {
      for (const { name, ask } of await queryQuestions(database, data, now)) {
        const label = name.replace(data.projects[0]!.projectUid, 'of a project')
        if (only.test(name)) costs.set(label, await meter.costOf(ask))
      }
    } finally {
      await meter.close()
    }
    return costs
  } finally {
    await database.close()
  }
}

async function databaseOf(clusterUrl: string, name: string): Promise<string> {
  const isThere = await onServer(clusterUrl, `SELECT 1 FROM pg_database WHERE datname = '${name}'`)
  if (!isThere) await onServer(clusterUrl, `CREATE DATABASE ${name}`)
  return Object.assign(new URL(clusterUrl), { pathname: `/${name}` }).href
}

/** @returns whether there are rows. */
async function onServer(url: string, statement: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return ((await client.query(statement)).rowCount ?? 0) > 0
  } finally {
    await client.end()
  }
}

function print(costs: readonly Map<string, ServerCost>[]): void {
  const last = costs.at(-1)!
  const growth = (name: string) => last.get(name)!.rows / Math.max(1, costs[0]!.get(name)?.rows ?? 1)
  const names = [...last.keys()].sort((a, b) => growth(b) - growth(a))
  console.log('growth  rows (pages) as the data doubles twice')
  for (const name of names) {
    const each = costs.map((of) =>
      `${of.get(name)?.rows ?? '?'} (${of.get(name)?.pages ?? '?'})`.padStart(16),
    )
    console.log(`${growth(name).toFixed(1).padStart(6)} ${each.join(' ')}  ${name}`)
  }
}

import { onTestFinished } from 'vitest'
import { onDatabase } from '../database/on-database.ts'
import { Service, type ServiceOptions } from './service.ts'

/** Starts several services on one PostgreSQL, one after the other; removed after the test. */
export async function startNodes(databaseUrl: string, count: number, options: ServiceOptions = {}) {
  const nodes: Service[] = []
  for (let n = 0; n < count; n++) {
    const node = new Service({ ...options, databaseUrl })
    onTestFinished(() => node.close())
    await node.start()
    nodes.push(node)
  }
  return nodes
}

/** How many lanes each node has that has any, most first; by PostgreSQL's clock. */
export async function laneShares(databaseUrl: string): Promise<number[]> {
  const rows = await onDatabase<{ lanes: number }>(
    databaseUrl,
    `SELECT count(*)::int AS lanes FROM lease
     WHERE name LIKE 'lane %' AND expires_at > extract(epoch FROM clock_timestamp()) * 1000
     GROUP BY holder ORDER BY lanes DESC`,
  )
  return rows.map(({ lanes }) => lanes)
}

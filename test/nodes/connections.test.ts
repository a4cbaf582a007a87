import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Project, sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { onDatabase } from '../support/database/on-database.ts'
import { postgresMissing, sharedDatabase } from '../support/database/shared-postgres.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { startNodes } from '../support/server/node-set.ts'

const LOAD_MS = 4_000
/** The load goes on as long as this until every pool is used, and half of the connections are: a busy machine is slow at it. */
const LONGEST_LOAD_MS = DEADLINE_MS
const [PROJECTS, SENDERS, READERS] = [16, 48, 24]
const OPERATIONS = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')

/** The table of docs/operations.md, and the sum that its text names. */
function documented() {
  const rows = [...OPERATIONS.matchAll(/^\|.*\| `(errata[a-z ]*)` \| (\d+) \|$/gm)]
  const pools = new Map(rows.map(([, name, most]) => [name!, Number(most)]))
  return { pools, total: Number(/A node opens at most (\d+)/.exec(OPERATIONS)?.[1]) }
}

function sumOf(connections: ReadonlyMap<string, number>): number {
  return connections.values().reduce((sum, open) => sum + open, 0)
}

/** Opened with the first source map, of which none are uploaded here. */
const OF_SOURCE_MAPS = 'errata source maps'

describe.skipIf(postgresMissing)(postgresMissing ?? 'the connections of a node', () => {
  it('stay within what docs/operations.md says, pool by pool, under load', async () => {
    const { pools, total } = documented()
    expect(sumOf(pools)).toBe(total)
    const databaseUrl = await sharedDatabase()
    const [node] = await startNodes(databaseUrl, 1, {
      env: { SVC_SPIKE_EVENTS_PER_MINUTE: '100000', SVC_INGEST_HOURLY_CAP: '1000000' },
    })
    const client = await signedIn(node!.url)
    const projects: Project[] = []
    for (let n = 0; n < PROJECTS; n++) projects.push(await client.createProject(`project ${n}`))
    const used = [...pools.keys()].filter((name) => name !== OF_SOURCE_MAPS)
    const most = new Map<string, number>()
    const start = performance.now()
    const goesOn = () => {
      const spentMs = performance.now() - start
      const isLoaded = most.size >= used.length && sumOf(most) > total / 2
      return spentMs < (isLoaded ? LOAD_MS : LONGEST_LOAD_MS)
    }
    const until = async (work: (n: number) => Promise<unknown>) => {
      for (let n = 0; goesOn(); n++) await work(n).catch(() => {})
    }
    const send = (n: number) => {
      const body = `{}\n{"type":"event"}\n{"message":"hello ${n % 7}","platform":"javascript"}`
      return fetch(node!.url + sdkEnvelopePath(projects[n % PROJECTS]!), { method: 'POST', body })
    }
    // One that was there before as well: a connection that its pool has closed may stay in the list for a moment, and
    // one that is only starting may have no name yet.
    let before = new Set<number>()
    const count = async () => {
      const rows = await onDatabase<{ name: string; pid: number }>(
        databaseUrl,
        `SELECT application_name AS name, pid FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      )
      const open = Map.groupBy(rows, ({ name }) => name)
      for (const [name, connections] of open) {
        const lasting = connections.filter(({ pid }) => before.has(pid)).length
        if (lasting > 0) most.set(name, Math.max(lasting, most.get(name) ?? 0))
      }
      before = new Set(rows.map(({ pid }) => pid))
      await sleep(250)
    }
    await Promise.all([
      ...Array.from({ length: SENDERS }, (_, sender) => until((n) => send(n + sender))),
      ...Array.from({ length: READERS }, () => until((n) => client.allIssues(projects[n % PROJECTS]!.id))),
      until(count),
    ])
    expect([...most.keys()].sort()).toEqual(used.sort())
    for (const [name, bound] of pools) expect([name, (most.get(name) ?? 0) <= bound]).toEqual([name, true])
    // Else there was no load to speak of.
    expect(sumOf(most)).toBeGreaterThan(total / 2)
  })
})

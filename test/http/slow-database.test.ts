import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { type Project, sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { tokenClient } from '../support/client/token-client.ts'
import type { Engine } from '../support/database/engines.ts'
import { postgresMissing, sharedDatabase } from '../support/database/shared-postgres.ts'
import { startApiServer } from '../support/server/api-server.ts'
import { Service } from '../support/server/service.ts'

/** Far from the minute after which a connection is given up. */
const MOST_MS = 30_000
/** How long a change waits for the lock of another program. */
const LOCK_WAIT_MS = 5_000

describe.skipIf(postgresMissing)('a query that PostgreSQL cancels', () => {
  test('is answered 503, and says that it took too long and nothing about a disk', async () => {
    const url = (await sharedDatabase())!
    const limited = `${url}${url.includes('?') ? '&' : '?'}options=-c%20statement_timeout%3D1000`
    const engine: Engine = { name: 'PostgreSQL', missing: null, databaseUrl: async () => limited }
    const server = await startApiServer({ engine })
    const other = new Client({ connectionString: url })
    try {
      const client = await server.signIn(await server.newOwner())
      await other.connect()
      await other.query('BEGIN')
      await other.query('LOCK TABLE issue IN ACCESS EXCLUSIVE MODE')
      const answer = await client.request<{ error: string; message: string }>('GET', '/api/v1/issues')
      expect([answer.status, answer.body.error]).toEqual([503, 'query_too_slow'])
      expect(answer.body.message).toMatch(/took too long/)
      expect(answer.body.message).not.toMatch(/disk/)
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      await other.query('ROLLBACK')
      expect((await client.request('GET', '/api/v1/issues')).status).toBe(200)
    } finally {
      await other.end()
      await server.close()
    }
  })
})

// Beside one another: they wait for locks.
describe.concurrent('what another program has locked', () => {
  test.skipIf(postgresMissing)(
    'a table holds changes and the reading of sessions for seconds; then the answer is 503, to try again',
    async ({ expect, onTestFinished }) => {
      const url = (await sharedDatabase())!
      const service = new Service({ databaseUrl: url })
      onTestFinished(() => service.close())
      await service.start()
      const client = await signedIn(service.url)
      const project = await client.createProject()
      const other = new Client({ connectionString: url })
      await other.connect()
      onTestFinished(() => other.end())
      for (const table of ['project', 'session']) {
        await other.query('BEGIN')
        await other.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
        const begun = performance.now()
        const answer = await client.request('PATCH', `/api/v1/projects/${project.id}`, {
          name: `not ${table}`,
        })
        expect(performance.now() - begun).toBeLessThan(MOST_MS)
        expect(answer).toMatchObject({ status: 503, body: { error: 'storage_unavailable' } })
        expect(answer.body).toMatchObject({ message: 'The database is busy. Try again shortly.' })
        await other.query('ROLLBACK')
      }
      expect(
        (await client.request('PATCH', `/api/v1/projects/${project.id}`, { name: 'changed' })).status,
      ).toBe(200)
    },
  )

  test('an SQLite file holds no read and no event; changes wait for seconds together and are answered 503', async ({
    expect,
    onTestFinished,
  }) => {
    const service = new Service({})
    onTestFinished(() => service.close())
    await service.start()
    const client = await signedIn(service.url)
    const project = await client.createProject()
    const unknownYet = await client.createProject('unknown yet')
    const { client: agent } = await tokenClient(client)
    const other = new Sqlite(join(service.dataDir, 'errata.db'))
    onTestFinished(() => void other.close())
    const change = (name: string) => client.request('PATCH', `/api/v1/projects/${project.id}`, { name })

    other.exec('BEGIN IMMEDIATE')
    const begun = performance.now()
    const changes = Promise.all(Array.from({ length: 8 }, (_, index) => change(`name ${index}`)))
    // The lock is still held when these are answered.
    const reads = [client.request('GET', '/api/v1/issues'), agent.request('GET', '/api/v1/issues')]
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200])
    expect(await send(service, unknownYet)).toBe(200)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    expect((await changes).map(({ status }) => status)).toEqual(Array(8).fill(503))
    expect(performance.now() - begun).toBeLessThan(2 * LOCK_WAIT_MS)

    const late = change('late')
    other.exec('ROLLBACK')
    expect((await late).status).toBe(200)
  })
})

async function send(service: Service, project: Project): Promise<number> {
  const body = '{}\n{"type":"event"}\n{"message":"hello"}'
  return (await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', body })).status
}

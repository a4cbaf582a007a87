import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, it, type TestContext } from 'vitest'
import { type Project, sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { postgresMissing, sharedDatabase } from '../support/database/shared-postgres.ts'
import { obstructStorage } from '../support/database/storage-obstacle.ts'
import { Service } from '../support/server/service.ts'

const SHIFTED_CLOCK = new URL('../support/server/shifted-clock.ts', import.meta.url)

interface Readiness {
  status: string
  checks: Record<string, string>
  problems?: { check: string; message: string }[]
}

async function readiness(service: Service): Promise<Readiness & { code: number }> {
  const answer = await fetch(`${service.url}/readyz`)
  return { code: answer.status, ...((await answer.json()) as Readiness) }
}

async function send(service: Service, project: Project): Promise<number> {
  const body = '{}\n{"type":"event"}\n{"message":"hello"}'
  return (await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', body })).status
}

const CHECKS = { storage: 'ok', journal: 'ok', pipeline: 'ok', clock: 'ok' }
const READY = { code: 200, status: 'ok', checks: CHECKS }

async function started(databaseUrl: string | null, { onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const service = new Service({ databaseUrl, env: { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}` } })
  onTestFinished(() => service.close())
  await service.start()
  const client = await signedIn(service.url)
  return { service, client, project: await client.createProject() }
}

/** One statement on the test's database, outside of the service. */
async function onDatabase(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

describeOn(ENGINES, '/readyz', (engine) => {
  it('a pipeline that fails again and again is degraded after a minute, with what to do, and ready once it works', async (context) => {
    const databaseUrl = await engine.databaseUrl()
    const { service, client, project } = await started(databaseUrl, context)
    expect(await readiness(service)).toEqual(READY)
    const remove = await obstructStorage({ dataDir: service.dataDir, databaseUrl })
    expect(await send(service, project)).toBe(200)
    await expect.poll(() => service.stderr).toContain('pipeline trouble')
    expect(await readiness(service)).toEqual(READY)
    process.kill(service.pid, 'SIGUSR2')
    await expect
      .poll(() => readiness(service))
      .toMatchObject({
        code: 200,
        status: 'degraded',
        checks: { storage: 'ok', journal: 'ok', pipeline: 'degraded' },
        problems: [{ check: 'pipeline', message: expect.stringMatching(/for 1 min\..*"pipeline trouble"/) }],
      })
    if (databaseUrl !== null) {
      await onDatabase(databaseUrl, 'UPDATE journal_record SET received_at = received_at - 300000')
      await expect.poll(async () => (await readiness(service)).code).toBe(503)
      expect(await readiness(service)).toMatchObject({
        status: 'unavailable',
        checks: { storage: 'ok', journal: 'ok', pipeline: 'failed' },
        problems: [{ check: 'pipeline', message: expect.stringMatching(/^Lane \d has made no progress/) }],
      })
    }
    await remove()
    await client.untilCounted(project.id, 1)
    await expect.poll(() => readiness(service)).toEqual(READY)
  })
})

describe.skipIf(postgresMissing)('/readyz on a PostgreSQL that takes no writes', () => {
  it('names the journal, as ingest refuses every event; and is ready again with it', async (context) => {
    const databaseUrl = await sharedDatabase()
    const { service, project } = await started(databaseUrl, context)
    const name = new URL(databaseUrl).pathname.slice(1)
    const others = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`
    await onDatabase(databaseUrl, `ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    await onDatabase(databaseUrl, others)
    // Nobody sends: it is known all the same.
    await expect.poll(async () => (await readiness(service)).code).toBe(503)
    await expect
      .poll(async () => (await readiness(service)).checks)
      .toEqual({
        ...READY.checks,
        journal: 'failed',
      })
    const { problems } = await readiness(service)
    expect(problems).toMatchObject([
      { check: 'journal', message: expect.stringContaining('Events cannot be accepted.') },
    ])
    expect(await send(service, project)).toBe(503)
    expect(service.stderr).toContain('read-only')
    await onDatabase(
      databaseUrl,
      `BEGIN READ WRITE; ALTER DATABASE ${name} RESET default_transaction_read_only; COMMIT`,
    )
    await onDatabase(databaseUrl, `BEGIN READ WRITE; ${others}; COMMIT`)
    await expect.poll(() => readiness(service)).toEqual(READY)
    expect(await send(service, project)).toBe(200)
  })
})

describe('/readyz on a database with a damaged page', () => {
  it('is degraded once a request has met it, and says what to do', async (context) => {
    const { service } = await started(null, context)
    await service.stop()
    damageTable(join(service.dataDir, 'errata.db'), 'audit_entry')
    await service.start()
    const client = await signedIn(service.url)
    expect((await client.request('GET', '/api/v1/audit-log')).status).toBe(503)
    expect(await readiness(service)).toMatchObject({
      code: 200,
      status: 'degraded',
      checks: { ...CHECKS, storage: 'degraded' },
      problems: [{ check: 'storage', message: expect.stringContaining('Run `errata verify` on the server') }],
    })
  })
})

/** Overwrites the first page of a table and of each of its indexes. */
function damageTable(file: string, table: string): void {
  const db = new Sqlite(file)
  const pageBytes = db.pragma('page_size', { simple: true }) as number
  const roots = db.prepare('SELECT rootpage FROM sqlite_schema WHERE tbl_name = ? AND rootpage > 0').pluck()
  const pages = roots.all(table) as number[]
  db.close()
  const handle = openSync(file, 'r+')
  for (const page of pages)
    writeSync(handle, Buffer.alloc(pageBytes, 0xff), 0, pageBytes, (page - 1) * pageBytes)
  closeSync(handle)
}

import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#storage/engine/database.ts'
import { signedIn } from '../support/client/api-client.ts'
import { onDatabase } from '../support/database/on-database.ts'
import { freePort, serverUser } from '../support/database/postgres.ts'
import { postgresMissing, sharedDatabase } from '../support/database/shared-postgres.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { startNodes } from '../support/server/node-set.ts'
import { errata } from '../support/server/run-errata.ts'

const POOLER = '/usr/sbin/pgbouncer'
const poolerMissing =
  postgresMissing ?? (existsSync(POOLER) ? null : 'pgbouncer not installed: apt-get install pgbouncer')

/** As after a failover: the connections end, and new ones can only read, or change again. */
async function turnReadOnly(databaseUrl: string, isReadOnly: boolean): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  const maintenance = Object.assign(new URL(databaseUrl), { pathname: '/postgres' }).href
  await onDatabase(maintenance, `ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly}`)
  await onDatabase(
    maintenance,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  )
}

describe.skipIf(postgresMissing)(postgresMissing ?? 'a PostgreSQL that only reads', () => {
  test('is reported as such for changes, and used again as soon as it accepts them', async () => {
    const databaseUrl = await sharedDatabase()
    const [node] = await startNodes(databaseUrl, 1)
    const client = await signedIn(node!.url)
    const create = () => client.request('POST', '/api/v1/projects', { name: 'shop' })
    await turnReadOnly(databaseUrl, true)
    await expect
      .poll(async () => (await create()).body)
      .toMatchObject({ message: expect.stringContaining('accepts no changes at the moment') })
    expect((await create()).status).toBe(503)
    expect((await client.request('GET', '/api/v1/projects')).status).toBe(200)
    await turnReadOnly(databaseUrl, false)
    await expect.poll(async () => (await create()).status).toBe(201)
  })
})

describe.skipIf(postgresMissing)(postgresMissing ?? 'a PostgreSQL with time limits of its own', () => {
  test('lets a start wait for the upgrade of another node', async () => {
    const databaseUrl = await sharedDatabase()
    const name = new URL(databaseUrl).pathname.slice(1)
    const upgrading = new pg.Client({ connectionString: databaseUrl })
    await upgrading.connect()
    await upgrading.query(`
      ALTER DATABASE ${name} SET lock_timeout = '100ms';
      SELECT pg_advisory_lock(7218340912)`)
    const opening = openDatabase({ dataDir: tmpdir(), databaseUrl })
    opening.catch(() => {})
    const waiting = `SELECT count(*)::int AS count FROM pg_locks JOIN pg_database ON oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`
    await expect.poll(async () => (await upgrading.query(waiting)).rows[0].count).toBe(1)
    await sleep(300)
    await upgrading.end()
    await (await opening).close()
  })
})

describe.skipIf(poolerMissing)(poolerMissing ?? 'a pooler', () => {
  /** A pgbouncer in front of a database; returns the URL to use instead. */
  async function startPooler(databaseUrl: string, mode: 'session' | 'transaction'): Promise<string> {
    const { port, pathname } = new URL(databaseUrl)
    const folder = mkdtempSync(join(tmpdir(), 'errata-pooler-'))
    // It does not run as root either, who may have made the folder.
    chmodSync(folder, 0o755)
    const ownPort = await freePort()
    const settings = join(folder, 'pgbouncer.ini')
    writeFileSync(
      settings,
      `[databases]
* = host=127.0.0.1 port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
default_pool_size = 30
`,
    )
    writeFileSync(join(folder, 'users'), '"postgres" ""\n')
    const owner = serverUser()
    const pooler = spawn(POOLER, [settings], { ...owner, stdio: 'ignore' })
    onTestFinished(async () => {
      await ended(pooler)
      rmSync(folder, { recursive: true, force: true })
    })
    const url = `postgres://postgres@127.0.0.1:${ownPort}${pathname}`
    await expect.poll(() => answers(url), { timeout: DEADLINE_MS }).toBe(true)
    return url
  }

  test('that shares connections between transactions is refused at start, and one of sessions is not', async () => {
    const databaseUrl = await sharedDatabase()
    const shared = await startPooler(databaseUrl, 'transaction')
    const { code, stderr } = await errata(['serve'], { SVC_DATABASE_URL: shared, SVC_PORT: '0' })
    expect(code).toBe(1)
    expect(stderr).toContain('shares connections between transactions')
    const [node] = await startNodes(await startPooler(databaseUrl, 'session'), 1)
    expect((await (await signedIn(node!.url)).createProject('shop')).name).toBe('shop')
  })
})

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  while (child.exitCode === null && child.signalCode === null) await sleep(50)
}

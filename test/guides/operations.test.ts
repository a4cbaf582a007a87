import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Project, signedIn } from '../support/client/api-client.ts'
import { ENGINES } from '../support/database/engines.ts'
import { findPostgres, startPostgres } from '../support/database/postgres.ts'
import { emptyDatabase } from '../support/database/shared-postgres.ts'
import { ofTest } from '../support/of-suite.ts'
import { errata } from '../support/server/run-errata.ts'
import { type Service, startService } from '../support/server/service.ts'

const GUIDE = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8')
const run = promisify(execFile)
const POSTGRES = ENGINES.find(({ name }) => name === 'PostgreSQL')!

/** Runs the commands of the guide that are marked with this name. */
async function follow(
  name: string,
  env: Record<string, string>,
  changes: readonly [string, string][] = [],
): Promise<void> {
  const commands = new RegExp(`^\`\`\`sh ${name}\\n(.*?)^\`\`\`$`, 'ms').exec(GUIDE)![1]!
  const changed = changes.reduce((text, [from, to]) => text.replace(from, to), commands)
  await run('bash', ['-euc', changed], { env: { ...process.env, ...env } })
}

/** Looks at the sessions of physical backups until it is called. @returns the oldest transaction each one kept from being cleaned. */
function snapshotsOfBackups(databaseUrl: string): () => Promise<(string | null)[]> {
  const seen: (string | null)[] = []
  let isDone = false
  const watching = (async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    while (!isDone) {
      const { rows } = await client.query<{ xmin: string | null }>(
        "SELECT backend_xmin::text AS xmin FROM pg_stat_activity WHERE backend_type = 'walsender'",
      )
      seen.push(...rows.map(({ xmin }) => xmin))
      await sleep(100)
    }
    await client.end()
  })()
  return async () => {
    isDone = true
    await watching
    return seen
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function running(dataDir: string, databaseUrl: string | null = null): Promise<Service> {
  const service = await ofTest(startService({ dataDir, databaseUrl }))
  return service
}

async function withEvents(service: Service): Promise<Project> {
  const client = await signedIn(service.url)
  const project = await client.createProject()
  for (let n = 0; n < 3; n++) await client.request('POST', `/api/v1/projects/${project.id}/test-event`)
  await client.untilCounted(project.id, 3)
  return project
}

async function expectWhole(service: Service, project: Project): Promise<void> {
  const client = await signedIn(service.url)
  const [issue] = await client.untilCounted(project.id, 3)
  const page = await client.get<{ total: number }>(`/api/v1/issues/${issue!.id}/events`)
  expect([issue!.event_count, page.total]).toEqual([3, 3])
}

describe('docs/operations.md', () => {
  it('the backup of the embedded engine, taken while it runs, can be restored, and its numbers add up', async () => {
    const [original, restored] = [join(newFolder(), 'data'), join(newFolder(), 'data')]
    const BACKUP = join(newFolder(), 'backup')
    const service = await running(original)
    const project = await withEvents(service)
    await follow('backup', { SVC_DATA_DIR: original, BACKUP })
    await service.stop()
    await follow('restore', { SVC_DATA_DIR: restored, BACKUP })
    await expectWhole(await running(restored), project)
    expect(await errata(['verify'], { SVC_DATA_DIR: restored })).toMatchObject({ code: 0 })
  })

  it.skipIf(POSTGRES.missing)(
    'the backup of PostgreSQL, taken while the service runs, holds no snapshot',
    async () => {
      const cluster = (await startPostgres())!
      onTestFinished(() => cluster.stop())
      const original = await cluster.createDatabase()
      const service = await running(newFolder(), original)
      const project = await withEvents(service)
      const BACKUP = join(newFolder(), 'copy')
      const PATH = `${findPostgres()}:${process.env.PATH}`
      const held = snapshotsOfBackups(original)
      // It doesn't wait for the next checkpoint, and is slower than in the guide, so that it can be watched.
      await follow('backup-postgres', { SVC_DATABASE_URL: original, BACKUP, PATH }, [
        ['20M', '16M --checkpoint fast'],
      ])
      const seen = await held()
      expect(seen.length).toBeGreaterThan(0)
      expect(seen.filter((xmin) => xmin !== null)).toEqual([])
      await service.stop()
      const copy = (await startPostgres({ copyOf: BACKUP }))!
      onTestFinished(() => copy.stop())
      const restored = Object.assign(new URL(copy.url), { pathname: new URL(original).pathname }).href
      await expectWhole(await running(newFolder(), restored), project)
      const settings = { SVC_DATABASE_URL: restored, SVC_DATA_DIR: newFolder() }
      expect(await errata(['verify', '--deep'], settings)).toMatchObject({ code: 0 })
    },
    120_000,
  )

  it.skipIf(POSTGRES.missing)('the dump of PostgreSQL, taken while the service runs', async () => {
    const original = (await POSTGRES.databaseUrl())!
    const project = await withEvents(await running(newFolder(), original))
    const BACKUP = join(newFolder(), 'errata.dump')
    const PATH = `${findPostgres()}:${process.env.PATH}`
    await follow('dump-postgres', { SVC_DATABASE_URL: original, BACKUP, PATH })
    const restored = await emptyDatabase()
    await run('pg_restore', ['--dbname', restored, BACKUP], { env: { ...process.env, PATH } })
    await expectWhole(await running(newFolder(), restored), project)
    const settings = { SVC_DATABASE_URL: restored, SVC_DATA_DIR: newFolder() }
    expect(await errata(['verify'], settings)).toMatchObject({ code: 0 })
  })
})

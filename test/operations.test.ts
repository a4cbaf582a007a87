import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Project, signedIn } from './support/api-client.ts'
import { ENGINES } from './support/engines.ts'
import { findPostgres } from './support/postgres.ts'
import { errata } from './support/run-errata.ts'
import { Service } from './support/service.ts'

const GUIDE = readFileSync(resolve(import.meta.dirname, '../docs/operations.md'), 'utf8')
const run = promisify(execFile)
const POSTGRES = ENGINES.find(({ name }) => name === 'PostgreSQL')!

/** Runs the commands of the guide that are marked with this name. */
async function follow(name: string, env: Record<string, string>): Promise<void> {
  const commands = new RegExp(`^\`\`\`sh ${name}\\n(.*?)^\`\`\`$`, 'ms').exec(GUIDE)![1]!
  await run('bash', ['-euc', commands], { env: { ...process.env, ...env } })
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function running(dataDir: string, databaseUrl: string | null = null): Promise<Service> {
  const service = new Service({ dataDir, databaseUrl })
  onTestFinished(() => service.remove())
  await service.start()
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
  it('the backup of the embedded engine can be started, and its numbers add up', async () => {
    const original = join(newFolder(), 'data')
    const copy = join(newFolder(), 'data')
    const service = await running(original)
    const project = await withEvents(service)
    await service.stop()
    await follow('backup', { SVC_DATA_DIR: original, BACKUP: copy })
    await expectWhole(await running(copy), project)
    expect(await errata(['verify'], { SVC_DATA_DIR: copy })).toMatchObject({ code: 0 })
  })

  it.skipIf(POSTGRES.missing)('the backup of PostgreSQL, taken while the service runs', async () => {
    const original = (await POSTGRES.databaseUrl())!
    const project = await withEvents(await running(newFolder(), original))
    const BACKUP = join(newFolder(), 'errata.dump')
    const PATH = `${findPostgres()}:${process.env.PATH}`
    await follow('backup-postgres', { SVC_DATABASE_URL: original, BACKUP, PATH })
    const restored = (await POSTGRES.databaseUrl())!
    await run('pg_restore', ['--dbname', restored, BACKUP], { env: { ...process.env, PATH } })
    await expectWhole(await running(newFolder(), restored), project)
    const settings = { SVC_DATABASE_URL: restored, SVC_DATA_DIR: newFolder() }
    expect(await errata(['verify'], settings)).toMatchObject({ code: 0 })
  })
})

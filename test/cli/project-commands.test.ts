import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CreatedProject, ProjectList } from '#contract/project/project.ts'
import { signedIn } from '../support/client/api-client.ts'
import { errata } from '../support/server/run-errata.ts'
import { Service } from '../support/server/service.ts'

describe('project create, project list and send-event, while the service runs', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-project-'))
  const service = new Service({ dataDir })
  const run = (...args: string[]) => errata(args, { SVC_DATA_DIR: dataDir, SVC_BASE_URL: service.url })
  let project: CreatedProject

  beforeAll(async () => {
    await service.start()
    const made = await run('project', 'create', '--name', 'Shop', '--platform', 'node', '--json')
    project = JSON.parse(made.stdout)
  })
  afterAll(async () => {
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('makes a project with a key, and lists it', async () => {
    expect(project).toMatchObject({ name: 'Shop', platform: 'node', keys: [{ sdk_dsn: expect.any(String) }] })
    const { projects }: ProjectList = JSON.parse((await run('project', 'list', '--json')).stdout)
    expect(projects.map(({ id }) => id)).toContain(project.id)
    expect((await run('project', 'list')).stdout).toContain(`${project.id}  Shop  node\n`)
    expect((await run('project', 'create', '--name', 'Second')).stdout).toMatch(
      /^Created project Second .*DSN/s,
    )
  })

  it('prints nothing that a terminal would obey', async () => {
    const client = await signedIn(service.url)
    const asked = { name: 'Third', platform: '\u001b]0;owned\u0007\u202e' }
    expect((await client.request('POST', '/api/v1/projects', asked)).status).toBe(201)
    const listed = (await run('project', 'list')).stdout
    expect(listed).toContain('Third')
    const refused = await run('regroup', '\u001b]0;owned\u0007', '--dry-run')
    expect(refused.code).toBe(2)
    for (const text of [listed, refused.stderr]) expect(text).not.toMatch(/[^\P{C}\n]/u)
  })

  it('sends an event that shows as an issue', async () => {
    const dsn = project.keys[0]!.sdk_dsn
    const asked = [
      '--message',
      'said by a script',
      '--level',
      'fatal',
      '--release',
      '7',
      '--environment',
      'qa',
    ]
    const sent = await run('send-event', '--dsn', dsn, ...asked, '--json')
    expect([sent.code, JSON.parse(sent.stdout)]).toEqual([0, { id: expect.stringMatching(/^[\da-f]{32}$/) }])
    const client = await signedIn(service.url)
    await client.untilCounted(project.id, 1)
    const said = { title: 'said by a script', level: 'fatal', release: '7', environment: 'qa' }
    expect(await client.allIssues(project.id)).toMatchObject([said])
  })

  it('seed --demo fills a project with a week of errors, as any other client would', async () => {
    const { port } = new URL(service.url)
    const seeded = await errata(['seed', '--demo', '--json'], { SVC_DATA_DIR: dataDir, SVC_PORT: port })
    expect([seeded.code, seeded.stderr]).toEqual([0, ''])
    const { project_id, events } = JSON.parse(seeded.stdout) as { project_id: string; events: number }
    const client = await signedIn(service.url)
    await client.untilCounted(project_id, events)
    const issues = await client.allIssues(project_id)
    expect(issues.length).toBeGreaterThan(5)
    expect(new Set(issues.map(({ release }) => release))).toContain('shop@2.4.0')
    expect(Math.max(...issues.map((issue) => issue.unique_user_count))).toBeGreaterThan(10)
    const ages = issues.map(({ first_seen_at }) => Date.now() - Date.parse(first_seen_at))
    expect(Math.max(...ages) / 86_400_000).toBeGreaterThan(4)
    expect(Math.max(...ages) / 86_400_000).toBeLessThan(7)
    // A week that arrives within seconds is not a spike.
    expect(await client.get('/api/v1/alerts?view=all')).toMatchObject({ alerts: [] })
    const again = await run('seed', '--demo')
    expect(again.stdout).toMatch(/^Created the project Demo shop and sent \d+ events.*\nTo remove it: /)
    expect((await run('seed')).code).toBe(2)
    const away = await errata(['seed', '--demo'], { SVC_DATA_DIR: dataDir, SVC_PORT: '1' })
    expect([away.code, away.stderr]).toEqual([7, expect.stringContaining('no service at')])
  })

  it('says what is wrong', async () => {
    const wrong = project.keys[0]!.sdk_dsn.replace(/\/\/\w+@/, `//${'0'.repeat(32)}@`)
    const refused = await run('send-event', '--dsn', wrong)
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('rejected the event with 401'),
    ])
    const away = await run('send-event', '--dsn', 'http://abc@127.0.0.1:9/1')
    expect([away.code, away.stderr]).toEqual([7, expect.stringContaining('cannot be reached')])
    for (const args of [
      ['send-event'],
      ['send-event', '--dsn', 'nonsense'],
      ['send-event', '--dsn', wrong, '--level', 'loud'],
      ['project', 'create'],
    ])
      expect([args, (await run(...args)).code]).toEqual([args, 2])
  })

  it('migrate says that the database is of this version, and refuses a folder without one', async () => {
    await service.stop()
    const done = await run('migrate')
    expect([done.code, done.stdout]).toEqual([0, 'The database is up to date.\n'])
    const elsewhere = await errata(['migrate'], { SVC_DATA_DIR: join(dataDir, 'misspelt') })
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('no database')])
  })
})

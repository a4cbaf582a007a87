import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { withSnapshot } from '#storage/engine/snapshot.ts'
import { type Verification, verifyDatabase } from '#storage/verify/verify-database.ts'
import {
  type ApiClient,
  type IssueSummary,
  type Project,
  sdkEnvelopePath,
  signedIn,
} from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { sweepAllowed } from '../support/database/sweep-retention.ts'
import { TAMPERING } from '../support/database/tampering.ts'
import { gzippedEnvelopeOf, sampleEvents } from '../support/sample/events.ts'
import { errata } from '../support/server/run-errata.ts'
import { type Service, startService } from '../support/server/service.ts'

const EVENTS = 150
const ISSUES = 6
const DAY_MS = 24 * 3_600_000

describeOn(ENGINES, 'errata verify with events that were really sent', (engine) => {
  let service: Service
  let client: ApiClient
  let project: Project
  let databaseUrl: string | null
  /** A second connection to the same data. */
  let database: Database
  /** Row keys by role. */
  let issues: { single: number; root: number; child: number }

  beforeAll(async () => {
    databaseUrl = await engine.databaseUrl()
    service = await startService({ databaseUrl, env: { SVC_SPIKE_EVENTS_PER_MINUTE: '20' } })
    client = await signedIn(service.url)
    project = await client.createProject()
    const next = sampleEvents({ seed: 11, issues: ISSUES })
    for (let n = 0; n < EVENTS; n++) {
      const response = await fetch(service.url + sdkEnvelopePath(project), {
        method: 'POST',
        headers: { 'content-encoding': 'gzip' },
        body: gzippedEnvelopeOf(next()),
      })
      expect(response.status).toBe(200)
    }
    const { public_key, secret_key } = project.keys[0]!
    for (const credentials of [
      `compat_key=${public_key}`,
      `compat_key=${public_key}&compat_secret=${secret_key}`,
    ]) {
      const path = `/api/${project.id}/releases/1.0/files/?${credentials}`
      const body = new FormData()
      body.set('file', new Blob([credentials]), `${credentials.length}.js`)
      expect((await fetch(service.url + path, { method: 'POST', body })).status).toBe(201)
    }
    const found = await client.untilCounted(project.id, EVENTS)
    database = await openDatabase({ dataDir: service.dataDir, databaseUrl, threads: false })
    issues = await merge(found)
  })
  afterAll(async () => {
    await database?.close()
    await service?.close()
  })

  async function merge([single, root, child]: IssueSummary[]) {
    const body = { canonical_id: root!.id, merge_ids: [child!.id] }
    expect((await client.request('POST', '/api/v1/issues/merge', body)).status).toBe(200)
    const rows = await database.queries.selectFrom('issue').select(['id', 'uid']).execute()
    const key = (issue?: IssueSummary) => rows.find(({ uid }) => uid === issue?.id)!.id
    return { single: key(single), root: key(root), child: key(child) }
  }
  const command = (...args: string[]) =>
    errata(args, { SVC_DATA_DIR: service.dataDir, ...(databaseUrl && { SVC_DATABASE_URL: databaseUrl }) })
  function verify(): Promise<Verification> {
    return withSnapshot({ dataDir: service.dataDir, databaseUrl }, verifyDatabase)
  }
  const undone = new Error('undone')
  /** What verify finds after a statement, which is undone. */
  async function foundAfter(statement: string): Promise<Verification> {
    let found: Verification | undefined
    const text = statement.replace(
      /:(single|root|child)/g,
      (_, name: keyof typeof issues) => `${issues[name]}`,
    )
    await database
      .transaction(async (tx) => {
        await sql.raw(text).execute(tx)
        found = await verifyDatabase(tx)
        throw undone
      })
      .catch((error) => {
        if (error !== undone) throw error
      })
    return found!
  }

  test('a database after real ingest is clean: exit code 0, also while the service runs', async () => {
    const { code, stdout, stderr } = await command('verify')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`1 organization, ${ISSUES} issues and \\d+ stored events checked`))
    expect(stdout).toContain('Every number matches its rows.')
  })

  test('--json: the report as one document', async () => {
    const { code, stdout } = await command('verify', '--json')
    const stored = await database.queries
      .selectFrom('event')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      organizations: 1,
      issues: ISSUES,
      events: stored.count,
      differences: [],
      differences_total: 0,
      seconds: expect.any(Number),
    })
  })

  test.each(TAMPERING)('finds and names: %s', async (_, statement, check) => {
    expect((await verify()).differences).toEqual([])
    const found = await foundAfter(statement)
    expect(found.differences.map((difference) => difference.check)).toContain(check)
    expect(found.differencesTotal).toBeGreaterThan(0)
  })

  test('reports any difference: exit code 1, the issue by its public id', async () => {
    const { uid } = await database.queries
      .updateTable('issue')
      .set((eb) => ({ event_count: eb('event_count', '+', 1) }))
      .where('id', '=', issues.single)
      .returning('uid')
      .executeTakeFirstOrThrow()
    const [text, json] = [await command('verify'), await command('verify', '--json')]
    await database.queries
      .updateTable('issue')
      .set((eb) => ({ event_count: eb('event_count', '-', 1) }))
      .where('id', '=', issues.single)
      .execute()
    expect([text.code, json.code]).toEqual([1, 1])
    expect(text.stdout).toContain(`issue ${uid}: event_count is `)
    expect(text.stderr).toMatch(/^errata: \d+ differences? between numbers and their rows/)
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false })
  })

  test('shows nothing hidden of the names that senders chose', async () => {
    const { id, version } = await database.queries
      .selectFrom('release')
      .select(['id', 'version'])
      .executeTakeFirstOrThrow()
    const renameTo = (name: string) =>
      database.queries.updateTable('release').set({ version: name }).where('id', '=', id).execute()
    await renameTo('1.0\u202e\u009b2J')
    const [text, json] = [await command('verify'), await command('verify', '--json')]
    await renameTo(version)
    expect(text.stdout).toContain('\\u{202E}')
    expect(json.stdout).toContain('\\u202e\\u009b')
    expect(`${text.stdout}${json.stdout}`).not.toMatch(/[\u202e\u009b]/)
  })

  test('is clean after a split and a delete', async () => {
    const rows = await database.queries.selectFrom('issue').select(['id', 'uid']).execute()
    const uid = (id: number) => rows.find((row) => row.id === id)!.uid
    const split = { canonical_id: uid(issues.root), split_ids: [uid(issues.child)] }
    expect((await client.request('POST', '/api/v1/issues/split', split)).status).toBe(200)
    expect(await verify()).toMatchObject({ issues: ISSUES, differences: [] })
    const gone = { ids: [uid(issues.child)], action: 'delete' }
    expect((await client.request('DELETE', '/api/v1/issues/bulk', gone)).status).toBe(200)
    expect(await verify()).toMatchObject({ issues: ISSUES - 1, differences: [] })
  })

  test('is clean after retention, and new events of emptied issues can be read', async () => {
    const clock = () => Date.now() + 100 * DAY_MS
    await sweepAllowed({ database, clock })
    const counted = (await client.allIssues(project.id)).reduce((sum, issue) => sum + issue.event_count, 0)
    expect(await verify()).toMatchObject({ issues: ISSUES - 1, events: 0, differences: [] })
    const next = sampleEvents({ seed: 12, issues: ISSUES })
    const again = Array.from({ length: 2 * ISSUES }, () => next())
    for (const event of again) {
      await fetch(service.url + sdkEnvelopePath(project), {
        method: 'POST',
        headers: { 'content-encoding': 'gzip' },
        body: gzippedEnvelopeOf(event),
      })
    }
    await client.untilCounted(project.id, counted + again.length)
    for (const issue of await client.allIssues(project.id)) {
      const { events } = await client.events(issue.id)
      for (const event of events) expect(event.payload_json).toMatchObject({ platform: 'node' })
    }
    expect((await verify()).differences).toEqual([])
  })
})

import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sweepRetention } from '#actions/upkeep/retention.ts'
import type { EventPage } from '#contract/event/event.ts'
import type { IssueSummary } from '#contract/issue/issue.ts'
import { sweepArtifacts } from '#ingest/release-file/sweep-artifacts.ts'
import { openDatabase } from '#storage/engine/database.ts'
import { claimLease, releaseLeases } from '#storage/upkeep/lease.ts'
import { type ApiClient, type Project, sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { onDatabase } from '../support/database/on-database.ts'
import { obstructStorage } from '../support/database/storage-obstacle.ts'
import { sweepAllowed } from '../support/database/sweep-retention.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { sendSmallEvents } from '../support/pipeline/small-event.ts'
import { type Service, startService } from '../support/server/service.ts'

const DAY_S = 24 * 3600

describeOn(ENGINES, 'What the service does by itself with events of some age', (engine) => {
  let service: Service
  let client: ApiClient
  let databaseUrl: string | null

  beforeAll(async () => {
    databaseUrl = await engine.databaseUrl()
    service = await startService({ databaseUrl })
    client = await signedIn(service.url)
  })
  afterAll(() => service?.close())

  /** Sends one event that occurred so many days ago. */
  async function send(project: Project, days: number): Promise<void> {
    const payload = { timestamp: Date.now() / 1000 - days * DAY_S, message: 'It broke' }
    const body = [{}, { type: 'event' }, payload].map((line) => JSON.stringify(line)).join('\n')
    const response = await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', body })
    expect(response.status).toBe(200)
  }
  async function ages(issueId: string): Promise<number[]> {
    const { events } = await client.get<EventPage>(`/api/v1/issues/${issueId}/events`)
    return events.map(({ occurred_at }) => Math.round((Date.now() - Date.parse(occurred_at)) / 1000 / DAY_S))
  }

  /** The pipeline reads every few seconds how long all projects keep events; this one was made last. */
  async function untilRetentionIsKnown(): Promise<void> {
    const project = await client.createProject('made last', { retention_days: 30 })
    for (let events = 1; ; events++) {
      await send(project, 40)
      const [issue] = await client.untilCounted(project.id, events)
      if ((await ages(issue!.id)).includes(0)) break
      await sleep(500)
    }
    expect((await client.request('DELETE', `/api/v1/projects/${project.id}`)).status).toBe(200)
  }

  test('only one node at a time does it; one that is silent for too long loses it, by one clock', async () => {
    const database = await openDatabase({ dataDir: service.dataDir, databaseUrl, threads: false })
    onTestFinished(() => database.close())
    const { queries, dialect } = database
    // On PostgreSQL each node says what it likes.
    const nodeClock = () => (dialect === 'sqlite' ? 1_000_000 : Math.random() * 2e12)
    const claim = (holder: string) => {
      const now = Math.floor(nodeClock())
      return claimLease(queries, { name: 'of this test', holder, now, forMs: 60_000 })
    }
    /** As if the clock that counts were set, or time had passed. */
    const pass = (ms: number) =>
      queries
        .updateTable('lease')
        .set((eb) => ({ expires_at: eb('expires_at', '-', ms) }))
        .execute()
    expect(await claim('a')).toBe(true)
    await pass(50_000)
    expect(await claim('b')).toBe(false)
    expect(await claim('a')).toBe(true)
    await pass(50_000)
    expect(await claim('b')).toBe(false)
    await pass(10_000)
    expect(await claim('b')).toBe(true)
    expect(await claim('a')).toBe(false)
    await releaseLeases(queries, 'b')
    expect(await claim('a')).toBe(true)
    // The clock is set back: what 'a' took in a time to come holds up nobody for longer than two turns.
    await pass(-50_000)
    expect(await claim('b')).toBe(false)
    await pass(-70_000)
    expect(await claim('b')).toBe(true)
  })

  test('files of releases go with their project, also one whose upload was under way', async () => {
    const project = await client.createProject('short-lived')
    const { public_key: key } = project.keys[0]!
    const upload = (name: string) => {
      const body = new FormData()
      body.set('file', new Blob([name.repeat(20_000)]), name)
      return fetch(`${service.url}/api/${project.id}/releases/1.0/files/?compat_key=${key}`, {
        method: 'POST',
        body,
      })
    }
    expect((await upload('first.js')).status).toBe(201)
    const folder = join(service.dataDir, 'artifacts', project.id)
    expect(existsSync(folder)).toBe(true)
    const uploads = Array.from({ length: 8 }, (_, n) => upload(`${n}.js`))
    expect((await client.request('DELETE', `/api/v1/projects/${project.id}`)).status).toBe(200)
    await Promise.all(uploads)
    await expect.poll(() => existsSync(folder)).toBe(false)
  })

  test('a project that cannot be deleted holds up no other', async () => {
    const database = await openDatabase({ dataDir: service.dataDir, databaseUrl, threads: false })
    onTestFinished(() => database.close())
    // The service's own role may not make tables on PostgreSQL.
    const run = (text: string) =>
      databaseUrl === null ? sql.raw(text).execute(database.queries) : onDatabase(databaseUrl, text)
    const rowOf = ({ id }: Project) =>
      database.queries.selectFrom('project').select(['org_id', 'id']).where('uid', '=', id).executeTakeFirst()
    const first = await client.createProject('in the way')
    const next = await client.createProject('behind it')
    const { org_id, id } = (await rowOf(first))!
    await run(`CREATE TABLE obstacle (org_id BIGINT, project_id BIGINT,
        FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id))`)
    await run(`INSERT INTO obstacle VALUES (${org_id}, ${id})`)
    for (const project of [first, next]) {
      expect((await client.request('DELETE', `/api/v1/projects/${project.id}`)).status).toBe(200)
    }
    await expect.poll(() => rowOf(next), { timeout: DEADLINE_MS }).toBeUndefined()
    expect(await rowOf(first)).toBeDefined()
    await run('DROP TABLE obstacle')
    await expect.poll(() => rowOf(first), { timeout: DEADLINE_MS }).toBeUndefined()
  })

  test('snoozes and fixes that cannot be written hold up no other', async () => {
    const database = await openDatabase({ dataDir: service.dataDir, databaseUrl, threads: false })
    onTestFinished(() => database.close())
    const DUE = { issue: 'snooze_until', issue_fix: 'check_at' } as const
    const tables = Object.keys(DUE) as (keyof typeof DUE)[]
    const newProject = async (name: string, issues: number) => {
      const project = await client.createProject(name)
      const events = Array.from({ length: issues }, (_, n) => ({ type: `Error${n}` }))
      await sendSmallEvents(service.url, project, events)
      await client.untilCounted(project.id, issues)
      return project.number
    }
    const [inTheWay, behind] = [await newProject('in the way', 200), await newProject('behind it', 1)]
    const both = sql`issue.project_id IN (${inTheWay}, ${behind})`
    const waiting = async (table: keyof typeof DUE) => {
      const { rows } = await sql<{ project: number }>`
          SELECT issue.project_id AS project FROM issue JOIN issue_fix ON issue_fix.issue_id = issue.id
          WHERE ${both} AND ${sql.ref(`${table}.${DUE[table]}`)} IS NOT NULL`.execute(database.queries)
      return rows.map(({ project }) => Number(project))
    }
    // A fix names no project, so its numbers do: it is due at that time, and watched for as long.
    for (const table of tables) {
      const refuses = (row: string) =>
        `${row}${table === 'issue' ? 'project_id' : 'watch_ms'} = ${inTheWay} AND ${row}${DUE[table]} IS NULL`
      onTestFinished(await obstructStorage({ dataDir: service.dataDir, databaseUrl }, { table, refuses }))
    }
    await sql`INSERT INTO issue_fix (org_id, issue_id, is_current, state, release, actor_kind, opened_at, fixed_at,
          watch_ms, check_at)
        SELECT org_id, id, 1, 'watching', '1', 'system', 1, 1, project_id, project_id FROM issue WHERE ${both}`.execute(
      database.queries,
    )
    await sql`UPDATE issue SET snooze_until = project_id WHERE ${both}`.execute(database.queries)
    for (const table of tables) {
      await expect
        .poll(() => waiting(table), { timeout: DEADLINE_MS })
        .toEqual(Array.from({ length: 200 }, () => inTheWay))
    }
  })

  test('release files go with the age of their last use, and their content with them', async () => {
    const project = await client.createProject('files', { retention_days: 30 })
    const { public_key: key } = project.keys[0]!
    for (const name of ['old.js', 'new.js']) {
      const body = new FormData()
      body.set('file', new Blob([name]), name)
      const path = `/api/${project.id}/releases/1.0/files/?compat_key=${key}`
      expect((await fetch(service.url + path, { method: 'POST', body })).status).toBe(201)
    }
    const database = await openDatabase({ dataDir: service.dataDir, databaseUrl, threads: false })
    onTestFinished(() => database.close())
    const longAgo = Date.now() - 31 * DAY_S * 1000
    await database.queries
      .updateTable('release_file')
      .set({ used_at: longAgo })
      .where('name', '=', 'old.js')
      .execute()
    const folder = join(service.dataDir, 'artifacts', project.id)
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), longAgo / 1000, longAgo / 1000)
    const clock = Date.now
    await sweepAllowed({ database, clock })
    const artifactsDir = join(service.dataDir, 'artifacts')
    await sweepArtifacts({ database, artifactsDir, clock }, async () => true)
    expect(readdirSync(folder)).toHaveLength(1)
    const path = `/api/v1/projects/${project.id}/releases/1.0/files`
    const { files } = await client.get<{ files: { name: string }[] }>(path)
    expect(files.map(({ name }) => name)).toEqual(['new.js'])
  })

  test('an event older than the retention gets its receive time; what is older than a retention that someone shortened is evicted', async () => {
    const project = await client.createProject('aging', { retention_days: 30 })
    await untilRetentionIsKnown()
    for (const days of [40, 31, 20, 10, 1]) await send(project, days)
    const [issue] = await client.untilCounted(project.id, 5)
    expect(await ages(issue!.id)).toEqual([0, 0, 1, 10, 20])
    await client.request('PATCH', `/api/v1/projects/${project.id}`, { retention_days: 7 })
    const database = await openDatabase({ dataDir: service.dataDir, databaseUrl, threads: false })
    onTestFinished(() => database.close())
    const read = () => client.get<IssueSummary>(`/api/v1/issues/${issue!.id}`)
    // Not soon after a start, when a clock may still be wrong.
    await service.stop()
    await service.start()
    client = await signedIn(service.url)
    // Upkeep has begun when it ends a snooze.
    const until = new Date(Date.now() + 1000).toISOString()
    await client.request('POST', `/api/v1/issues/${issue!.id}/snooze`, { mode: 'hours', until })
    await expect.poll(async () => (await read()).snoozed).toBe(false)
    expect((await read()).evicted_event_count).toBe(0)
    const held: unknown[] = []
    const journal = { findAccepted: async () => null }
    const sweep = { retentionDays: 90, quietIssueDays: 180, now: Date.now(), goesOn: async () => true }
    await sweepRetention({ database, clock: Date.now, journal, ...sweep, onHeld: (of) => held.push(of) })
    expect(held).toEqual([])
    expect(await read()).toMatchObject({
      event_count: 5,
      stored_event_count: 3,
      counted_only_event_count: 0,
      evicted_event_count: 2,
    })
    expect(await ages(issue!.id)).toEqual([0, 0, 1])
  })
})

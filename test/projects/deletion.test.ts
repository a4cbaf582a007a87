import { beforeAll, expect, test } from 'vitest'
import { sweepDeleted } from '#actions/upkeep/sweep-deleted.ts'
import { uuidFromBytes } from '#domain/text/uuid.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedProject } from '../support/database/seed.ts'
import { seedAlert } from '../support/database/seed-alert.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

/** More than goes in one transaction. */
const MANY = 2_600
const TABLES = [
  'issue',
  'event',
  'event_payload',
  'issue_user',
  'issue_email',
  'issue_tag',
  'issue_message',
  'issue_hour',
  'issue_day',
  'project_hour',
  'issue_facet',
  'issue_fingerprint',
  'alert',
  'release',
  'feedback',
] as const

describeOn(ENGINES, 'Deleting much is done at once for everybody', (engine) => {
  const fixture = issueServer(engine)
  let feed: PipelineFeed
  let project: SeedProject
  /** The issue that is there all the time. */
  let kept: string

  beforeAll(async () => {
    feed = await PipelineFeed.start(fixture.server.database)
    project = await newProject()
    await feed.send(project, [{ kind: 'Stays', at: START, environment: 'kept', release: 'kept@1' }])
    kept = (await fixture.client.allIssues(project.projectUid))[0]!.id
  })

  function newProject(): Promise<SeedProject> {
    return seedProject(fixture.server.database, fixture.org, `p${crypto.randomUUID()}`)
  }
  /** An issue of the pipeline, grown large: with users, addresses, facets, documents and an alert. */
  async function largeIssue(of: SeedProject, kind: string): Promise<{ uid: string; eventId: string }> {
    const batch = Array.from({ length: 4 }, (_, n) => ({
      kind,
      at: START - n * 1000,
      environment: 'gone',
      release: 'gone@1',
      user: { id: `u${n}`, email: `u${n}@gone.example` },
    }))
    const { ids } = await feed.send(of, batch)
    const counted = { kind, at: START - 5_000, environment: 'gone', countedOnly: true }
    await feed.send(
      of,
      Array.from({ length: MANY }, () => counted),
    )
    const row = await fixture.server.database.queries
      .selectFrom('issue')
      .select(['id', 'uid'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await seedAlert(fixture.server.database, of, { issueId: row.id, at: START })
    return { uid: row.uid, eventId: uuidFromBytes(ids[0]!) }
  }
  function stored(projectUid: string): Promise<{ id: number; slug: string }> {
    return fixture.server.database.queries
      .selectFrom('project')
      .select(['id', 'slug'])
      .where('uid', '=', projectUid)
      .executeTakeFirstOrThrow()
  }
  async function status(path: string): Promise<number> {
    return (await fixture.client.request('GET', path)).status
  }
  async function titles(query: string): Promise<string[]> {
    const { issues } = await fixture.client.get<{ issues: { title: string }[] }>(`/api/v1/issues?${query}`)
    return issues.map(({ title }) => title)
  }
  async function completions(key: string): Promise<string[]> {
    const path = `/api/v1/search/values?key=${key}&limit=20`
    const { values } = await fixture.client.get<{ values: { value: string; count: number }[] }>(path)
    return values.map(({ value, count }) => `${value} ${count}`)
  }
  /** Rows of every table, of this organization and all others. */
  async function counts(): Promise<Record<string, number>> {
    const found: Record<string, number> = {}
    for (const table of TABLES) {
      const { queries } = fixture.server.database
      const row = await queries
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      found[table] = row.count
    }
    return found
  }
  async function differences(): Promise<unknown[]> {
    return (await verifyDatabase(fixture.server.database.queries)).differences
  }
  async function sweep(steps = Number.POSITIVE_INFINITY): Promise<void> {
    let left = steps
    const { database, clock } = fixture.server
    await sweepDeleted({
      database,
      clock,
      removeProjectFiles: async () => {},
      goesOn: async () => left-- > 0,
    })
  }
  async function expectGone(uid: string, eventId: string): Promise<void> {
    for (const path of [
      `/api/v1/issues/${uid}`,
      `/api/v1/issues/${uid}/events`,
      `/api/v1/issues/${uid}/timeline`,
      `/api/v1/issues/${uid}/comments`,
      `/api/v1/events/${eventId}`,
    ]) {
      expect([path, await status(path)]).toEqual([path, 404])
    }
    const patch = { ids: [uid], action: 'resolve' }
    expect((await fixture.client.request('PATCH', '/api/v1/issues/bulk', patch)).body).toEqual({
      updated: 0,
    })
    for (const sort of ['last_seen_desc', 'events_desc', 'title_asc']) {
      expect(await titles(`window=90d&sort=${sort}`)).toEqual(['Stays: it broke'])
    }
    expect(await titles('window=90d&q=env:gone')).toEqual([])
    expect(await completions('env')).toEqual(['kept 1'])
    expect(await completions('level')).toEqual(['error 1'])
    expect(await completions('assigned')).toContain('none 1')
    const path = '/api/v1/alerts?view=all'
    const { alerts, unread_count } = await fixture.client.get<{ alerts: unknown[]; unread_count: number }>(
      path,
    )
    expect([alerts.length, unread_count]).toEqual([0, 0])
  }

  test('an issue: nothing shows it, its rows go in steps, and its next event begins a new one', async () => {
    const before = await counts()
    const { uid, eventId } = await largeIssue(project, 'Large')
    const deletion = { ids: [uid], action: 'delete' }
    const { body } = await fixture.client.request('DELETE', '/api/v1/issues/bulk', deletion)
    expect(body).toEqual({ updated: 1 })
    await expectGone(uid, eventId)
    expect((await counts()).event).toBeGreaterThan(before.event!)
    expect(await differences()).toEqual([])
    await sweep(1)
    expect(await differences()).toEqual([])
    await expectGone(uid, eventId)
    // Also for a pipeline that still has the issue's key in mind.
    await feed.send(project, [{ kind: 'Large', at: START }])
    expect((await titles('window=90d&sort=title_asc')).length).toBe(2)
    await sweep()
    expect(await differences()).toEqual([])
    const [again] = (await fixture.client.allIssues(project.projectUid)).filter(({ id }) => id !== kept)
    expect(again!.id).not.toBe(uid)
    expect(again!.event_count).toBe(1)
    const small = { ids: [again!.id], action: 'delete' }
    expect((await fixture.client.request('DELETE', '/api/v1/issues/bulk', small)).status).toBe(200)
    expect({ ...(await counts()), release: 0 }).toEqual({ ...before, release: 0 })
  })

  test('an event of a deleted issue that is sent again begins a new one, while the old rows wait', async () => {
    const before = await counts()
    const { uid, eventId } = await largeIssue(project, 'Sent again')
    await fixture.client.request('DELETE', '/api/v1/issues/bulk', { ids: [uid], action: 'delete' })
    const again = { kind: 'Sent again', at: START, id: Buffer.from(eventId.replaceAll('-', ''), 'hex') }
    expect((await feed.send(project, [again])).outcome).toMatchObject({ stored: 1, duplicates: 0 })
    expect((await feed.send(project, [again])).outcome).toMatchObject({ stored: 0, duplicates: 1 })
    expect(await differences()).toEqual([])
    await sweep()
    expect(await differences()).toEqual([])
    expect(await status(`/api/v1/events/${eventId}`)).toBe(200)
    const [issue] = (await fixture.client.allIssues(project.projectUid)).filter(({ id }) => id !== kept)
    expect(issue).toMatchObject({ event_count: 1 })
    await fixture.client.request('DELETE', '/api/v1/issues/bulk', { ids: [issue!.id], action: 'delete' })
    expect({ ...(await counts()), release: 0 }).toEqual({ ...before, release: 0 })
  })

  test('an issue that is merged: what it is merged into shows its own numbers again', async () => {
    const root = await largeIssue(project, 'Root')
    const child = await largeIssue(project, 'Child')
    const merge = { canonical_id: root.uid, merge_ids: [child.uid] }
    expect((await fixture.client.request('POST', '/api/v1/issues/merge', merge)).status).toBe(200)
    const deletion = { ids: [child.uid], action: 'delete' }
    await fixture.client.request('DELETE', '/api/v1/issues/bulk', deletion)
    const read = await fixture.client.get<{ event_count: number }>(`/api/v1/issues/${root.uid}`)
    expect(read.event_count).toBe(MANY + 4)
    expect(await status(`/api/v1/issues/${child.uid}`)).toBe(404)
    expect(await differences()).toEqual([])
    await fixture.client.request('DELETE', '/api/v1/issues/bulk', { ids: [root.uid], action: 'delete' })
    await expectGone(root.uid, root.eventId)
    await sweep()
    expect(await differences()).toEqual([])
  })

  test('a project: its name is free at once, and nothing of it is left in the end', async () => {
    const before = await counts()
    const name = 'Leaves soon'
    const made = await fixture.client.createProject(name)
    const row = await stored(made.id)
    const leaving = { ...fixture.org, projectId: row.id, projectUid: made.id }
    const { uid, eventId } = await largeIssue(leaving, 'Leaving')
    const removed = await fixture.client.request('DELETE', `/api/v1/projects/${made.id}`)
    expect(removed).toMatchObject({ status: 200, body: { deleted: true } })
    await expectGone(uid, eventId)
    expect(await status(`/api/v1/projects/${made.id}`)).toBe(404)
    expect(await completions('release')).toEqual(expect.not.arrayContaining(['gone@1 1']))
    expect((await stored((await fixture.client.createProject(name)).id)).slug).toBe(row.slug)
    expect((await feed.send(leaving, [{ kind: 'Leaving', at: START }])).outcome.projectGone).toBe(1)
    expect(await differences()).toEqual([])
    for (let steps = 1; steps < 4; steps++) {
      await sweep(1)
      expect(await differences()).toEqual([])
    }
    await sweep()
    expect(await counts()).toEqual(before)
    const left = await fixture.server.database.queries
      .selectFrom('project')
      .select('id')
      .where('deleted_at', 'is not', null)
      .execute()
    expect(left).toEqual([])
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { LiveUpdates } from '#actions/live/live-updates.ts'
import { endSnoozes } from '#actions/upkeep/end-snoozes.ts'
import type { IssueActivityAnswer } from '#contract/issue/activity.ts'
import type { IssueSummary } from '#contract/issue/issue.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { type ApiClient, type Project, signedIn } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { type SmallEvent, sendSmallEvents } from '../support/pipeline/small-event.ts'
import { type Service, startService } from '../support/server/service.ts'

/** Few enough that most events of the tests are counted only. */
const SPIKE_EVENTS_PER_MINUTE = 20

describeOn(ENGINES, 'Snooze through the whole service', (engine) => {
  let service: Service
  let client: ApiClient
  /** As another node on the same data. */
  let database: Database

  beforeAll(async () => {
    const databaseUrl = await engine.databaseUrl()
    const env = { SVC_SPIKE_EVENTS_PER_MINUTE: String(SPIKE_EVENTS_PER_MINUTE) }
    service = await startService({ databaseUrl, env })
    client = await signedIn(service.url)
    database = await openDatabase({ dataDir: service.dataDir, databaseUrl, threads: false })
  })
  afterAll(async () => {
    await database?.close()
    await service?.close()
  })

  async function newIssue(): Promise<{ project: Project; id: string }> {
    const project = await client.createProject(`p${crypto.randomUUID()}`)
    await sendSmallEvents(service.url, project, [{ type: 'TypeError', userId: 'first' }])
    const [issue] = await client.untilCounted(project.id, 1)
    return { project, id: issue!.id }
  }
  /** The issue once it counts so many events. */
  async function afterEvents(
    { project, id }: { project: Project; id: string },
    events: SmallEvent[],
  ): Promise<IssueSummary> {
    const before = await read(id)
    await sendSmallEvents(service.url, project, events)
    await client.untilCounted(project.id, before.event_count + events.length)
    return read(id)
  }
  function read(id: string): Promise<IssueSummary> {
    return client.get(`/api/v1/issues/${id}`)
  }
  async function snooze(id: string, mode: string): Promise<IssueSummary> {
    const { status, body } = await client.request<IssueSummary>('POST', `/api/v1/issues/${id}/snooze`, {
      mode,
    })
    expect(status).toBe(200)
    return body
  }
  async function history(id: string) {
    const { activity } = await client.get<IssueActivityAnswer>(`/api/v1/issues/${id}/activity`)
    return activity.map(({ kind, actor, details }) => ({ kind, by: actor.kind, reason: details.reason }))
  }
  /** Lets four hours pass for one issue. */
  async function letPass(id: string): Promise<void> {
    await database.queries
      .updateTable('issue')
      .set({ snooze_until: Date.now() - 1 })
      .where('uid', '=', id)
      .execute()
  }
  async function rowOf(id: string) {
    return database.queries
      .selectFrom('issue')
      .select(['snooze_until', 'snooze_until_count', 'snooze_until_users', 'status'])
      .where('uid', '=', id)
      .executeTakeFirstOrThrow()
  }
  const NO_HOLD = { snooze_until: null, snooze_until_count: null, snooze_until_users: null }
  const plain = (n: number): SmallEvent[] =>
    Array.from({ length: n }, () => ({ type: 'TypeError', userId: 'first' }))

  test('until a time: of one issue or of many, not in the past, within a year and with hours only', async () => {
    const { id } = await newIssue()
    const until = new Date(Date.now() + 20 * 3_600_000).toISOString()
    const ask = (body: object) => client.request<IssueSummary>('POST', `/api/v1/issues/${id}/snooze`, body)
    const { status, body } = await ask({ mode: 'hours', until })
    expect([status, body.snoozed, body.snooze_until]).toEqual([200, true, until])
    const later = new Date(Date.now() + 40 * 3_600_000).toISOString()
    const bulk = { ids: [id], action: 'snooze', mode: 'hours', until: later }
    expect((await client.request('PATCH', '/api/v1/issues/bulk', bulk)).status).toBe(200)
    expect((await read(id)).snooze_until).toBe(later)
    const past = new Date(Date.now() - 1000).toISOString()
    const far = new Date(Date.now() + 400 * 24 * 3_600_000).toISOString()
    for (const refused of [
      { mode: 'hours', until: past },
      { mode: '4h', until: far },
      { mode: 'users', until },
      { mode: 'hours', until: 'soon' },
    ])
      expect((await ask(refused)).status).toBe(400)
    expect((await read(id)).snooze_until).toBe(later)
  })

  test('Ends by clock: the three become null, an activity row says so, without any event', async () => {
    const { id } = await newIssue()
    await snooze(id, '4h')
    await letPass(id)
    const deadline = Date.now() + DEADLINE_MS
    while ((await rowOf(id)).snooze_until !== null) {
      expect(Date.now()).toBeLessThan(deadline)
      await sleep(100)
    }
    expect(await rowOf(id)).toEqual({ ...NO_HOLD, status: 'unresolved' })
    expect(await history(id)).toEqual([
      { kind: 'snooze_ended', by: 'system', reason: 'clock' },
      { kind: 'snoozed', by: 'user', reason: undefined },
    ])
  })

  test('nodes that end the same snooze at once leave one line; those who watch hear of it', async () => {
    const [{ id, project }, { id: other }] = [await newIssue(), await newIssue()]
    for (const issue of [id, other]) await snooze(issue, '4h')
    await letPass(id)
    const live = new LiveUpdates()
    const heard: unknown[] = []
    const org = await database.queries.selectFrom('org').select('id').executeTakeFirstOrThrow()
    onTestFinished(live.subscribe(org.id, (messages) => heard.push(...messages)))
    const node = () => endSnoozes({ database, clock: Date.now, live })
    const ended = await Promise.all([node(), node(), node()])
    const ownOrService = ended.reduce((sum, count) => sum + count, 0)
    expect(ownOrService).toBeLessThanOrEqual(1)
    if (ownOrService === 1) {
      expect(heard).toEqual([{ kind: 'issue', change: 'changed', issue_id: id, project_id: project.id }])
    }
    expect((await history(id)).filter(({ kind }) => kind === 'snooze_ended')).toHaveLength(1)
    expect((await read(other)).snoozed).toBe(true)
  })

  test('occurrences: ends with the 100th event more, counted-only ones included, not before', async () => {
    const issue = await newIssue()
    expect((await snooze(issue.id, 'occurrences')).snooze_until_count).toBe(101)
    expect(await afterEvents(issue, plain(99))).toMatchObject({ snoozed: true, event_count: 100 })
    const ended = await afterEvents(issue, plain(1))
    expect(ended).toMatchObject({ snoozed: false, event_count: 101, ...NO_HOLD, status: 'unresolved' })
    expect(ended.counted_only_event_count).toBeGreaterThan(0)
    expect(await rowOf(issue.id)).toMatchObject(NO_HOLD)
    expect((await history(issue.id))[0]).toEqual({ kind: 'snooze_ended', by: 'system', reason: 'events' })
  })

  test('users: ends with the 10th new user; those known before do not count', async () => {
    const issue = await newIssue()
    expect((await snooze(issue.id, '10')).snooze_until_users).toBe(11)
    const people = (from: number, to: number): SmallEvent[] =>
      Array.from({ length: to - from }, (_, n) => ({ type: 'TypeError', userId: `user ${from + n}` }))
    const held = await afterEvents(issue, [...people(0, 9), ...people(0, 9), ...plain(12)])
    expect(held).toMatchObject({ snoozed: true, unique_user_count: 10 })
    const ended = await afterEvents(issue, people(9, 10))
    expect(ended).toMatchObject({ snoozed: false, unique_user_count: 11, ...NO_HOLD })
    expect((await history(issue.id))[0]).toEqual({ kind: 'snooze_ended', by: 'system', reason: 'users' })
  })

  test('A manual status change or a new snooze replaces a hold', async () => {
    const issue = await newIssue()
    await snooze(issue.id, 'occurrences')
    await snooze(issue.id, 'hours')
    expect(await rowOf(issue.id)).toMatchObject({ snooze_until_count: null, snooze_until_users: null })
    expect(await afterEvents(issue, plain(100))).toMatchObject({ snoozed: true })
    await client.request('PATCH', `/api/v1/issues/${issue.id}`, { status: 'ignored' })
    expect(await rowOf(issue.id)).toEqual({ ...NO_HOLD, status: 'ignored' })
    expect((await history(issue.id)).map(({ kind }) => kind)).toEqual([
      'status_changed',
      'snoozed',
      'snoozed',
    ])
    const open = await newIssue()
    await snooze(open.id, 'hours')
    await client.request('PATCH', `/api/v1/issues/${open.id}`, { status: 'unresolved' })
    expect(await rowOf(open.id)).toEqual({ ...NO_HOLD, status: 'unresolved' })
    expect((await history(open.id))[0]).toEqual({ kind: 'snooze_ended', by: 'user', reason: 'status' })
  })

  test('Snooze acts on the root: events and people of what is merged into it count', async () => {
    const project = await client.createProject(`p${crypto.randomUUID()}`)
    await sendSmallEvents(service.url, project, [{ type: 'RootError' }, { type: 'ChildError' }])
    const issues = await client.untilCounted(project.id, 2)
    const idOf = (type: string) => issues.find(({ title }) => title.startsWith(type))!.id
    const [root, child] = [idOf('RootError'), idOf('ChildError')]
    const body = { canonical_id: root, merge_ids: [child] }
    expect((await client.request('POST', '/api/v1/issues/merge', body)).status).toBe(200)
    expect((await snooze(root, '10')).snooze_until_users).toBe(10)
    const people = Array.from({ length: 10 }, (_, n) => ({ type: 'ChildError', userId: `user ${n}` }))
    expect(await afterEvents({ project, id: root }, people.slice(1))).toMatchObject({ snoozed: true })
    expect(await afterEvents({ project, id: root }, people.slice(0, 1))).toMatchObject({ snoozed: false })
  })
})

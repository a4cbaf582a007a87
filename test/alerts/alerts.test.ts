import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Alert, AlertPage } from '#contract/alert/alert.ts'
import type { IssuePage } from '#contract/issue/issue.ts'
import { countedName } from '../support/counted-name.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { seedAlert } from '../support/database/seed-alert.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'

describeOn(ENGINES, 'Alerts of an organization', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let feed: PipelineFeed

  beforeAll(async () => {
    feed = await PipelineFeed.start(fixture.server.database)
  })
  beforeEach(async () => {
    await fixture.server.database.queries.deleteFrom('alert').execute()
    project = await seedProject(fixture.server.database, fixture.org, countedName('shop'))
  })

  function raise(fields = {}, of = project): Promise<string> {
    return seedAlert(fixture.server.database, of, { at: START - HOUR, ...fields })
  }
  function list(query = ''): Promise<AlertPage> {
    return fixture.client.get(`/api/v1/alerts${query}`)
  }
  async function titles(query = ''): Promise<string[]> {
    return (await list(query)).alerts.map(({ title }) => title)
  }
  function patch(id: string, body: object) {
    return fixture.client.request<Alert>('PATCH', `/api/v1/alerts/${id}`, body)
  }
  function newIssue(columns = {}) {
    const issue = { project, title: 'Error: it broke', events: [{ at: START - HOUR }], columns }
    return seedIssue(fixture.server.database, issue)
  }

  test('“{ alerts: [{ id, project_id, issue_id, rule_id, kind, title, fired_at, read_at, ignored, details }] }”', async () => {
    const issue = await newIssue()
    const id = await raise({ issueId: issue.id, title: 'Error: it broke' })
    expect(await list()).toEqual({
      alerts: [
        {
          id,
          project_id: project.projectUid,
          issue_id: issue.uid,
          rule_id: null,
          kind: 'regression',
          title: 'Error: it broke',
          fired_at: new Date(START - HOUR).toISOString(),
          read_at: null,
          ignored: false,
          issue: {
            status: 'unresolved',
            event_count: 1,
            unique_user_count: 0,
            first_seen_at: new Date(START - HOUR).toISOString(),
          },
          assignee: null,
          details: {
            note: 'compared 1.10.0 > 1.9.0 by semver',
            release: '1.10.0',
            resolved_in_release: '1.9.0',
            environment: 'production',
          },
        },
      ],
      next_cursor: null,
      unread_count: 1,
    })
  })

  test("an alert shows its issue's status, of a merged issue the one it was merged into", async () => {
    const [issue, other] = [await newIssue(), await newIssue()]
    await raise({ issueId: issue.id })
    const statuses = async () => (await list()).alerts.map(({ issue }) => issue?.status)
    expect(await statuses()).toEqual(['unresolved'])
    await fixture.client.request('PATCH', `/api/v1/issues/${issue.uid}`, { status: 'resolved' })
    expect(await statuses()).toEqual(['resolved'])
    const merge = { canonical_id: other.uid, merge_ids: [issue.uid] }
    await fixture.client.request('POST', '/api/v1/issues/merge', merge)
    expect(await statuses()).toEqual(['unresolved'])
  })

  test("an alert shows its issue's assignee", async () => {
    const issue = await newIssue()
    const id = await raise({ issueId: issue.id })
    await fixture.client.request('PATCH', `/api/v1/issues/${issue.uid}`, { assignee_id: fixture.userId })
    expect((await list()).alerts).toMatchObject([{ id, assignee: { id: fixture.userId } }])
    const { body } = await patch(id, { read: true })
    expect(body.assignee?.email).toContain('@')
  })

  test('“view all|unread|ignored”: all is every one, unread neither read nor ignored', async () => {
    await raise({ title: 'new', at: START - 1 })
    await patch(await raise({ title: 'read', at: START - 2 }), { read: true })
    await patch(await raise({ title: 'ignored', at: START - 3 }), { ignored: true })
    await patch(await raise({ title: 'both', at: START - 4 }), { read: true, ignored: true })
    expect(await titles()).toEqual(['new', 'read', 'ignored', 'both'])
    expect(await titles('?view=all')).toEqual(['new', 'read', 'ignored', 'both'])
    expect(await titles('?view=unread')).toEqual(['new'])
    expect(await titles('?view=ignored')).toEqual(['ignored', 'both'])
    expect((await list('?view=ignored')).unread_count).toBe(1)
    expect(await fixture.client.request('GET', '/api/v1/alerts?view=old')).toMatchObject({ status: 400 })
  })

  test('project_id and issue_id narrow the list; of unknown ones it is 404', async () => {
    const other = await seedProject(fixture.server.database, fixture.org, countedName('blog'))
    const issue = await newIssue()
    await raise({ title: 'of the issue', issueId: issue.id })
    await raise({ title: 'of the project', at: START - 2 * HOUR })
    await raise({ title: 'of the other' }, other)
    expect(await titles(`?project_id=${project.projectUid}`)).toEqual(['of the issue', 'of the project'])
    expect(await titles(`?project_id=${other.projectUid}`)).toEqual(['of the other'])
    expect(await titles(`?issue_id=${issue.uid}`)).toEqual(['of the issue'])
    for (const name of ['project_id', 'issue_id']) {
      const answer = await fixture.client.request('GET', `/api/v1/alerts?${name}=${UNKNOWN}`)
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } })
    }
  })

  test('“limit 50 (1–200)”, newest first, every one on exactly one page', async () => {
    for (let n = 0; n < 7; n++) await raise({ title: `${n}`, at: START - Math.floor(n / 2) })
    const all = await titles()
    expect(all).toEqual(['1', '0', '3', '2', '5', '4', '6'])
    const paged: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: AlertPage = await list(`?limit=3${cursor && `&cursor=${cursor}`}`)
      paged.push(...page.alerts.map(({ title }) => title))
      cursor = page.next_cursor
    }
    expect(paged).toEqual(all)
    expect(await titles('?limit=0')).toEqual(['1'])
    expect(await titles('?limit=many')).toHaveLength(7)
    const { body } = await fixture.client.request('GET', '/api/v1/alerts?cursor=abc')
    expect(body).toMatchObject({ error: 'invalid_request', details: [{ path: 'cursor' }] })
  })

  test('“PATCH /api/v1/alerts/{id} { read?, ignored? }”: the alert as it is then', async () => {
    const id = await raise()
    const { status, body } = await patch(id, { read: true })
    expect([status, body.ignored]).toEqual([200, false])
    expect(Math.abs(Date.parse(body.read_at ?? '') - START)).toBeLessThan(HOUR)
    const again = await patch(id, { read: true, ignored: true })
    expect(again.body).toEqual({ ...body, ignored: true })
    expect((await patch(id, { read: false })).body).toEqual({ ...body, read_at: null, ignored: true })
    expect((await patch(id, { ignored: false })).body).toMatchObject({ read_at: null, ignored: false })
    for (const wrong of [{}, { read: 'yes' }, { ignored: null }, { other: 1 }]) {
      expect(await patch(id, wrong)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    }
    expect(await patch(UNKNOWN, { read: true })).toMatchObject({ status: 404 })
  })

  test('all are marked as read at once, of one project or of all; the ignored stay as they are', async () => {
    const other = await seedProject(fixture.server.database, fixture.org, countedName('blog'))
    await raise()
    await raise({}, other)
    await raise({}, other)
    await patch(await raise(), { ignored: true })
    const read = (body: object) => fixture.client.request('POST', '/api/v1/alerts/read-all', body)
    expect((await list()).unread_count).toBe(3)
    expect((await read({ project_id: other.projectUid })).body).toEqual({ updated: 2 })
    expect((await list()).unread_count).toBe(1)
    expect((await read({})).body).toEqual({ updated: 1 })
    expect((await read({})).body).toEqual({ updated: 0 })
    expect((await list('?view=ignored')).alerts).toMatchObject([{ read_at: null }])
    expect((await read({ project_id: UNKNOWN })).status).toBe(404)
  })

  test('an alert of a merged issue points to the one it is merged into; of a deleted one it goes', async () => {
    const parent = await newIssue({ has_merged: 1 })
    const child = await newIssue({ merge_parent_id: parent.id })
    await raise({ title: 'of the child', issueId: child.id })
    expect((await list()).alerts).toMatchObject([{ issue_id: parent.uid }])
    expect(await titles(`?issue_id=${parent.uid}`)).toEqual(['of the child'])
    await fixture.client.request('DELETE', '/api/v1/issues/bulk', { ids: [parent.uid], action: 'delete' })
    expect(await list()).toEqual({ alerts: [], next_cursor: null, unread_count: 0 })
  })

  test('“regression, cap-reached and overflow notices are the first kinds”: a regression raises one', async () => {
    const send = (release: string, at: number) => feed.send(project, [{ kind: 'OddError', at, release }])
    await send('1.9.0', START - HOUR)
    const [issue] = (await fixture.client.get<IssuePage>(`/api/v1/issues?project_id=${project.projectUid}`))
      .issues
    const resolve = { status: 'resolved', resolved_in_release: '1.9.0' }
    await fixture.client.request('PATCH', `/api/v1/issues/${issue!.id}`, resolve)
    const { outcome: same } = await send('1.9.0', START + HOUR)
    expect([same.changes[0]!.hasAlerts, await titles()]).toEqual([false, []])
    const { outcome } = await send('1.10.0', START + HOUR)
    expect(outcome.changes).toMatchObject([{ projectUid: project.projectUid, hasAlerts: true }])
    const { outcome: further } = await send('1.10.0', START + HOUR)
    expect(further.changes[0]!.hasAlerts).toBe(false)
    expect((await list()).alerts).toMatchObject([
      {
        kind: 'regression',
        project_id: project.projectUid,
        issue_id: issue!.id,
        title: issue!.title,
        fired_at: new Date(START + HOUR).toISOString(),
        details: {
          note: 'compared 1.10.0 > 1.9.0 by semver',
          release: '1.10.0',
          resolved_in_release: '1.9.0',
          environment: 'production',
        },
      },
    ])
  })

  test('another organization sees none of them and changes none', async () => {
    const id = await raise()
    expect(await fixture.stranger.get('/api/v1/alerts')).toEqual({
      alerts: [],
      next_cursor: null,
      unread_count: 0,
    })
    expect((await fixture.stranger.request('PATCH', `/api/v1/alerts/${id}`, { read: true })).status).toBe(404)
    await fixture.stranger.request('POST', '/api/v1/alerts/read-all', {})
    expect((await list()).unread_count).toBe(1)
  })

  test('“GET /alerts … read:agent”: the same rows for a token, with `/agent/alerts` for tokens alone', async () => {
    const id = await raise()
    const ask = async (scopes: string[], method: string, path: string, body?: object) => {
      const made = await fixture.client.request<{ token: { token: string } }>(
        'POST',
        '/api/v1/agent-tokens',
        {
          label: 'agent',
          scopes,
        },
      )
      const response = await fetch(fixture.server.url + path, {
        method,
        headers: {
          authorization: `Bearer ${made.body.token.token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    }
    const page = await list('?limit=1')
    const path = '/api/v1/agent/alerts?view=unread&limit=1'
    expect(await ask(['read:agent'], 'GET', path)).toEqual({ status: 200, body: page })
    expect(await ask(['read:agent'], 'GET', '/api/v1/alerts?limit=1')).toEqual({ status: 200, body: page })
    expect(await ask(['write:triage'], 'GET', path)).toMatchObject({ status: 403 })
    expect(await fixture.client.request('GET', path)).toMatchObject({ status: 401 })
    const change = ['PATCH', `/api/v1/alerts/${id}`, { read: true }] as const
    expect(await ask(['read:agent'], ...change)).toMatchObject({ status: 403 })
    expect(await ask(['write:triage'], ...change)).toMatchObject({ status: 200, body: { id } })
  })

  test('listeners are notified of a change', async () => {
    const told: unknown[] = []
    const stop = fixture.server.live.subscribe(fixture.org.orgId, (messages) => told.push(...messages))
    await patch(await raise(), { read: true })
    await raise()
    await fixture.client.request('POST', '/api/v1/alerts/read-all', {})
    stop()
    expect(told).toEqual([
      { kind: 'alerts', project_id: project.projectUid },
      { kind: 'alerts', project_id: null },
    ])
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { IssueActivityAnswer } from '#contract/issue/activity.ts'
import type { Fix, FixStats } from '#contract/issue/fix.ts'
import type { IssueDetail } from '#contract/issue/issue.ts'
import type { QueuePage } from '#contract/issue/queue.ts'
import { type ApiClient, type Project, sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { tokenClient } from '../support/client/token-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startService } from '../support/server/service.ts'

describeOn(ENGINES, 'Fixes through the whole service', (engine) => {
  let client: ApiClient
  let agent: ApiClient
  const service = ofSuite(async () => startService({ databaseUrl: await engine.databaseUrl() }))
  beforeAll(async () => {
    client = await signedIn(service.url)
    agent = (await tokenClient(client, { label: 'fixer' })).client
  })

  /** Without a time of its own: it happens when it is received. */
  async function send(project: Project, type: string, release: string): Promise<void> {
    const event = { platform: 'node', release, exception: { values: [{ type, value: 'it broke' }] } }
    const body = `{}\n{"type":"event"}\n${JSON.stringify(event)}\n`
    const answer = await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', body })
    expect(answer.status).toBe(200)
  }
  async function newIssue(release = '1.0.0') {
    const project = await client.createProject(`p${crypto.randomUUID()}`)
    await send(project, 'TypeError', release)
    const [issue] = await client.untilCounted(project.id, 1)
    return { project, id: issue!.id }
  }
  const patch = (id: string, body: object) => agent.request('PATCH', `/api/v1/agent/issues/${id}`, body)
  const resolve = async (id: string, release: string, fix?: object) => {
    const answer = await patch(id, {
      status: 'resolved',
      resolved_in_release: release,
      ...(fix && { fix }),
    })
    expect(answer.status).toBe(200)
  }
  const read = (id: string) => client.get<IssueDetail>(`/api/v1/issues/${id}`)
  const kindsOf = async (id: string) =>
    (await client.get<IssueActivityAnswer>(`/api/v1/issues/${id}/activity`)).activity.map(({ kind }) => kind)
  const queueOf = async ({ id }: Project) =>
    (await client.get<QueuePage>(`/api/v1/issues/queue?project_id=${id}`)).queue
  const statsOf = ({ id }: Project) => client.get<FixStats>(`/api/v1/stats/fixes?project_id=${id}`)
  async function untilState(id: string, state: Fix['state']): Promise<IssueDetail> {
    for (const deadline = Date.now() + DEADLINE_MS; ; ) {
      const issue = await read(id)
      if (issue.fix?.state === state) return issue
      if (Date.now() > deadline) throw new Error(`the fix is ${issue.fix?.state}, not ${state}`)
      await sleep(50)
    }
  }

  test('resolved in the next release, events of the newest one so far say nothing about the fix', async () => {
    const { project, id } = await newIssue()
    await resolve(id, '1.0.0')
    const next = { status: 'resolved', resolved_in_release: '1.0.0', in_next_release: true }
    expect((await patch(id, next)).status).toBe(200)
    await send(project, 'TypeError', '1.0.0')
    await client.untilCounted(project.id, 2)
    const { status, fix, still_happening: isStillHappening } = await read(id)
    expect([status, fix?.state ?? 'withdrawn', isStillHappening]).toEqual(['resolved', 'withdrawn', true])
    expect(await queueOf(project)).toEqual([])
    await send(project, 'TypeError', '1.0.1')
    await client.untilCounted(project.id, 3)
    expect((await read(id)).status).toBe('regression')
    for (const body of [
      { status: 'resolved', in_next_release: true },
      { ...next, fix: { note: 'tried' } },
    ])
      expect((await patch(id, body)).status).toBe(400)
  })

  test('an event of the very release shows that a fix does not work; the issue is in the queue', async () => {
    const { project, id } = await newIssue()
    await resolve(id, '1.0.1', { note: 'tried' })
    expect(await queueOf(project)).toEqual([])
    await send(project, 'TypeError', '1.0.0')
    await client.untilCounted(project.id, 2)
    expect((await read(id)).fix?.state).toBe('watching')
    await send(project, 'TypeError', '1.0.1')
    const failed = await untilState(id, 'still_failing')
    expect([failed.status, failed.fix?.failed_in_release]).toEqual(['resolved', '1.0.1'])
    expect((await kindsOf(id)).slice(0, 2)).toEqual(['fix_failed', 'status_changed'])
    const [entry] = await queueOf(project)
    expect(entry).toMatchObject({ issue: { id, status: 'resolved' }, fix: { state: 'still_failing' } })
    expect(entry?.reasons).toContain('still failing: it happens in the release that has its fix (+900)')
    const points = entry!.reasons.map((reason) => Number(/\(\+(\d+)\)$/.exec(reason)![1]))
    expect(entry!.priority_score).toBe(points.reduce((sum, point) => sum + point, 0))
    const context = await agent.request<string>('GET', `/api/v1/agent/issues/${id}/context?format=markdown`)
    expect(context.body).toMatch(/^- last fix: still_failing, by fixer at /m)
    expect(context.body).toMatch(/^note: tried$/m)
    // The next fix is watched again.
    await resolve(id, '1.0.2')
    expect((await read(id)).fix).toMatchObject({ state: 'watching', release: '1.0.2', note: null })
    expect(await queueOf(project)).toEqual([])
    expect((await statsOf(project)).by).toMatchObject([{ fixes: 2, still_failing: 1, watching: 1 }])
  })

  test('the same fix again adds to it; another release or reopening withdraws it', async () => {
    const { project, id } = await newIssue()
    await resolve(id, '1.0.1', { note: 'first' })
    const { fix } = await read(id)
    await resolve(id, '1.0.1', { commit: 'abc' })
    expect((await read(id)).fix).toEqual({ ...fix, commit: 'abc' })
    await patch(id, { resolved_in_release: '1.0.2' })
    expect((await read(id)).fix).toMatchObject({ release: '1.0.2', state: 'watching', commit: null })
    await patch(id, { status: 'unresolved' })
    expect((await read(id)).fix).toBeNull()
    const ids = { ids: [id], action: 'resolve', resolved_in_release: '1.0.3' }
    await client.request('PATCH', '/api/v1/issues/bulk', ids)
    expect((await read(id)).fix).toMatchObject({ release: '1.0.3', by: { kind: 'user' } })
    const { fixes, by } = await statsOf(project)
    expect(fixes).toBe(3)
    expect(by).toMatchObject([
      { actor: { kind: 'token' }, fixes: 2, withdrawn: 2, median_seconds_to_fix: null },
      { actor: { kind: 'user' }, fixes: 1, watching: 1 },
    ])
  })

  test.each([
    ['without a release', { status: 'resolved', fix: { note: 'x' } }],
    ['of an issue that stays open', { resolved_in_release: '1.0.1', fix: { note: 'x' } }],
    [
      'with a link that runs code',
      {
        status: 'resolved',
        resolved_in_release: '1.0.1',
        fix: { url: 'javascript:alert(1)' },
      },
    ],
  ])('a fix %s is refused, and nothing changes', async (_what, body) => {
    const { id } = await newIssue()
    const answer = await patch(id, body)
    expect([answer.status, (answer.body as { error: string }).error]).toEqual([400, 'invalid_request'])
    expect(await read(id)).toMatchObject({ status: 'unresolved', resolved_in_release: null, fix: null })
  })
})

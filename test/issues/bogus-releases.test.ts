import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssueDetail } from '#contract/issue/issue.ts'
import type { Timeline } from '#contract/issue/timeline.ts'
import type { ReleaseList } from '#contract/project/release.ts'
import { withSnapshot } from '#storage/engine/snapshot.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { type ApiClient, type Project, sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SmallEvent, sendSmallEvents } from '../support/pipeline/small-event.ts'
import { type Service, startService } from '../support/server/service.ts'

const BOGUS = '99999999.0.0'

describeOn(ENGINES, 'Bogus releases end no regression detection', (engine) => {
  let service: Service
  let databaseUrl: string | null
  let client: ApiClient
  let project: Project
  let sent = 0

  beforeAll(async () => {
    databaseUrl = await engine.databaseUrl()
    service = await startService({ databaseUrl })
    client = await signedIn(service.url)
  })
  afterAll(() => service?.close())

  async function newProject(): Promise<void> {
    project = await client.createProject(`p${crypto.randomUUID()}`)
    sent = 0
  }
  async function send(...events: SmallEvent[]): Promise<void> {
    for (const event of events) {
      await sendSmallEvents(service.url, project, [event])
      // First-seen order is that of receive times in milliseconds.
      await sleep(3)
    }
    sent += events.length
    await client.untilCounted(project.id, sent)
  }
  async function idOf(type: string): Promise<string> {
    const issues = await client.allIssues(project.id)
    return issues.find(({ title }) => title.startsWith(type))!.id
  }
  async function resolve(id: string): Promise<void> {
    const answer = await client.request('PATCH', `/api/v1/issues/${id}`, { status: 'resolved' })
    expect(answer.status).toBe(200)
    await sleep(3)
  }
  const read = (id: string) => client.get<IssueDetail>(`/api/v1/issues/${id}`)
  const hide = (version: string, hidden: boolean, by = client) =>
    by.request<{ hidden: boolean }>(
      'PATCH',
      `/api/v1/projects/${project.id}/releases/${encodeURIComponent(version)}`,
      { hidden },
    )

  test('a bogus release of another issue changes nothing', async () => {
    await newProject()
    await send({ type: 'Victim', release: '1.0.0' }, { type: 'Other', release: BOGUS })
    const id = await idOf('Victim')
    await resolve(id)
    await send({ type: 'Victim', release: '1.0.0' })
    expect(await read(id)).toMatchObject({ status: 'resolved', still_happening: true })
    await send({ type: 'Victim', release: '2.0.0' })
    expect((await read(id)).status).toBe('regression')
  })

  test('an odd name of another issue, or of ten, changes nothing', async () => {
    await newProject()
    const odd = Array.from({ length: 10 }, (_, n) => ({ type: 'Other', release: `odd name ${n}` }))
    await send({ type: 'Victim', release: '1.0.0' }, { type: 'Victim', release: '1.1.0' }, ...odd)
    const id = await idOf('Victim')
    await resolve(id)
    await send({ type: 'Victim', release: '1.0.5' })
    expect((await read(id)).status).toBe('resolved')
    await send({ type: 'Victim', release: '1.2.0' })
    expect((await read(id)).status).toBe('regression')
  })

  test('the issue itself says why it is not a regression, and hiding the release ends that', async () => {
    await newProject()
    await send({ type: 'Victim', release: '2.0.0' }, { type: 'Victim', release: BOGUS })
    const id = await idOf('Victim')
    await resolve(id)
    expect((await read(id)).no_regression_reason).toBeNull()
    await send({ type: 'Victim', release: '3.0.0' })
    expect(await read(id)).toMatchObject({
      status: 'resolved',
      no_regression_reason: `3.0.0 is not newer than ${BOGUS}. When it was resolved, its newest release was ${BOGUS}.`,
    })

    expect(await hide(BOGUS, true)).toMatchObject({ status: 200, body: { version: BOGUS, hidden: true } })
    // 3.0.0 was not there when it was resolved: its next event counts.
    expect((await read(id)).no_regression_reason).toBeNull()
    await send({ type: 'Victim', release: '2.0.0' }, { type: 'Victim', release: BOGUS })
    expect(await read(id)).toMatchObject({
      status: 'resolved',
      no_regression_reason: `The latest event is from ${BOGUS}, which is hidden; reopening needs a release newer than 2.0.0. When it was resolved, its newest release was 2.0.0.`,
    })
    await send({ type: 'Victim', release: '3.0.0' })
    expect(await read(id)).toMatchObject({
      status: 'regression',
      regression_note: 'compared 3.0.0 > 2.0.0 by semver',
    })
    const data = { dataDir: service.dataDir, databaseUrl }
    expect((await withSnapshot(data, verifyDatabase)).differences).toEqual([])
  })

  test('a hidden release is not a base, no completion and no marker; its events stay', async () => {
    await newProject()
    await send({ type: 'Victim', release: '2.0.0' }, { type: 'Victim', release: BOGUS })
    const id = await idOf('Victim')
    await hide(BOGUS, true)
    await resolve(id)
    await send({ type: 'Victim', release: '2.0.1' })
    expect((await read(id)).status).toBe('regression')

    const { values } = await client.get<{ values: { value: string }[] }>(
      `/api/v1/search/values?key=release&project_id=${project.id}`,
    )
    expect(values.map(({ value }) => value)).toEqual(['2.0.1', '2.0.0'])
    const timeline = await client.get<Timeline>(`/api/v1/issues/${id}/timeline`)
    expect(timeline.releases.map(({ release }) => release)).toEqual(['2.0.1', '2.0.0'])
    const { releases } = await client.get<ReleaseList>(`/api/v1/projects/${project.id}/releases`)
    expect(releases.map(({ version, hidden }) => [version, hidden])).toEqual([
      ['2.0.1', false],
      [BOGUS, true],
      ['2.0.0', false],
    ])
    const { total } = await client.get<{ total: number }>(`/api/v1/issues/${id}/events?release=${BOGUS}`)
    expect(total).toBe(1)
    const ofIssue = await client.get<{ releases: string[] }>(`/api/v1/issues/${id}/releases`)
    expect(ofIssue.releases).toContain(BOGUS)

    expect(await hide(BOGUS, false)).toMatchObject({ status: 200, body: { hidden: false } })
    const shown = await client.get<ReleaseList>(`/api/v1/projects/${project.id}/releases`)
    expect(shown.releases.every(({ hidden }) => !hidden)).toBe(true)
  })

  test('hiding is for Admins, is noted once, and needs a release that is known', async () => {
    await newProject()
    await send({ type: 'Victim', release: 'web@2.0.0/beta' })
    for (const hidden of [true, true, false]) expect((await hide('web@2.0.0/beta', hidden)).status).toBe(200)
    expect((await hide('1.0.0', true)).status).toBe(404)
    const bad = await client.request('PATCH', `/api/v1/projects/${project.id}/releases/1.0.0`, {
      hidden: 1,
    })
    expect(bad.status).toBe(400)
    const { entries } = await client.get<{ entries: { action: string; target: object }[] }>(
      '/api/v1/audit-log?target_id=web%402.0.0%2Fbeta',
    )
    expect(entries.map(({ action }) => action)).toEqual(['release.shown', 'release.hidden'])
  })

  test('issues merged into it count: their newest release is the measure', async () => {
    await newProject()
    await send({ type: 'Root', release: '1.0.0' }, { type: 'Child', release: '2.0.0' })
    const [root, child] = [await idOf('Root'), await idOf('Child')]
    const merge = { canonical_id: root, merge_ids: [child] }
    expect((await client.request('POST', '/api/v1/issues/merge', merge)).status).toBe(200)
    await resolve(root)
    await send({ type: 'Root', release: '1.5.0' })
    expect((await read(root)).status).toBe('resolved')
    await send({ type: 'Root', release: '2.0.1' })
    expect((await read(root)).status).toBe('regression')
  })

  test('resolved in bulk, each issue has a measure of its own', async () => {
    await newProject()
    await send({ type: 'Old', release: '1.0.0' }, { type: 'New', release: '5.0.0' })
    const ids = [await idOf('Old'), await idOf('New')]
    await client.request('PATCH', '/api/v1/issues/bulk', { ids, action: 'resolve' })
    await sleep(3)
    await send({ type: 'Old', release: '2.0.0' }, { type: 'New', release: '2.0.0' })
    expect((await read(ids[0]!)).status).toBe('regression')
    expect((await read(ids[1]!)).status).toBe('resolved')
  })

  test('without a release, what counts is when the service received the event', async () => {
    await newProject()
    await send({ type: 'Victim' })
    const id = await idOf('Victim')
    await resolve(id)
    const event = {
      event_id: crypto.randomUUID(),
      timestamp: Date.now() / 1000 - 3600,
      platform: 'node',
      exception: { values: [{ type: 'Victim', value: 'it broke' }] },
    }
    const body = ['{}', '{"type":"event"}', JSON.stringify(event)].join('\n')
    expect((await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', body })).status).toBe(200)
    await expect.poll(async () => (await read(id)).status).toBe('regression')
  })
})

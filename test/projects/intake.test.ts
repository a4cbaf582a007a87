import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { FeedbackPage, IssueFeedbackAnswer } from '#contract/event/feedback.ts'
import type { ProjectUsage } from '#contract/project/ingest.ts'
import type { ProjectIntake, ScrubbedSample } from '#contract/project/intake.ts'
import { type ApiClient, type Project, sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startService } from '../support/server/service.ts'

const EXTENSION = { frames: [{ abs_path: 'chrome-extension://abcdef/content.js', lineno: 1 }] }

describeOn(ONE_ENGINE, 'what a project takes in', (engine) => {
  let client: ApiClient
  let project: Project
  const service = ofSuite(async () => startService({ databaseUrl: await engine.databaseUrl() }))
  beforeAll(async () => {
    client = await signedIn(service.url)
    project = await client.createProject('shop')
  })

  async function send(...items: object[]): Promise<[number, unknown]> {
    const body = `{}\n${items.map((item) => JSON.stringify(item)).join('\n')}`
    const answer = await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', body })
    return [answer.status, await answer.json()]
  }
  const event = (fields: object) => [{ type: 'event' }, { event_id: randomUUID(), ...fields }]
  const path = (what: string) => `/api/v1/projects/${project.id}/${what}`
  async function dropped(): Promise<Record<string, number[]>> {
    const usage = await client.get<ProjectUsage>(path('usage'))
    return Object.fromEntries(
      usage.dropped.map(({ source, reason, last_24h, last_7d }) => [
        `${source}:${reason}`,
        [last_24h, last_7d],
      ]),
    )
  }
  const change = (filters: object) => client.request<ProjectIntake>('PATCH', path('intake'), { filters })

  it('filters nothing until it is told to, and says what it filters', async () => {
    const none = await client.get<ProjectIntake>(path('intake'))
    expect(none.filters).toMatchObject({ browser_extensions: false, crawlers: false, releases: [] })
    const { status, body: json } = await change({ browser_extensions: true, releases: ['web@1.*'] })
    expect(status).toBe(200)
    expect(json?.filters).toMatchObject({
      browser_extensions: true,
      crawlers: false,
      releases: ['web@1.*'],
    })
    expect(await client.get(path('intake'))).toEqual(json)
    const other = await change({ health_checks: true })
    expect(other.body?.filters).toEqual({ ...json?.filters, health_checks: true })
    const both = { fields: ['iban'], exceptions: ['session_length'] }
    await client.request('PATCH', path('intake'), { scrubbing: both })
    const { body } = await client.request<ProjectIntake>('PATCH', path('intake'), {
      scrubbing: { fields: [] },
    })
    expect(body).toMatchObject({ filters: other.body?.filters, scrubbing: { ...both, fields: [] } })
    await client.request('PATCH', path('intake'), { scrubbing: { exceptions: [] } })
    await change({ health_checks: false })
    expect((await change({ messages: ['x'.repeat(101)] })).status).toBe(400)
    expect((await client.request('PATCH', path('intake'), {})).status).toBe(400)
    expect((await client.request('GET', `/api/v1/projects/${randomUUID()}/intake`)).status).toBe(404)
    const audit = await client.get<{ entries: { action: string; details: object }[] }>('/api/v1/audit-log')
    const first = audit.entries.findLast(({ action }) => action === 'project.changed')
    expect(first).toMatchObject({
      action: 'project.changed',
      details: { filters_browser_extensions: { from: false, to: true } },
    })
  })

  it('answers what is filtered as before, counts it by reason, and stores the rest', async () => {
    const thrown = { exception: { values: [{ type: 'E', value: 'x', stacktrace: EXTENSION }] } }
    for (const fields of [thrown, thrown, { message: 'old', release: 'web@1.9.9' }]) {
      const [status, answer] = await send(...event(fields))
      expect(status).toBe(200)
      expect(answer).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/) })
    }
    await send(...event({ message: 'new', release: 'web@2.0.0' }))
    const issues = await client.untilCounted(project.id, 1)
    expect(issues.map(({ title }) => title)).toEqual(['new'])
    await expect.poll(dropped).toEqual({ 'filter:browser_extensions': [2, 2], 'filter:releases': [1, 1] })
  })

  it('counts what SDKs report, within bounds, and what it refuses', async () => {
    const discarded_events = [
      { reason: 'before_send', category: 'error', quantity: 3 },
      { reason: 'something of its own', category: 'error', quantity: 1e300 },
      { reason: 'sample_rate', category: 'span', quantity: 40 },
      { reason: 'sample_rate', category: 'error', quantity: -5 },
      { reason: 'sample_rate', category: 'error', quantity: 'many' },
      null,
    ]
    expect(await send({ type: 'client_report' }, { discarded_events })).toEqual([200, {}])
    expect(await send({ type: 'client_report' }, { discarded_events: 7 })).toEqual([200, {}])
    expect((await send({ type: 'event' }, [1]))[0]).toBe(400)
    const dump = service.url + sdkEnvelopePath(project).replace('/envelope/', '/minidump/')
    expect((await fetch(dump, { method: 'POST', body: new FormData() })).status).toBe(404)
    await expect.poll(dropped).toMatchObject({
      'sdk:before_send': [3, 3],
      'sdk:other': [1_000_000, 1_000_000],
      'sdk_other:sample_rate': [40, 40],
      'refused:invalid_envelope': [1, 1],
      'refused:not_found': [1, 1],
    })
    expect(await dropped()).not.toHaveProperty('sdk:sample_rate')
  })

  it('filters what is secret to the project, in events and feedback, and shows beforehand what it would', async () => {
    const scrubbing = { fields: ['customer_id'], patterns: ['CUST-####'], exceptions: ['session_length'] }
    const sample = JSON.stringify({
      message: 'of CUST-1234',
      extra: { session_length: 'long', customer_id: 7 },
    })
    const test = (body: object) => client.request<ScrubbedSample>('POST', path('scrubbing-test'), body)
    const tried = await test({ sample, scrubbing })
    expect(JSON.parse(tried.body.scrubbed)).toEqual({
      message: 'of [Filtered]',
      extra: { session_length: 'long', customer_id: '[Filtered]' },
    })
    expect((await test({ sample: 'token=abcdef CUST-1234' })).body.scrubbed).toBe(
      'token=[Filtered] CUST-1234',
    )
    expect((await test({ sample: '['.repeat(20_000) })).status).toBe(200)
    const odd = await client.request('PATCH', path('intake'), { scrubbing: { patterns: ['two words'] } })
    expect(odd.status).toBe(400)
    await client.request('PATCH', path('intake'), { scrubbing })
    // In force within seconds: the events of before are none of them.
    const stored = async () => {
      await send(
        ...event({ message: 'probe of CUST-1234', fingerprint: [randomUUID()], ...JSON.parse(sample) }),
      )
      const { issues } = await client.get<{ issues: { title: string; id: string }[] }>(
        `/api/v1/issues?project_id=${project.id}&q=of`,
      )
      return issues.find(({ title }) => title === 'of [Filtered]')
    }
    await expect.poll(stored, { interval: 500 }).toBeDefined()
    const issue = await stored()
    const { events } = await client.get<{ events: { payload_json: { extra: object } }[] }>(
      `/api/v1/issues/${issue!.id}/events`,
    )
    expect(events[0]!.payload_json.extra).toEqual({ session_length: 'long', customer_id: '[Filtered]' })
    await send({ type: 'feedback' }, { contexts: { feedback: { message: 'I am CUST-1234.' } } })
    const page = await client.get<FeedbackPage>(`/api/v1/feedback?project_id=${project.id}`)
    expect(page.feedback[0]!.comments).toBe('I am [Filtered].')
  })

  it('keeps feedback on a stored event if only the issue of later ones, after its rules changed, is deleted', async () => {
    const own = await client.createProject('rules that change')
    const send = async (comments?: string) => {
      const event_id = randomUUID().replaceAll('-', '')
      const items: object[] = [{ type: 'event' }, { event_id, message: 'customer acme left' }]
      if (comments !== undefined) items.push({ type: 'user_report' }, { event_id, comments })
      const body = ['{}', ...items.map((item) => JSON.stringify(item))].join('\n')
      await fetch(service.url + sdkEnvelopePath(own), { method: 'POST', body })
      const stored = () => client.request<{ issue_id: string }>('GET', `/api/v1/events/${event_id}`)
      await expect.poll(async () => (await stored()).status).toBe(200)
      return (await stored()).body.issue_id
    }
    const said = async (issueId: string) =>
      (await client.get<IssueFeedbackAnswer>(`/api/v1/issues/${issueId}/feedback`)).feedback
    const before = await send('of the first issue')
    const scrubbing = { patterns: ['acme'] }
    await client.request('PATCH', `/api/v1/projects/${own.id}/intake`, { scrubbing })
    // In force within seconds; then the same message makes another issue, to which its preview leads from then on.
    const seen = new Set([before])
    const untilOther = async () => seen.add(await send()).size
    await expect.poll(untilOther, { interval: 500 }).toBe(2)
    const kept = [{ comments: 'of the first issue', is_event_stored: true }]
    expect(await said(before)).toMatchObject(kept)
    const ids = [...seen].slice(1)
    expect(await said(ids[0]!)).toEqual([])
    await client.request('DELETE', '/api/v1/issues/bulk', { ids, action: 'delete' })
    expect(await said(before)).toMatchObject(kept)
  })

  it('still knows the numbers after a restart', async () => {
    const before = await dropped()
    await service.stop()
    await service.start()
    client = await signedIn(service.url)
    expect(await dropped()).toEqual(before)
  })
})

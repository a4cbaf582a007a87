import { beforeAll, expect, it } from 'vitest'
import type { EventPage } from '#contract/event/event.ts'
import type { IngestAttempts, ProjectUsage, SentTestEvent } from '#contract/project/ingest.ts'
import { ingestAttempts, projectUsage, sentTestEvent } from '#contract/project/ingest.ts'
import type { Project as ProjectAnswer } from '#contract/project/project.ts'
import { type ApiClient, type Project, sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { withinMinute } from '../support/server/clock-room.ts'
import { startService } from '../support/server/service.ts'

const HOUR_MS = 3_600_000

describeOn(ONE_ENGINE, 'the way to the first event', (engine) => {
  let client: ApiClient
  const service = ofSuite(async () => startService({ databaseUrl: await engine.databaseUrl() }))
  beforeAll(async () => {
    client = await signedIn(service.url)
  })

  const attempts = async (project: Project) =>
    ingestAttempts.parse(await client.get<IngestAttempts>(`/api/v1/projects/${project.id}/ingest-attempts`))
      .attempts
  const usage = async (project: Project) =>
    projectUsage.parse(await client.get<ProjectUsage>(`/api/v1/projects/${project.id}/usage`))
  const post = async (path: string, body = '{"message":"hello"}') =>
    (await fetch(service.url + path, { method: 'POST', body, headers: { 'user-agent': 'sdk.test/1.0' } }))
      .status

  it('a test event goes the way of every other, and says that it is one', async () => {
    const project = await client.createProject('with a test event')
    const path = `/api/v1/projects/${project.id}`
    expect(await client.get<ProjectAnswer>(path)).toMatchObject({ first_event_at: null })
    const sent = await client.request<SentTestEvent>('POST', `${path}/test-event`)
    expect(sent.status).toBe(202)
    const { id } = sentTestEvent.parse(sent.body)
    const [issue] = await client.untilCounted(project.id, 1)
    expect(issue!.title).toMatch(/test event/i)
    const { events } = await client.get<EventPage>(`/api/v1/issues/${issue!.id}/events`)
    expect(events).toMatchObject([{ id, stack_frames: expect.arrayContaining([expect.anything()]) }])
    expect(events[0]!.stack_frames.some(({ in_app, context_line }) => in_app && context_line)).toBe(true)
    expect(events[0]!.breadcrumbs.length).toBeGreaterThan(0)
    const { first_event_at } = await client.get<ProjectAnswer>(path)
    expect(Math.abs(Date.now() - Date.parse(first_event_at!))).toBeLessThan(10_000)
    // A second one is the same issue, and the first stays the first.
    await client.request('POST', `${path}/test-event`)
    expect(await client.untilCounted(project.id, 2)).toHaveLength(1)
    expect((await client.get<ProjectAnswer>(path)).first_event_at).toBe(first_event_at)
  })

  it('a test event counts against the cap like any other', async () => {
    const project = await client.createProject('capped', { ingest_hourly_cap: 1 })
    const send = () => client.request('POST', `/api/v1/projects/${project.id}/test-event`)
    expect((await send()).status).toBe(202)
    expect(await send()).toMatchObject({ status: 403, body: { error: 'ingest_cap_exceeded' } })
    const { hour } = await usage(project)
    expect(hour).toMatchObject({ accepted: 1, cap: 1 })
  })

  it('refused attempts are shown with their reason, newest first, without secrets', async () => {
    const project = await client.createProject('with refusals')
    const [key] = project.keys
    const store = `/api/${project.id}/store/`
    const reasons: [path: string, body: string, code: string, status: number][] = [
      [`${store}?compat_key=${'0'.repeat(32)}`, '{}', 'invalid_dsn', 401],
      [store, '{}', 'invalid_dsn', 401],
      [`/api/${project.number}/store/?sentry_key=nonsense`, '{}', 'invalid_dsn', 401],
      [`${store}?compat_key=${key!.public_key}&compat_secret=wrong`, '{}', 'invalid_dsn', 401],
      [`${store}?compat_key=${key!.public_key}`, 'no json', 'invalid_store', 400],
      [`/api/${project.id}/envelope/?compat_key=${key!.public_key}`, '{}\n', 'invalid_envelope', 400],
      [`/api/999999999/store/?compat_key=${key!.public_key}`, '{}', 'project_mismatch', 403],
      [`${store}?compat_key=${key!.public_key}`, 'x'.repeat(2_100_000), 'payload_too_large', 413],
    ]
    for (const [path, body, , status] of reasons)
      expect([path, await post(path, body)]).toEqual([path, status])
    await client.request('POST', `/api/v1/dsn-keys/${key!.id}/revoke`)
    expect(await post(`${store}?compat_key=${key!.public_key}`)).toBe(403)
    await expect.poll(() => attempts(project)).toHaveLength(reasons.length + 1)
    const shown = await attempts(project)
    const codes = reasons.map(([, , code]) => code)
    expect(shown.map(({ code }) => code)).toEqual(['dsn_revoked', ...codes.reverse()])
    expect(shown[0]).toMatchObject({ status: 403, path: store, user_agent: 'sdk.test/1.0' })
    expect(shown[0]!.message).toContain('revoked')
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${key!.public_key}|wrong|nonsense`))
    const { rejected } = await usage(project)
    expect(rejected).toEqual({
      invalid_dsn: 4,
      invalid_store: 1,
      invalid_envelope: 1,
      project_mismatch: 1,
      payload_too_large: 1,
      dsn_revoked: 1,
    })
  })

  it('a key of another project is shown at both', async () => {
    const [one, other] = [await client.createProject('one'), await client.createProject('other')]
    await post(sdkEnvelopePath({ ...other, number: one.number }))
    await expect.poll(() => attempts(one)).toMatchObject([{ code: 'project_mismatch' }])
    expect(await attempts(other)).toMatchObject([{ code: 'project_mismatch' }])
  })

  it('20 attempts at most; those without a key of the project do not crowd out the others', async () => {
    const project = await client.createProject('crowded')
    const bad = `/api/${project.id}/store/?compat_key=${project.keys[0]!.public_key}`
    for (let n = 0; n < 25; n++) await post(bad, 'no json')
    for (let n = 1; n <= 25; n++) {
      await post(`/api/${project.id}/store/?compat_key=${'1'.repeat(32)}`)
      // A key that nobody has is noted after the answer, and only some are looked up at once.
      if (n % 5 > 0) continue
      const counts = { invalid_store: 25, invalid_dsn: n }
      await expect.poll(async () => (await usage(project)).rejected).toEqual(counts)
    }
    const shown = await attempts(project)
    expect(shown).toHaveLength(20)
    expect(shown.filter(({ code }) => code === 'invalid_dsn')).toHaveLength(10)
    const times = shown.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
  })

  const flood = async () => {
    const project = await client.createProject('flooded')
    const bad = `/api/${project.id}/store/?compat_key=${project.keys[0]!.public_key}`
    for (let n = 0; n < 10; n++) await post(bad, 'no json')
    for (let n = 0; n < 150; n++) await post(`/api/${project.number}/store/?compat_key=${'1'.repeat(32)}`)
    for (let n = 0; n < 3; n++) await post(bad, 'no json')
    const { invalid_dsn: noted } = (await usage(project)).rejected
    expect(noted).toBeGreaterThan(0)
    expect(noted).toBeLessThanOrEqual(30)
    const shown = await attempts(project)
    expect(shown.filter(({ code }) => code === 'invalid_store')).toHaveLength(10)
    expect(shown.slice(0, 3).map(({ code }) => code)).toEqual(Array(3).fill('invalid_store'))
  }
  it("attempts by strangers are recorded and announced at a bounded rate; those with the project's key stay", () =>
    withinMinute(flood))

  it('usage: 24 hours by the time of the events, and the present hour by arrival', async () => {
    const project = await client.createProject('used')
    const now = Date.now()
    const path = `/api/${project.id}/store/?compat_key=${project.keys[0]!.public_key}`
    const ages = [0, 0, 3 * HOUR_MS, 30 * HOUR_MS]
    for (const [n, age] of ages.entries()) {
      const event = { message: `number ${n % 2}`, timestamp: (now - age) / 1000 }
      expect(await post(path, JSON.stringify(event))).toBe(202)
    }
    await client.untilCounted(project.id, ages.length)
    const { hour, last_24h } = await usage(project)
    expect(hour).toMatchObject({ accepted: 4, cap: 5000 })
    expect(last_24h).toHaveLength(24)
    expect(last_24h.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(3)
    expect(last_24h.at(-1)!.start).toBe(hour.start)
    const startOf = (age: number) => new Date(Math.floor((now - age) / HOUR_MS) * HOUR_MS).toISOString()
    expect(last_24h.find(({ start }) => start === startOf(3 * HOUR_MS))).toMatchObject({ accepted: 1 })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventPage, IssueSummary, Trend } from '../support/client/api-client.ts'
import { BOUNDARY, form } from '../support/client/multipart-form.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'
import {
  AGENT_TOKEN,
  EVENT,
  ISSUE_SUMMARY,
  RELEASE_ARTIFACT,
  TREND,
  TREND_BUCKET,
  wrongFields,
} from '../support/rules/interface-fields.ts'

/*
 * Every field of every resource, on every route that answers with it. Webhooks: webhooks. What the fields mean:
 * event-rules, issues-numbers, issue-events, ingest-release-files, ingest-feedback.
 */

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

describeOn(ONE_ENGINE, 'Resources and their fields of sent events', (engine) => {
  let journey: Journey
  let full: IssueSummary
  let bare: IssueSummary
  let burst: IssueSummary
  let counted: string
  beforeAll(async () => {
    const databaseUrl = await engine.databaseUrl()
    journey = await Journey.start({ databaseUrl, env: { SVC_SPIKE_EVENTS_PER_MINUTE: '2' } })
    await journey.send({
      kind: 'Full',
      level: 'fatal',
      environment: 'staging',
      release: 'shop@1.2.3',
      user: { id: '7', email: 'ada@example.com' },
      contexts: { runtime: { name: 'CPython', version: '3.14.0' } },
      request: { url: 'https://shop.example.com/', headers: { 'User-Agent': CHROME } },
      breadcrumbs: [{ timestamp: 1, category: 'ui', message: 'clicked' }],
    })
    await journey.send({ kind: 'Bare' })
    for (let n = 0; n < 5; n++) counted = await journey.send({ kind: 'Burst' })
    full = await journey.issue('Full')
    bare = await journey.issue('Bare')
    burst = await journey.issue('Burst')
  })
  afterAll(() => journey?.close())

  const client = () => journey.client
  const post = <T>(path: string, body: object) => client().request<T>('POST', path, body)

  describe('IssueSummary', () => {
    test('every field with its type, in the list and of a single issue', async () => {
      for (const issue of [full, bare, burst]) {
        expect(wrongFields(issue, ISSUE_SUMMARY)).toEqual([])
        expect(wrongFields(await client().get(`/api/v1/issues/${issue.id}`), ISSUE_SUMMARY)).toEqual([])
      }
      expect(full).toMatchObject({ level: 'fatal', environment: 'staging', release: 'shop@1.2.3' })
      expect(bare).toMatchObject({ level: 'error', environment: 'production', release: '' })
      expect(bare).toMatchObject({ project_id: journey.project.id, status: 'unresolved', snoozed: false })
    })

    test('every field with its type, as PATCH and snooze return it, holds and release included', async () => {
      const path = `/api/v1/issues/${bare.id}`
      const body = { status: 'resolved', resolved_in_release: '1.0' }
      const patched = (await client().request<IssueSummary>('PATCH', path, body)).body
      expect(wrongFields(patched, ISSUE_SUMMARY)).toEqual([])
      expect(patched).toMatchObject({ id: bare.id, status: 'resolved', resolved_in_release: '1.0' })
      const holds = ['snooze_until', 'snooze_until_count', 'snooze_until_users'] as const
      for (const [index, mode] of ['hours', 'occurrences', 'users'].entries()) {
        const snoozed = (await post<Record<string, unknown>>(`${path}/snooze`, { mode })).body
        expect(wrongFields(snoozed, ISSUE_SUMMARY)).toEqual([])
        expect(snoozed.snoozed, 'true while a snooze hold is active').toBe(true)
        expect(holds.map((hold) => snoozed[hold] !== null)).toEqual(holds.map((_, at) => at === index))
      }
    })

    test('event_count may exceed the number of stored event rows (counter-only accepts)', async () => {
      expect(burst.event_count).toBe(5)
      const { events, total } = await client().events(burst.id)
      expect([events.length, total]).toEqual([2, 2])
      expect(events.map(({ id }) => id)).not.toContain(counted)
      expect(await journey.refusal('GET', `/api/v1/events/${counted}`)).toEqual([404, 'not_found'])
    })

    test('Merged child issues carry merge_parent_id; the default issue list returns only issues whose merge parent is null', async () => {
      const merge = { canonical_id: full.id, merge_ids: [burst.id] }
      expect((await post('/api/v1/issues/merge', merge)).body).toEqual({ updated: 1 })
      const { issues } = await client().get<{ issues: unknown[] }>(`/api/v1/issues/${full.id}/merged`)
      expect(issues).toMatchObject([{ id: burst.id, merge_parent_id: full.id, event_count: 5 }])
      expect(wrongFields(issues[0], { ...ISSUE_SUMMARY, merge_parent_id: 'UUID' })).toEqual([])
      const listed = await client().allIssues(journey.project.id)
      expect(listed.map(({ id }) => id).sort()).toEqual([full.id, bare.id].sort())
      expect(listed.every((issue) => (issue as { merge_parent_id?: unknown }).merge_parent_id === null)).toBe(
        true,
      )
      await post('/api/v1/issues/split', { canonical_id: full.id, split_ids: [burst.id] })
    })
  })

  test('Event (occurrence): every field with its type, in the page and alone', async () => {
    for (const issue of [full, bare, burst]) {
      const { events } = await client().get<EventPage>(`/api/v1/issues/${issue.id}/events`)
      expect(events.length).toBeGreaterThan(0)
      for (const event of events) {
        expect(wrongFields(event, EVENT)).toEqual([])
        expect(event.issue_id).toBe(issue.id)
        expect(wrongFields(await client().get(`/api/v1/events/${event.id}`), EVENT)).toEqual([])
      }
    }
    const [event] = (await client().events(full.id)).events
    expect(event).toMatchObject({
      environment: 'staging',
      release: 'shop@1.2.3',
      platform: 'python',
      runtime_name: 'CPython',
      runtime_version: '3.14.0',
      browser_name: 'Chrome',
      user_id: '7',
      user_email: 'ada@example.com',
      stack_frames: [{ filename: 'Full.py', function: 'do_Full', lineno: 7 }],
      breadcrumbs: [{ category: 'ui', message: 'clicked' }],
    })
    const [plain] = (await client().events(bare.id)).events
    const nothing = { runtime_name: null, runtime_version: null, browser_name: null, os_name: null }
    expect(plain).toMatchObject({ ...nothing, user_id: null, user_email: null, breadcrumbs: [] })
  })

  test('Trend: `{ issue_id: UUID string, buckets: [ { start: timestamp string, count: integer } ] }`', async () => {
    const ids = [full.id, burst.id]
    const { trends } = (await post<{ trends: Trend[] }>('/api/v1/issues/trends', { issue_ids: ids })).body
    expect(trends.map(({ issue_id }) => issue_id)).toEqual(ids)
    for (const trend of trends) {
      expect(wrongFields(trend, TREND)).toEqual([])
      expect(trend.buckets.flatMap((bucket) => wrongFields(bucket, TREND_BUCKET))).toEqual([])
    }
    expect(trends.map(({ buckets }) => buckets.reduce((sum, { count }) => sum + count, 0))).toEqual([1, 5])
  })

  test('Release artifact: `{ id: UUID string, name: string }`', async () => {
    const { project } = journey
    const answer = await journey.raw({
      path: `/api/${project.id}/releases/1.0/files/`,
      headers: { ...dsnHeaders(project), 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: form([{ name: 'file', fileName: 'app.js.map', content: '{}' }]),
    })
    expect(answer.status).toBe(201)
    expect(wrongFields(answer.json, RELEASE_ARTIFACT)).toEqual([])
    expect(answer.json).toEqual({ id: answer.json!.id, name: 'app.js.map' })
  })

  test('User feedback: event_id, name, email, comments; the record has its own id', async () => {
    const { project } = journey
    const said = { name: 'Ada', email: 'ada@example.com', comments: 'It broke' }
    const answer = await journey.raw({
      path: `/api/${project.id}/user-feedback/`,
      headers: { ...dsnHeaders(project), 'Content-Type': 'application/json' },
      body: JSON.stringify({ event_id: counted, ...said }),
    })
    expect([answer.status, wrongFields(answer.json, { id: 'UUID' })]).toEqual([201, []])
    const path = `/api/v1/events/${counted}/feedback`
    const { feedback } = await client().get<{ feedback: Record<string, unknown>[] }>(path)
    expect(feedback).toMatchObject([{ id: answer.json!.id, event_id: counted, ...said }])
    expect(answer.json!.id).not.toBe(counted)
  })

  test('Agent token: token is the full secret `svc_pat_<...>`, returned only on creation', async () => {
    const scopes = ['read:agent', 'write:triage', 'write:admin']
    const path = '/api/v1/agent-tokens'
    const { token } = (await post<{ token: Record<string, string> }>(path, { label: 'ci', scopes })).body
    expect(wrongFields(token, { ...AGENT_TOKEN, token: 'string' })).toEqual([])
    expect(token).toMatchObject({ label: 'ci', scopes })
    expect(token.token).toMatch(/^svc_pat_./)
    expect(token.token!.startsWith(token.token_prefix!)).toBe(true)
    const { tokens } = await client().get<{ tokens: object[] }>(path)
    expect(tokens.flatMap((listed) => wrongFields(listed, AGENT_TOKEN))).toEqual([])
    expect(tokens).toHaveLength(1)
    expect(JSON.stringify(tokens)).not.toContain(token.token)
  })
})

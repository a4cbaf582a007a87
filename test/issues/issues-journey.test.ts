import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventPage } from '#contract/event/event.ts'
import type { IssueActivityAnswer } from '#contract/issue/activity.ts'
import type { IssueDetail, IssuePage, IssueSummary } from '#contract/issue/issue.ts'
import {
  type ApiClient,
  type Project,
  sdkEnvelopePath,
  signedIn,
  sumOfEvents,
} from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { gzippedEnvelopeOf, type SampleEvent, sampleEvents } from '../support/sample/events.ts'
import { type Service, startService } from '../support/server/service.ts'

const EVENTS = 240
const ISSUES = 5

describeOn(ENGINES, 'From accepted events to every page through the whole service', (engine) => {
  let service: Service
  let client: ApiClient
  let project: Project
  const next = sampleEvents({ seed: 5, issues: ISSUES })
  const sent: SampleEvent[] = []

  beforeAll(async () => {
    const databaseUrl = await engine.databaseUrl()
    service = await startService({ databaseUrl, env: { SVC_SPIKE_EVENTS_PER_MINUTE: '5' } })
    client = await signedIn(service.url)
    project = await client.createProject()
    for (let n = 0; n < EVENTS; n++) await send(next())
    await client.untilCounted(project.id, EVENTS)
  })
  afterAll(() => service?.close())

  async function send(event: SampleEvent): Promise<void> {
    sent.push(event)
    const response = await fetch(service.url + sdkEnvelopePath(project), {
      method: 'POST',
      headers: { 'content-encoding': 'gzip' },
      body: gzippedEnvelopeOf(event),
    })
    expect(response.status).toBe(200)
  }
  async function issueOf(event: SampleEvent): Promise<IssueSummary> {
    const id = event.eventId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    const { issue_id } = await client.get<{ issue_id: string }>(`/api/v1/events/${id}`)
    return client.get(`/api/v1/issues/${issue_id}`)
  }
  /** One more event of the first issue, of a release; waits until it is counted. */
  async function sendAgain(issueId: string, release: string): Promise<IssueDetail> {
    const before = await client.get<IssueSummary>(`/api/v1/issues/${issueId}`)
    let event = next()
    while (event.issue !== sent[0]!.issue) event = next()
    event.payload.release = release
    await send(event)
    for (;;) {
      const after = await client.get<IssueDetail>(`/api/v1/issues/${issueId}`)
      if (after.event_count > before.event_count) return after
    }
  }
  const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)

  test('event_count = stored + counted only, and every page says so', async () => {
    const { issues, total } = await client.get<IssuePage>('/api/v1/issues?window=24h')
    expect([issues.length, total]).toEqual([ISSUES, ISSUES])
    const trends = await client.trends(
      issues.map((issue) => issue.id),
      '24h',
    )
    expect(issues.reduce((all, issue) => all + issue.event_count, 0)).toBe(EVENTS)
    expect(issues.some((issue) => issue.stored_event_count < issue.event_count)).toBe(true)
    for (const [index, issue] of issues.entries()) {
      const { event_count, stored_event_count } = issue
      expect(stored_event_count).toBeGreaterThanOrEqual(5)
      expect(sum(trends[index]!.buckets)).toBe(event_count)
      for (const window of ['7d', '14d', '28d', '30d', 'all']) {
        const timeline = await client.timeline(issue.id, window)
        expect([timeline.event_count, timeline.stored_event_count]).toEqual([event_count, stored_event_count])
        expect(sum(timeline.buckets)).toBe(event_count)
      }
      const { facets } = await client.get<IssueDetail>(`/api/v1/issues/${issue.id}`)
      expect(sum(facets.environments)).toBe(event_count)
      expect(sum(facets.releases)).toBe(event_count)
      expect(sum(facets.browsers)).toBeLessThanOrEqual(stored_event_count)
      await expectPages(issue, facets.releases)
    }
  })

  async function expectPages(issue: IssueSummary, releases: { value: string }[]): Promise<void> {
    const all: EventPage['events'] = []
    for (let offset = 0; ; offset += 25) {
      const page: EventPage = await client.get(`/api/v1/issues/${issue.id}/events?limit=25&offset=${offset}`)
      expect(page.total).toBe(issue.stored_event_count)
      all.push(...page.events)
      if (!page.has_more) break
    }
    expect(new Set(all.map((event) => event.id)).size).toBe(issue.stored_event_count)
    for (const { value } of releases) {
      const { total } = await client.events(issue.id, { release: value })
      expect(total).toBe(all.filter((event) => event.release === value).length)
    }
    expect(all.every((event) => event.issue_id === issue.id && event.stack_frames.length > 0)).toBe(true)
  }

  test('unique_user_count counts people of counted-only events, too', async () => {
    const bySample = Map.groupBy(sent, (event) => event.issue)
    for (const events of bySample.values()) {
      const issue = await issueOf(events[0]!)
      const users = new Set(events.map((event) => (event.payload.user as { id: string }).id))
      expect(issue.unique_user_count).toBe(users.size)
    }
  })

  test('search finds what was sent', async () => {
    const user = sent[0]!.payload.user as { email: string }
    const { id, title } = await issueOf(sent[0]!)
    const queries = [
      title.split(' ').slice(1, 3).join(' '),
      `user.email:${user.email.toUpperCase()}`,
      `env:${sent[0]!.payload.environment}`,
    ]
    for (const q of queries) {
      const { issues } = await client.get<IssuePage>(`/api/v1/issues?${new URLSearchParams({ q })}`)
      expect(issues.map((issue) => issue.id)).toContain(id)
    }
  })

  test('regression: only a strictly newer release reopens a resolved issue', async () => {
    const { id } = await issueOf(sent[0]!)
    await client.request('PATCH', `/api/v1/issues/${id}`, { status: 'resolved' })
    expect(await sendAgain(id, 'shop@4.12.0')).toMatchObject({ status: 'resolved' })
    expect(await sendAgain(id, 'shop@4.9.0')).toMatchObject({ status: 'resolved' })
    const back = await sendAgain(id, 'shop@4.13.0')
    expect(back).toMatchObject({
      status: 'regression',
      regression_note: 'compared 4.13.0 > 4.12.0 by semver',
      resolved_in_release: null,
    })
    const { activity } = await client.get<IssueActivityAnswer>(`/api/v1/issues/${id}/activity`)
    expect(activity.map((line) => [line.kind, line.actor.kind])).toEqual([
      ['regression', 'system'],
      ['status_changed', 'user'],
    ])
  })

  test('a deleted issue comes back as a new one', async () => {
    const { id } = await issueOf(sent[0]!)
    await client.request('DELETE', '/api/v1/issues/bulk', { ids: [id], action: 'delete' })
    const others = await client.allIssues(project.id)
    expect(others).toHaveLength(ISSUES - 1)
    let event = next()
    while (event.issue !== sent[0]!.issue) event = next()
    await send(event)
    const issues = await client.untilCounted(project.id, sumOfEvents(others) + 1)
    const known = others.map((issue) => issue.id)
    const fresh = issues.filter((issue) => !known.includes(issue.id))
    expect(fresh).toHaveLength(1)
    expect(fresh[0]).toMatchObject({ event_count: 1, unique_user_count: 1, status: 'unresolved' })
    expect(fresh[0]!.id).not.toBe(id)
  })
})

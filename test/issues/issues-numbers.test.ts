import { beforeAll, expect, test } from 'vitest'
import type { IssueDetail, IssueSummary } from '#contract/issue/issue.ts'
import type { Timeline } from '#contract/issue/timeline.ts'
import type { TrendsAnswer } from '#contract/issue/trend.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedEvent, type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { DAY, HOUR, issueServer, START } from '../support/server/issue-server.ts'

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'
/** Beginning of the present hour of the service. */
const THIS_HOUR = START - HOUR / 2

describeOn(ENGINES, 'Numbers of issues with stored issues', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let busy: string
  let calm: string

  beforeAll(async () => {
    const { database } = fixture.server
    project = await seedProject(database, fixture.org, 'shop')
    busy = (await seedIssue(database, { project, title: 'busy', events: BUSY })).uid
    calm = (await seedIssue(database, { project, title: 'calm', events: [{ at: START - 100 * DAY }] })).uid
  })

  async function trends(body: unknown, client = fixture.client) {
    return client.request<TrendsAnswer>('POST', '/api/v1/issues/trends', body)
  }
  async function timeline(id: string, query = ''): Promise<Timeline> {
    return fixture.client.get(`/api/v1/issues/${id}/timeline${query}`)
  }

  test.each([
    ['24h', 24, HOUR],
    ['7d', 28, 6 * HOUR],
    ['14d', 28, 12 * HOUR],
    ['30d', 30, DAY],
    ['90d', 30, 3 * DAY],
  ] as const)(
    'trends %s → %i buckets: UTC-aligned, zero-filled, oldest first, all accepted events',
    async (window, count, width) => {
      const { body } = await trends({ issue_ids: [busy], window })
      const buckets = body.trends[0]!.buckets.map((bucket) => ({ ...bucket, at: Date.parse(bucket.start) }))
      expect(buckets).toHaveLength(count)
      const last = Math.floor(START / width) * width
      expect(buckets.map((bucket) => bucket.at)).toEqual(
        Array.from({ length: count }, (_, n) => last - (count - 1 - n) * width),
      )
      const counts = buckets.map(
        ({ at }) => BUSY.filter((event) => event.at >= at && event.at < at + width).length,
      )
      expect(buckets.map((bucket) => bucket.count)).toEqual(counts)
      expect(counts.reduce((a, b) => a + b)).toBeGreaterThan(0)
    },
  )

  test('trends: window is optional, default 7d; empty list returns { trends: [] }', async () => {
    const { body } = await trends({ issue_ids: [busy] })
    expect(body).toEqual((await trends({ issue_ids: [busy], window: '7d' })).body)
    expect((await trends({ issue_ids: [] })).body).toEqual({ trends: [] })
  })

  test('trends: one entry per asked id in asked order; ids not visible: zeros', async () => {
    const asked = [calm, UNKNOWN, busy, busy]
    const { body } = await trends({ issue_ids: asked, window: '24h' })
    expect(body.trends.map((trend) => trend.issue_id)).toEqual(asked)
    const sums = body.trends.map((trend) => trend.buckets.reduce((sum, bucket) => sum + bucket.count, 0))
    expect(sums).toEqual([0, 0, 6, 6])
    const foreign = await trends({ issue_ids: [busy], window: '24h' }, fixture.stranger)
    expect(foreign.body.trends[0]!.buckets.every((bucket) => bucket.count === 0)).toBe(true)
    expect(foreign.body.trends[0]!.buckets).toHaveLength(24)
  })

  test('trends: up to 200 ids; more than 200 returns 400, so does anything that is not a list of UUIDs', async () => {
    const ids = Array.from({ length: 201 }, () => crypto.randomUUID())
    expect((await trends({ issue_ids: ids.slice(1) })).body.trends).toHaveLength(200)
    for (const body of [{ issue_ids: ids }, { issue_ids: ['x'] }, {}, { issue_ids: [busy], window: '8d' }]) {
      expect((await trends(body)).status).toBe(400)
    }
  })

  test('timeline 7d (default) = 168 hours', async () => {
    const body = await timeline(busy)
    expect(body).toEqual(await timeline(busy, '?window=7d'))
    expect(body).toMatchObject({ issue_id: busy, window: '7d', bucket: 'hour' })
    expect(body.buckets).toHaveLength(168)
    expect(body.buckets.at(-1)).toEqual({
      start: new Date(THIS_HOUR).toISOString(),
      count: 3,
      stored: 2,
      counted_only: 1,
      evicted: 0,
    })
    expect(body.buckets.at(-2)).toMatchObject({ start: new Date(THIS_HOUR - HOUR).toISOString(), count: 1 })
    const weekly = BUSY.filter((event) => event.at >= THIS_HOUR - 167 * HOUR)
    expect(body.event_count).toBe(weekly.length)
    expect(body.stored_event_count).toBe(weekly.filter((event) => !event.countedOnly).length)
    expect(body.summary).toEqual({ last_1h: 3, last_24h: 6, last_7d: weekly.length })
  })

  test.each([
    ['14d', 14],
    ['28d', 28],
    ['30d', 30],
    ['all', 62],
  ])('timeline %s: daily buckets, the sums those of the buckets', async (window, days) => {
    const body = await timeline(busy, `?window=${window}`)
    expect(body.bucket).toBe('day')
    expect(body.buckets).toHaveLength(days)
    const first = Date.parse(body.buckets[0]!.start)
    expect(first % DAY).toBe(0)
    const within = BUSY.filter((event) => event.at >= first)
    expect(body.event_count).toBe(within.length)
    expect(body.buckets.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(within.length)
    expect(body.summary.last_24h).toBe(6)
  })

  test('all = from first seen: its sum is the event_count of the issue', async () => {
    const issue = await fixture.client.get<IssueSummary>(`/api/v1/issues/${busy}`)
    const body = await timeline(busy, '?window=all')
    expect([body.event_count, body.stored_event_count]).toEqual([issue.event_count, issue.stored_event_count])
  })

  test('releases of an issue, the one first seen most recently first', async () => {
    const answer = await fixture.client.get(`/api/v1/issues/${busy}/releases`)
    expect(answer).toEqual({ releases: ['2.0', '1.0'] })
    expect((await timeline(busy)).releases).toEqual([
      { release: '2.0', first_seen_at: new Date(THIS_HOUR).toISOString(), event_count: 3 },
      {
        release: '1.0',
        first_seen_at: new Date(START - 61 * DAY).toISOString(),
        event_count: BUSY.length - 3,
      },
    ])
    expect(await fixture.client.get(`/api/v1/projects/${project.projectUid}/releases`)).toEqual({
      releases: [
        { version: '2.0', first_seen_at: new Date(THIS_HOUR).toISOString(), hidden: false },
        { version: '1.0', first_seen_at: new Date(START - 61 * DAY).toISOString(), hidden: false },
      ],
    })
  })

  test('facets count every accepted event; browser and system those that were stored', async () => {
    const expected = {
      environments: [
        { value: 'production', count: BUSY.length - 1 },
        { value: 'staging', count: 1 },
      ],
      releases: [
        { value: '1.0', count: BUSY.length - 3 },
        { value: '2.0', count: 3 },
      ],
      browsers: [{ value: 'Firefox', count: 2 }],
      operating_systems: [{ value: 'Linux', count: 2 }],
    }
    expect(await fixture.client.get(`/api/v1/issues/${busy}/facets`)).toEqual({ facets: expected })
    expect((await fixture.client.get<IssueDetail>(`/api/v1/issues/${busy}`)).facets).toEqual(expected)
  })

  test('values of the search box: environments, releases and levels with the issues that have them', async () => {
    const values = (query: string) => fixture.client.get(`/api/v1/search/values?${query}`)
    expect(await values('key=env')).toEqual({
      values: [
        { value: 'production', count: 2, capped: false },
        { value: 'staging', count: 1, capped: false },
      ],
    })
    expect(await values(`key=env&prefix=STA&project_id=${project.projectUid}`)).toEqual({
      values: [{ value: 'staging', count: 1, capped: false }],
    })
    expect(await values('key=release&limit=1')).toEqual({
      values: [{ value: '2.0', count: 1, capped: false }],
    })
    expect(await values('key=release&prefix=1')).toEqual({
      values: [{ value: '1.0', count: 1, capped: false }],
    })
    expect(await values('key=level&prefix=')).toEqual({
      values: [{ value: 'error', count: 2, capped: false }],
    })
    expect(await values('key=env&prefix=%25')).toEqual({ values: [] })
    for (const query of ['', 'key=user', 'key=env&project_id=x']) {
      expect((await fixture.client.request('GET', `/api/v1/search/values?${query}`)).status).toBe(400)
    }
  })

  test('unknown issue 404, of another organization too; unknown window 400', async () => {
    for (const part of ['', '/timeline', '/releases', '/facets', '/activity', '/events', '/merged']) {
      const ask = (client: typeof fixture.client, id: string) =>
        client.request('GET', `/api/v1/issues/${id}${part}`)
      expect((await ask(fixture.client, UNKNOWN)).status, part).toBe(404)
      expect((await ask(fixture.stranger, busy)).status, part).toBe(404)
      expect((await ask(fixture.client, 'one')).status, part).toBe(400)
    }
    const unknownWindow = await fixture.client.request('GET', `/api/v1/issues/${busy}/timeline?window=8d`)
    expect(unknownWindow.status).toBe(400)
    const releases = `/api/v1/projects/${project.projectUid}/releases`
    expect((await fixture.stranger.request('GET', releases)).status).toBe(404)
  })
})

/** Events of one issue: some in the present hour, some counted only, the oldest 61 days old. */
const BUSY: SeedEvent[] = [
  { at: THIS_HOUR, release: '2.0', browser: 'Firefox', os: 'Linux' },
  { at: THIS_HOUR + 60_000, release: '2.0', countedOnly: true },
  { at: START - 1, release: '2.0', browser: 'Firefox', os: 'Linux' },
  { at: THIS_HOUR - 1, release: '1.0' },
  { at: THIS_HOUR - 5 * HOUR, release: '1.0', environment: 'staging' },
  { at: THIS_HOUR - 23 * HOUR, release: '1.0' },
  { at: THIS_HOUR - 24 * HOUR, release: '1.0' },
  { at: THIS_HOUR - 167 * HOUR, release: '1.0' },
  { at: THIS_HOUR - 168 * HOUR, release: '1.0' },
  { at: START - 20 * DAY, release: '1.0', countedOnly: true },
  { at: START - 29 * DAY, release: '1.0' },
  { at: START - 61 * DAY, release: '1.0' },
]

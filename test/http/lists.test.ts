import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IssueSummary, Timeline, Trend } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'

/*
 * Lists, over events that were sent. Windows, sorts and search terms: issue-routes; further terms: issues-list,
 * domain/issue-query; cursors under change: issues-cursor; numbers bucket by bucket: issues-numbers.
 */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ISSUES = 130

interface Page {
  issues: IssueSummary[]
  next_cursor: string | null
  total: number
}

describeOn(ENGINES, 'Lists over sent events', (engine) => {
  let journey: Journey
  let many: string
  beforeAll(async () => {
    const databaseUrl = await engine.databaseUrl()
    journey = await Journey.start({ databaseUrl, env: { SVC_SPIKE_EVENTS_PER_MINUTE: '3' } })
    await journey.send({
      kind: 'Two words',
      environment: 'my env',
      release: 'r1',
      level: 'fatal',
      user: { email: 'Ada@Example.com' },
    })
    await journey.send({ kind: 'Two words', environment: 'qa', release: 'r2', level: 'info' })
    await journey.send({ kind: 'words Two', level: 'warning', user: { email: 'bo@example.com' } })
    for (let n = 0; n < 5; n++) await journey.send({ kind: 'Burst' })
    const shop = await journey.client.createProject('many')
    many = shop.id
    for (let n = 0; n < ISSUES; n++) await journey.send({ kind: `Kind${String(n).padStart(3, '0')}` }, shop)
    await journey.settled()
    await journey.settled(shop)
    const { id } = await journey.issue('words Two')
    await journey.client.request('PATCH', `/api/v1/issues/${id}`, { status: 'resolved' })
  })
  afterAll(() => journey?.close())

  const list = (query: Record<string, string>) =>
    journey.client.get<Page>(`/api/v1/issues?${new URLSearchParams(query)}`)
  const inMany = (query: Record<string, string>) => list({ project_id: many, ...query })

  describe('`GET /api/v1/issues`', () => {
    test('answer: `issues`, `next_cursor` (null at the end) and `total`', async () => {
      const page = await list({ project_id: journey.project.id })
      expect(Object.keys(page).sort()).toEqual(['issues', 'next_cursor', 'total'])
      expect([page.issues.length, page.next_cursor, page.total]).toEqual([3, null, 3])
      expect(await list({ q: 'nothing like it' })).toEqual({ issues: [], next_cursor: null, total: 0 })
    })

    test.each([
      [undefined, 100],
      ['1', 1],
      ['100', 100],
      ['129', 129],
      ['500', ISSUES],
      ['501', ISSUES],
      ['1000000000', ISSUES],
      ['0', 1],
      ['-1', 1],
      ['1.5', 1],
      ['abc', 100],
      ['', 100],
    ])('`limit` %s (100, 1–500): %i issues', async (limit, length) => {
      const page = await inMany(limit === undefined ? {} : { limit })
      expect([page.issues.length, page.total]).toEqual([length, ISSUES])
      expect(page.next_cursor === null).toBe(length === ISSUES)
    })

    test.each(['last_seen_desc', 'events_asc', 'first_seen_asc', 'title_asc'])(
      '`cursor` walks every issue once, under %s',
      async (sort) => {
        const ids: string[] = []
        let cursor: string | null = ''
        while (cursor !== null) {
          const page: Page = await inMany({ sort, limit: '40', ...(cursor && { cursor }) })
          ids.push(...page.issues.map(({ id }) => id))
          cursor = page.next_cursor
        }
        expect(ids).toEqual((await inMany({ sort, limit: '500' })).issues.map(({ id }) => id))
        expect(new Set(ids).size).toBe(ISSUES)
      },
    )

    test.each([
      ['env:qa', ['Two words'], 'any event there'],
      ['env:"my env"', ['Two words'], 'quotes'],
      ['release:r1', ['Two words'], 'any event there'],
      ['"two words"', ['Two words'], 'quotes'],
      ['two words', ['Two words', 'words Two'], 'each free token its own substring'],
      ['TWO', ['Two words', 'words Two'], 'case-insensitive'],
      ['do_Burst', ['Burst'], 'culprit'],
      ['is:resolved,unresolved', ['Burst', 'Two words', 'words Two'], 'comma is OR inside is:'],
      ['level:warning,info', ['Two words', 'words Two'], 'comma is OR inside level:'],
      ['env:qa,production', [], 'and nowhere else'],
      ['!is:resolved', ['Burst', 'Two words'], '! before a known key'],
      ['!env:production', ['Two words'], '! before a known key'],
      ['!user.email:example.com', ['Burst'], '! before a known key'],
      ['!burst', [], '! before anything else is text'],
      ['user.email:ADA@EXAMPLE.COM', ['Two words'], 'case-insensitive'],
      ['user.email:example', ['Two words', 'words Two'], 'without `*` a substring'],
      ['user.email:ada*', ['Two words'], 'with `*` a whole match'],
      ['user.email:*ada', [], 'with `*` a whole match'],
      ['env:qa two level:info is:unresolved', ['Two words'], 'Terms are ANDed'],
      ['env:qa level:warning', [], 'Terms are ANDed'],
      ['is:unresolved,regression !is:snoozed', ['Burst', 'Two words'], 'Default view of the web'],
    ])('q %s finds %j (%s)', async (q, expected) => {
      const { issues } = await list({ project_id: journey.project.id, q })
      expect(issues.map(({ title }) => title.replace(': it broke', '')).sort()).toEqual(expected)
    })
  })

  describe('Trends', () => {
    const trendsOf = async (issue_ids: string[], window?: string) => {
      const body = { issue_ids, ...(window && { window }) }
      const answer = await journey.client.request<{ trends: Trend[] }>('POST', '/api/v1/issues/trends', body)
      expect(answer.status).toBe(200)
      return answer.body.trends
    }

    test.each([
      [undefined, 28, 6],
      ['24h', 24, 1],
      ['7d', 28, 6],
      ['14d', 28, 12],
      ['30d', 30, 24],
      ['90d', 30, 72],
    ])(
      'window %s → %i × %i h; UTC-aligned, zero-filled, oldest first, all accepted events',
      async (window, count, hours) => {
        const { id } = await journey.issue('Burst')
        const [trend, unknown] = await trendsOf([id, randomUUID()], window)
        const starts = trend!.buckets.map(({ start }) => Date.parse(start))
        expect(starts).toHaveLength(count)
        expect(starts.every((start) => start % (hours * HOUR) === 0)).toBe(true)
        expect(starts.every((start, at) => at === 0 || start - starts[at - 1]! === hours * HOUR)).toBe(true)
        expect(trend!.buckets.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(5)
        expect(unknown!.buckets.map(({ start }) => Date.parse(start))).toEqual(starts)
        expect(unknown!.buckets.every((bucket) => bucket.count === 0)).toBe(true)
      },
    )

    test('one entry per asked id in asked order (ids not visible: zeros)', async () => {
      const [a, b, unknown] = [await journey.issue('Burst'), await journey.issue('Two words'), randomUUID()]
      const asked = [b.id, unknown, a.id, b.id]
      const trends = await trendsOf(asked)
      expect(trends.map(({ issue_id }) => issue_id)).toEqual(asked)
      const sums = trends.map(({ buckets }) => buckets.reduce((sum, { count }) => sum + count, 0))
      expect(sums).toEqual([2, 0, 5, 2])
    })

    test.each(['1h', '28d', 'all', '', null, 7])('window %j is 400', async (window) => {
      const body = { issue_ids: [], window }
      expect(await journey.refusal('POST', '/api/v1/issues/trends', { body })).toEqual([
        400,
        'invalid_request',
      ])
    })
  })

  test('Timeline: `{ issue_id, window, bucket, event_count, stored_event_count, buckets, summary, releases }`', async () => {
    const { id, first_seen_at } = await journey.issue('Two words')
    for (const [window, bucket, length] of [
      ['7d', 'hour', 168],
      ['14d', 'day', 14],
      ['all', 'day', 1 + Math.floor(Date.now() / DAY) - Math.floor(Date.parse(first_seen_at) / DAY)],
    ] as const) {
      const timeline = await journey.client.timeline(id, window)
      expect(timeline).toMatchObject({
        issue_id: id,
        window,
        bucket,
        event_count: 2,
        stored_event_count: 2,
      })
      expect(timeline).toMatchObject({ summary: { last_24h: 2, last_7d: 2 } })
      expect(timeline.buckets).toHaveLength(length)
      expect(timeline.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(2)
      const { releases } = timeline as Timeline & { releases: { release: string; first_seen_at: string }[] }
      const seen = expect.stringMatching(/Z$/)
      expect(releases.toSorted((a, b) => (a.release < b.release ? -1 : 1))).toEqual([
        { release: 'r1', first_seen_at: seen, event_count: 1 },
        { release: 'r2', first_seen_at: seen, event_count: 1 },
      ])
    }
    const burst = await journey.issue('Burst')
    const { event_count, stored_event_count, buckets } = await journey.client.timeline(burst.id, '7d')
    expect([event_count, stored_event_count]).toEqual([5, 3])
    const sums = buckets.reduce(([all, kept], { count, stored }) => [all! + count, kept! + stored], [0, 0])
    expect(sums).toEqual([5, 3])
  })

  test('feedback: newest first, empty when none — also for an event that is unknown, queued or counted only', async () => {
    const { project } = journey
    const say = async (event_id: string, comments: string) => {
      const body = JSON.stringify({ event_id, comments, name: 'Ada', email: 'ada@example.com' })
      const path = `/api/${project.id}/user-feedback/`
      return (await journey.raw({ path, headers: dsnHeaders(project), body })).status
    }
    const read = async (id: string) =>
      (await journey.client.get<{ feedback: object[] }>(`/api/v1/events/${id}/feedback`)).feedback
    const fresh = await journey.send({ kind: 'Burst' })
    expect(await read(fresh)).toEqual([])
    expect(await say(fresh, 'one')).toBe(201)
    expect(await say(fresh, 'two')).toBe(201)
    const feedback = await read(fresh)
    expect(feedback).toMatchObject([{ comments: 'two' }, { comments: 'one' }])
    const fields = ['id', 'event_id', 'name', 'email', 'comments', 'created_at']
    for (const record of feedback) expect(Object.keys(record).sort()).toEqual(fields.toSorted())
    expect(await read(randomUUID())).toEqual([])
  })
})

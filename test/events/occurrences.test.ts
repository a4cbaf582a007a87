import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventPage, Timeline } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'

/*
 * An issue's events and timeline, over events that were sent. The fields of an event: resource-fields; counted-only
 * and evicted ones in a timeline, families: issues-numbers, issue-families, retention; neighbours: issue-events.
 */

const EVENTS = 205
const NEWER = 5
const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'
const DAY = 24 * 3_600_000

describeOn(ENGINES, `Occurrences of ${EVENTS} sent events`, (engine) => {
  let journey: Journey
  let path: string
  /** Newest first. */
  const sent: string[] = []
  beforeAll(async () => {
    const databaseUrl = await engine.databaseUrl()
    journey = await Journey.start({ databaseUrl, env: { SVC_SPIKE_EVENTS_PER_MINUTE: '1000' } })
    const start = Date.now() - 10 * DAY
    for (let n = 0; n < EVENTS; n++) {
      const release = n < EVENTS - NEWER ? '1.0' : '2.0'
      sent.unshift(await journey.send({ kind: 'Often', timestamp: (start + n * 60_000) / 1000, release }))
    }
    await journey.send({ kind: 'Once' })
    path = `/api/v1/issues/${(await journey.issue('Often')).id}`
  })
  afterAll(() => journey?.close())

  const page = (query: string) => journey.client.get<EventPage>(`${path}/events${query}`)

  describe('GET /api/v1/issues/{issue_id}/events', () => {
    test('200 `{ events: [Event], total: integer, has_more: boolean }`, limit default 50, offset default 0', async () => {
      const { events, total, has_more } = await page('')
      expect(events.map(({ id }) => id)).toEqual(sent.slice(0, 50))
      expect([total, has_more]).toEqual([EVENTS, true])
    })

    test.each([
      ['1', 1],
      ['49', 49],
      ['199', 199],
      ['200', 200],
      ['201', 200],
      ['1000000000', 200],
      ['99999999999999999999', 200],
      ['0', 1],
      ['-1', 1],
      ['-1000000000', 1],
      ['1.5', 1],
      ['', 50],
      ['%20', 50],
      ['abc', 50],
      ['10x', 50],
      ['null', 50],
      ['NaN', 50],
    ])('limit=%s clamped to 1-200, default 50: %i events', async (limit, length) => {
      const { events, total, has_more } = await page(`?limit=${limit}`)
      expect([events.length, total, has_more]).toEqual([length, EVENTS, true])
    })

    test.each([
      ['0', 0],
      ['1', 1],
      ['204', 204],
      ['205', 205],
      ['1000000000', EVENTS],
      ['99999999999999999999', EVENTS],
      ['-1', 0],
      ['1.5', 1],
      ['', 0],
      ['abc', 0],
    ])('offset=%s (default 0): from the %ith event on', async (offset, from) => {
      const { events, total, has_more } = await page(`?limit=200&offset=${offset}`)
      expect(events.map(({ id }) => id)).toEqual(sent.slice(from, from + 200))
      expect([total, has_more]).toEqual([EVENTS, from + 200 < EVENTS])
    })

    test('has_more is true up to the last page, and not on it', async () => {
      expect((await page('?limit=5&offset=199')).has_more).toBe(true)
      expect((await page('?limit=5&offset=200')).has_more).toBe(false)
      expect((await page('?limit=6&offset=200')).has_more).toBe(false)
    })

    test('release (optional filter)', async () => {
      const newer = await page('?release=2.0&limit=3')
      expect(newer.events.map(({ id }) => id)).toEqual(sent.slice(0, 3))
      expect([newer.total, newer.has_more]).toEqual([NEWER, true])
      expect(await page('?release=2.0&offset=3')).toMatchObject({ total: NEWER, has_more: false })
      expect((await page('?release=1.0')).total).toBe(EVENTS - NEWER)
      expect(await page('?release=3.0')).toEqual({ events: [], total: 0, has_more: false })
      expect((await page('?release=')).total).toBe(EVENTS)
    })

    test.each(['events', 'releases', 'timeline', 'merged', 'activity', 'facets', 'comments'])(
      'unknown issue 404 (…/%s), a malformed id 400',
      async (what) => {
        const refused = (id: string) => journey.refusal('GET', `/api/v1/issues/${id}/${what}`)
        expect(await refused(UNKNOWN)).toEqual([404, 'not_found'])
        expect(await refused('x')).toEqual([400, 'invalid_request'])
        expect(await refused(path.split('/').at(-1)!.toUpperCase())).toEqual([200, undefined])
      },
    )
  })

  test('GET /api/v1/issues/{issue_id}/releases: `{ releases: [string] }`', async () => {
    expect(await journey.client.get(`${path}/releases`)).toEqual({ releases: ['2.0', '1.0'] })
    const { id } = await journey.issue('Once')
    expect(await journey.client.get(`/api/v1/issues/${id}/releases`)).toEqual({ releases: [] })
  })

  describe('GET /api/v1/issues/{issue_id}/timeline', () => {
    test.each([
      ['', '7d', 'hour', 168, 0],
      ['?window=7d', '7d', 'hour', 168, 0],
      ['?window=14d', '14d', 'day', 14, EVENTS],
      ['?window=28d', '28d', 'day', 28, EVENTS],
      ['?window=30d', '30d', 'day', 30, EVENTS],
      ['?window=all', 'all', 'day', 11, EVENTS],
    ])('window%s: %s in buckets of an %s', async (query, window, bucket, length, events) => {
      const timeline = await journey.client.get<Timeline>(`${path}/timeline${query}`)
      expect(timeline).toMatchObject({ window, bucket, issue_id: path.split('/').at(-1) })
      expect(timeline.event_count).toBe(events)
      expect(timeline.buckets).toHaveLength(length)
      expect(timeline.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(events)
      const starts = timeline.buckets.map(({ start }) => Date.parse(start))
      const width = bucket === 'hour' ? DAY / 24 : DAY
      expect(starts.every((start) => start % width === 0)).toBe(true)
      expect(starts.every((start, at) => at === 0 || start - starts[at - 1]! === width)).toBe(true)
      expect(starts.at(-1)! + width).toBeGreaterThan(Date.now() - 60_000)
    })

    test.each(['24h', '90d', '1h', 'ALL', ''])('window=%s is 400', async (window) => {
      const refusal = await journey.refusal('GET', `${path}/timeline?window=${window}`)
      expect(refusal).toEqual([400, 'invalid_request'])
    })
  })

  test('GET /api/v1/events/{event_id}/feedback: stored feedback for the event, or empty when none', async () => {
    const read = (id: string) =>
      journey.client.get<{ feedback: Record<string, unknown>[] }>(`/api/v1/events/${id}/feedback`)
    expect(await read(sent[0]!)).toEqual({ feedback: [] })
    expect(await read(randomUUID())).toEqual({ feedback: [] })
    const { project } = journey
    for (const comments of ['first', 'second']) {
      const body = JSON.stringify({ event_id: sent[0]!.toUpperCase(), comments })
      const feedbackPath = `/api/${project.id}/user-feedback/`
      expect((await journey.raw({ path: feedbackPath, headers: dsnHeaders(project), body })).status).toBe(201)
    }
    const { feedback } = await read(sent[0]!)
    const rest = { id: expect.any(String), created_at: expect.stringMatching(/Z$/), event_id: sent[0] }
    expect(feedback).toEqual([
      { ...rest, name: '', email: '', comments: 'second' },
      { ...rest, name: '', email: '', comments: 'first' },
    ])
    expect((await read(sent[1]!)).feedback).toEqual([])
    expect(await journey.refusal('GET', '/api/v1/events/x/feedback')).toEqual([400, 'invalid_request'])
  })
})

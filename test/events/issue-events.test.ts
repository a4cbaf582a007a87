import { beforeAll, expect, test } from 'vitest'
import type { EventDetail } from '#contract/event/detail.ts'
import type { EventPage, FeedbackAnswer } from '#contract/event/event.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { insertFeedback } from '#storage/event/feedback.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedEvent, type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'

describeOn(ENGINES, 'Occurrences with stored events', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let issueId: string

  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
    issueId = (await seedIssue(fixture.server.database, { project, title: 'TypeError: x', events: EVENTS }))
      .uid
  })

  async function page(query = ''): Promise<EventPage> {
    return fixture.client.get(`/api/v1/issues/${issueId}/events${query}`)
  }
  const idsOf = ({ events }: EventPage) => events.map((event) => event.id)

  test('the newest event comes with its place, as it does by its own id', async () => {
    const [newest] = (await page('?limit=1')).events
    const latest = await fixture.client.get<EventDetail>(`/api/v1/issues/${issueId}/events/latest`)
    expect(latest).toEqual(await fixture.client.get(`/api/v1/events/${newest!.id}`))
    expect(latest).toMatchObject({ id: newest!.id, position: 1, newer_event_id: null })
    const unknown = await fixture.client.request('GET', `/api/v1/issues/${UNKNOWN}/events/latest`)
    expect(unknown.status).toBe(404)
  })

  test('an event has the fields of the interface, frames and breadcrumbs among them', async () => {
    const { events } = await page('?limit=1')
    expect(events[0]).toEqual({
      id: eventId(259),
      issue_id: issueId,
      occurred_at: new Date(START - HOUR).toISOString(),
      environment: 'production',
      release: '2.0',
      platform: 'node',
      runtime_name: null,
      runtime_version: null,
      browser_name: 'Firefox',
      os_name: 'Linux',
      user_id: '7',
      user_email: 'ada@x.io',
      payload_json: PAYLOAD,
      stack_frames: [
        expect.objectContaining({ filename: 'main.ts', function: 'main', lineno: 1, in_app: true }),
        expect.objectContaining({ filename: 'pay.ts', function: 'pay', lineno: 88, context_line: 'pay()' }),
      ],
      breadcrumbs: [
        {
          timestamp: new Date(START).toISOString(),
          type: null,
          category: 'ui',
          level: 'info',
          message: 'clicked',
          data: null,
        },
      ],
    })
  })

  test('events are listed newest first (occurred_at, then id); counted-only ones have no row', async () => {
    const { events, total, has_more } = await page('?limit=200')
    expect([events.length, total, has_more]).toEqual([200, 260, true])
    const order = EVENTS.filter((event) => !event.countedOnly).toSorted(
      (a, b) => b.at - a.at || (a.eventId! < b.eventId! ? 1 : -1),
    )
    const rest = await page('?limit=200&offset=200')
    expect([rest.events.length, rest.total, rest.has_more]).toEqual([60, 260, false])
    expect([...idsOf({ events } as EventPage), ...idsOf(rest)]).toEqual(order.map((event) => event.eventId))
  })

  test.each([
    ['', 50],
    ['?limit=0', 1],
    ['?limit=-1', 1],
    ['?limit=201', 200],
    ['?limit=1e99', 200],
    ['?limit=ten', 50],
    ['?limit=7&offset=-3', 7],
    ['?offset=x', 50],
    ['?offset=255', 5],
    ['?offset=260', 0],
    ['?offset=99999999999999999999', 0],
  ])('limit: default 50, clamped to 1-200; offset: default 0 (%s)', async (query, length) => {
    const { events, total } = await page(query)
    expect([events.length, total]).toEqual([length, 260])
  })

  test('release: optional filter, its total counted', async () => {
    const { events, total, has_more } = await page('?release=1.0&limit=200')
    expect(events.every((event) => event.release === '1.0')).toBe(true)
    expect([events.length, total, has_more]).toEqual([130, 130, false])
    const second = await page('?release=1.0&limit=100&offset=100')
    expect([second.events.length, second.has_more]).toEqual([30, false])
    expect((await page('?release=9.9')).total).toBe(0)
    expect((await page('?release=')).total).toBe(260)
  })

  test('an event without a stored document has an empty payload', async () => {
    const { events } = await page('?offset=259')
    expect(events[0]).toMatchObject({ payload_json: {}, stack_frames: [], breadcrumbs: [] })
  })

  test('GET /api/v1/events/{id}: the event, its position and its neighbours', async () => {
    const event = await fixture.client.get<EventDetail>(`/api/v1/events/${eventId(257)}`)
    expect(event).toMatchObject({
      id: eventId(257),
      issue_id: issueId,
      position: 3,
      total: 260,
      newer_event_id: eventId(258),
      older_event_id: eventId(256),
      grouping: null,
    })
    const undashed = eventId(257).replaceAll('-', '').toUpperCase()
    expect(await fixture.client.get(`/api/v1/events/${undashed}`)).toEqual(event)
    expect(await fixture.client.get(`/api/v1/events/${undashed}/feedback`)).toEqual({ feedback: [] })
    const all = [...(await page('?limit=200')).events, ...(await page('?limit=200&offset=200')).events]
    for (const index of [0, 1, 199, 258, 259]) {
      const { position, newer_event_id, older_event_id } = await fixture.client.get<EventDetail>(
        `/api/v1/events/${all[index]!.id}`,
      )
      expect([position, newer_event_id, older_event_id]).toEqual([
        index + 1,
        all[index - 1]?.id ?? null,
        all[index + 1]?.id ?? null,
      ])
    }
  })

  test('an event of another organization is 404, so is an unknown one; a malformed id 400', async () => {
    expect((await fixture.stranger.request('GET', `/api/v1/events/${eventId(1)}`)).status).toBe(404)
    expect((await fixture.client.request('GET', `/api/v1/events/${UNKNOWN}`)).status).toBe(404)
    expect((await fixture.client.request('GET', '/api/v1/events/1')).status).toBe(400)
  })

  test('feedback for the event within the caller’s org, newest first, or empty when none', async () => {
    const scope = { db: fixture.server.database.queries, ...fixture.org }
    const write = (comments: string, createdAt: number, event = eventId(5)) =>
      insertFeedback(scope, [
        {
          id: crypto.randomUUID(),
          projectId: project.projectId,
          eventId: Buffer.from(event.replaceAll('-', ''), 'hex'),
          waitsUntil: null,
          name: 'Ada',
          email: 'ada@x.io',
          comments,
          createdAt,
        },
      ])
    await write('first', START - 2)
    await write('second', START - 1)
    await write('of a queued one', START, UNKNOWN)
    const read = (event: string, client = fixture.client) =>
      client.get<FeedbackAnswer>(`/api/v1/events/${event}/feedback`)
    const { feedback } = await read(eventId(5))
    expect(feedback.map((record) => record.comments)).toEqual(['second', 'first'])
    expect(feedback[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event_id: eventId(5),
      name: 'Ada',
      email: 'ada@x.io',
      comments: 'second',
      created_at: new Date(START - 1).toISOString(),
    })
    expect((await read(UNKNOWN)).feedback).toHaveLength(1)
    expect(await read(eventId(6))).toEqual({ feedback: [] })
    expect(await read(eventId(5), fixture.stranger)).toEqual({ feedback: [] })
  })
})

const PAYLOAD: JsonObject = {
  exception: {
    values: [
      {
        type: 'TypeError',
        value: 'x',
        stacktrace: {
          frames: [
            { filename: 'main.ts', function: 'main', lineno: 1, in_app: true },
            { filename: 'pay.ts', function: 'pay', lineno: 88, in_app: true, context_line: 'pay()' },
          ],
        },
      },
    ],
  },
  breadcrumbs: [
    { timestamp: new Date(START).toISOString(), category: 'ui', level: 'info', message: 'clicked' },
  ],
}

/** 260 stored events, two of each moment, and 3 that were counted only. */
const EVENTS: SeedEvent[] = [
  ...Array.from({ length: 260 }, (_, n) => ({
    at: START - HOUR - Math.floor((259 - n) / 2) * 1000,
    eventId: eventId(n),
    release: n % 2 === 0 ? '1.0' : '2.0',
    userId: '7',
    email: 'ada@x.io',
    browser: 'Firefox',
    os: 'Linux',
    ...(n > 0 && { payload: PAYLOAD }),
  })),
  ...Array.from({ length: 3 }, () => ({ at: START - HOUR, release: '1.0', countedOnly: true })),
]

function eventId(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
}

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { EventRecord, IssueSummary } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'

/*
 * What an event does to its issue, from the event that is sent to the answer that shows it. Regressions: regression;
 * snoozes: snooze, transitions; merges: issues-merge, issue-families; bulk and deletion: issues-bulk; every shape
 * that SDKs send: domain/normalise-event, odd-events, fingerprint.
 */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describeOn(ONE_ENGINE, 'Events and issues from what is sent', (engine) => {
  const journey = ofSuite(async () => Journey.start({ databaseUrl: await engine.databaseUrl() }))

  /** What became of a processed event. */
  async function eventOf(id: string): Promise<EventRecord> {
    await expect.poll(() => journey.refusal('GET', `/api/v1/events/${id}`)).toEqual([200, undefined])
    return journey.client.get(`/api/v1/events/${id}`)
  }
  /** Sends exactly this by the store route. */
  async function sendBare(event: object): Promise<EventRecord> {
    const { project } = journey
    const path = `/api/${project.id}/store/`
    const body = JSON.stringify(event)
    const { status, json } = await journey.raw({ path, headers: dsnHeaders(project), body })
    expect(status).toBe(202)
    return eventOf(json!.id as string)
  }
  const issueOf = (event: EventRecord) => journey.client.get<IssueSummary>(`/api/v1/issues/${event.issue_id}`)

  test.each([
    ['fatal', 'fatal'],
    ['error', 'error'],
    ['warning', 'warning'],
    ['info', 'info'],
    ['debug', 'debug'],
    ['log', 'info'],
    ['warn', 'warning'],
    ['critical', 'fatal'],
    [undefined, 'error'],
    ['severe', 'error'],
    [null, 'error'],
    [{}, 'error'],
  ])('`level` %j is %s', async (level, expected) => {
    const event = await sendBare({ message: `level ${JSON.stringify(level)}`, level })
    expect((await issueOf(event)).level).toBe(expected)
  })

  test('`environment` absent→`production`; `release` absent→`""`', async () => {
    const plain = await sendBare({ message: 'plain' })
    expect(plain).toMatchObject({ environment: 'production', release: '' })
    expect(await issueOf(plain)).toMatchObject({ environment: 'production', release: '' })
    const named = await sendBare({ message: 'named', environment: 'qa', release: 'shop@1' })
    expect(named).toMatchObject({ environment: 'qa', release: 'shop@1' })
  })

  describe('`occurred_at`', () => {
    const at = async (event: object) => Date.parse((await sendBare({ message: 'at', ...event })).occurred_at)
    const near = (time: number, expected: number) =>
      expect(Math.abs(time - expected)).toBeLessThan(MINUTE / 2)

    test('the event’s timestamp, as a number, a text of one, or ISO 8601', async () => {
      const time = Math.floor((Date.now() - DAY) / 1000) * 1000 + 250
      expect(await at({ timestamp: time / 1000 })).toBe(time)
      expect(await at({ timestamp: String(time / 1000) })).toBe(time)
      expect(await at({ timestamp: new Date(time).toISOString() })).toBe(time)
    })

    test('replaced by the receive time when in the future (> 60 s) or older than the retention', async () => {
      const now = Date.now()
      near(await at({ timestamp: (now + 10 * MINUTE) / 1000 }), now)
      expect(await at({ timestamp: Math.floor(now / 1000) + 20 })).toBe((Math.floor(now / 1000) + 20) * 1000)
      near(await at({ timestamp: (now - 91 * DAY) / 1000 }), Date.now())
      const old = Math.floor((now - 89 * DAY) / 1000)
      expect(await at({ timestamp: old })).toBe(old * 1000)
      for (const timestamp of [undefined, null, 'yesterday', {}]) near(await at({ timestamp }), Date.now())
    })

    test('corrected by `sent_at` when the client’s clock is off by more than 55 min', async () => {
      const sendAt = async (clockOff: number) => {
        const { project } = journey
        const clock = Date.now() + clockOff
        const event = { message: 'clock', timestamp: (clock - 5 * HOUR) / 1000 }
        const lines = [{ sent_at: new Date(clock).toISOString() }, { type: 'event' }, event]
        const body = lines.map((line) => JSON.stringify(line)).join('\n')
        const path = `/api/${project.id}/envelope/`
        const { json } = await journey.raw({ path, headers: dsnHeaders(project), body })
        return Date.parse((await eventOf(json!.id as string)).occurred_at)
      }
      near(await sendAt(-2 * HOUR), Date.now() - 5 * HOUR)
      near(await sendAt(3 * HOUR), Date.now() - 5 * HOUR)
      near(await sendAt(-50 * MINUTE), Date.now() - 5 * HOUR - 50 * MINUTE)
    })
  })

  test.each<[string, object, string]>([
    [
      '`Type: value` of the LAST exception',
      {
        exception: {
          values: [
            { type: 'Cause', value: 'deep' },
            { type: 'Outer', value: 'seen' },
          ],
        },
      },
      'Outer: seen',
    ],
    ['first line', { exception: { values: [{ type: 'Multi', value: 'one\ntwo' }] } }, 'Multi: one'],
    ['else the message', { message: 'just words' }, 'just words'],
    ['else the message, formatted', { logentry: { message: 'took %s ms', params: [5] } }, 'took 5 ms'],
    ['an exception that is only a text', { exception: 'boom' }, 'boom'],
    ['a CSP report', { 'csp-report': { 'effective-directive': 'img-src' } }, 'Blocked img-src from self'],
    ['else `<no message>`', {}, '<no message>'],
  ])('Title: %s', async (_, event, title) => {
    expect((await issueOf(await sendBare(event))).title).toBe(title)
  })

  test('Title: ≤ 250 chars', async () => {
    const event = { exception: { values: [{ type: 'Long', value: 'x'.repeat(1000) }] } }
    const { title } = await issueOf(await sendBare(event))
    expect(title.length).toBe(250)
    expect(title).toMatch(/^Long: x{200}/)
  })

  test('`stack_frames`: frames of that exception, oldest call first; `breadcrumbs`: flat; `payload_json`: the scrubbed event', async () => {
    const frames = [
      { filename: 'main.py', function: 'main', lineno: 1, in_app: true },
      {
        filename: 'pay.py',
        abs_path: '/srv/pay.py',
        module: 'shop.pay',
        function: 'pay',
        lineno: 12,
        colno: 3,
        in_app: true,
        pre_context: ['a'],
        context_line: 'b',
        post_context: ['c'],
        vars: { total: 5, password: 'hunter2' },
      },
    ]
    const cause = { type: 'Cause', value: 'x', stacktrace: { frames: [{ function: 'cause', lineno: 9 }] } }
    const event = await sendBare({
      platform: 'python',
      exception: { values: [cause, { type: 'Outer', value: 'y', stacktrace: { frames } }] },
      breadcrumbs: {
        values: [
          { timestamp: 1_700_000_000, message: 'first' },
          { message: 'second', data: { a: 1 } },
        ],
      },
    })
    const none = { abs_path: null, module: null, colno: null, context_line: null, vars: null }
    expect(event.stack_frames).toEqual([
      { ...none, ...frames[0], pre_context: [], post_context: [] },
      { ...frames[1], vars: { total: 5, password: '[Filtered]' } },
    ])
    const empty = { timestamp: null, type: null, category: null, level: null, message: null, data: null }
    expect(event.breadcrumbs).toEqual([
      { ...empty, timestamp: '2023-11-14T22:13:20.000Z', message: 'first' },
      { ...empty, message: 'second', data: { a: 1 } },
    ])
    expect(JSON.stringify(event.payload_json)).not.toContain('hunter2')
    expect(event.payload_json).toMatchObject({ platform: 'python' })
  })

  test('Events are listed newest first (occurred_at, then id)', async () => {
    const time = (Date.now() - DAY) / 1000
    const low = await journey.send({
      kind: 'Order',
      event_id: `0${randomUUID().slice(1)}`,
      timestamp: time,
    })
    const old = await journey.send({ kind: 'Order', timestamp: time - 1 })
    const high = await journey.send({
      kind: 'Order',
      event_id: `f${randomUUID().slice(1)}`,
      timestamp: time,
    })
    const late = await journey.send({ kind: 'Order', timestamp: time + 1 })
    const [{ issue_id }] = await Promise.all([late, high, low, old].map(eventOf) as [Promise<EventRecord>])
    const { events } = await journey.client.events(issue_id)
    expect(events.map(({ id }) => id)).toEqual([late, high, low, old])
  })

  test('Level, environment, release and title of an issue are those of its latest event', async () => {
    const fingerprint = ['one issue']
    const now = Date.now() / 1000
    const first = { level: 'warning', environment: 'qa', release: '1', timestamp: now - 60 }
    const { issue_id } = await sendBare({ message: 'said first', fingerprint, ...first })
    const read = () => journey.client.get(`/api/v1/issues/${issue_id}`)
    expect(await read()).toMatchObject({
      title: 'said first',
      level: 'warning',
      environment: 'qa',
      release: '1',
    })
    const latest = { level: 'fatal', environment: 'live', release: '2' }
    await sendBare({ message: 'said later', fingerprint, ...latest, timestamp: now })
    expect(await read()).toMatchObject({ title: 'said later', event_count: 2, ...latest })
    await sendBare({
      message: 'came late',
      fingerprint,
      level: 'info',
      release: '0',
      timestamp: now - 3600,
    })
    expect(await read()).toMatchObject({ title: 'said later', event_count: 3, ...latest })
  })

  test('`GET /issues/{id}`, PATCH and snooze answer the bare IssueSummary', async () => {
    const { issue_id } = await sendBare({ message: 'bare' })
    const path = `/api/v1/issues/${issue_id}`
    const patched = await journey.client.request('PATCH', path, { status: 'ignored' })
    const snoozed = await journey.client.request('POST', `${path}/snooze`, { mode: '4h' })
    for (const body of [await journey.client.get(path), patched.body, snoozed.body]) {
      expect(body).toMatchObject({ id: issue_id, title: 'bare', status: 'ignored' })
    }
  })

  test('`resolved_in_release` alone in a PATCH is stored with the status unchanged; leaving `resolved` sets it null', async () => {
    const { issue_id } = await sendBare({ message: 'released' })
    const patch = async (body: object) =>
      (await journey.client.request('PATCH', `/api/v1/issues/${issue_id}`, body)).body
    expect(await patch({ resolved_in_release: '2' })).toMatchObject({
      status: 'unresolved',
      resolved_in_release: '2',
    })
    expect(await patch({ status: 'resolved' })).toMatchObject({
      status: 'resolved',
      resolved_in_release: '2',
    })
    expect(await patch({ resolved_in_release: '3' })).toMatchObject({
      status: 'resolved',
      resolved_in_release: '3',
    })
    expect(await patch({ status: 'ignored' })).toMatchObject({
      status: 'ignored',
      resolved_in_release: null,
    })
  })

  describe('Fingerprint from the client', () => {
    const issueWith = async (fingerprint: unknown, kind: string) => {
      const id = await journey.send({ kind, fingerprint })
      return (await eventOf(id)).issue_id
    }

    test('`{{ default }}` (any spacing) expands', async () => {
      const one = await issueWith(['{{ default }}', 'eu'], 'Spaced')
      expect(await issueWith(['{{default}}', 'eu'], 'Spaced')).toBe(one)
      expect(await issueWith(['{{  default }}', 'eu'], 'Spaced')).toBe(one)
      expect(await issueWith(['{{ default }}', 'us'], 'Spaced')).not.toBe(one)
      expect(await issueWith(['{{ default }}', 'eu'], 'Otherwise')).not.toBe(one)
    })

    test('empty list = default', async () => {
      const one = await issueWith([], 'Usual')
      expect(await issueWith(undefined, 'Usual')).toBe(one)
      expect(await issueWith(['{{ default }}'], 'Usual')).toBe(one)
      expect(await issueWith([], 'Unusual')).not.toBe(one)
    })

    test('non-strings are stringified; the words alone decide', async () => {
      const one = await issueWith(['checkout', 5], 'First')
      expect(await issueWith(['checkout', '5'], 'Second')).toBe(one)
      expect(await issueWith(['checkout', 6], 'First')).not.toBe(one)
    })
  })

  test('`DELETE /api/v1/issues/bulk` `{ ids, action: "delete" }` → `{ updated }`', async () => {
    const { issue_id, id } = await sendBare({ message: 'to be deleted' })
    const remove = (body: object) => journey.client.request('DELETE', '/api/v1/issues/bulk', body)
    expect((await remove({ ids: [issue_id] })).status).toBe(400)
    expect((await remove({ ids: [], action: 'delete' })).status).toBe(400)
    expect(await remove({ ids: [issue_id, issue_id], action: 'delete' })).toMatchObject({
      status: 200,
      body: { updated: 1 },
    })
    expect(await journey.refusal('GET', `/api/v1/issues/${issue_id}`)).toEqual([404, 'not_found'])
    expect(await journey.refusal('GET', `/api/v1/events/${id}`)).toEqual([404, 'not_found'])
  })
})

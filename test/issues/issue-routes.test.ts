import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { IssueSummary, Project, Trend } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'

/*
 * The issue routes: every query value, token, body and refusal, over events that were sent. What further terms mean,
 * and pages: issues-list, issues-cursor, lists; statuses and holds: transitions; numbers of families: issue-
 * families, issues-merge, issue-model; bulk limits and deletion: issues-bulk.
 */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** What is sent: several events of each kind, so that no two sorts give the same order. */
const SENT: Record<string, { ages: number[]; fields: object }> = {
  Delta: { ages: [HOUR, 40 * DAY], fields: { environment: 'staging', release: 'shop@1.0' } },
  alpha: { ages: [3 * DAY, 3 * DAY, 3 * DAY, 50 * DAY], fields: { level: 'warning', release: 'shop@2.0' } },
  Charlie: { ages: [10 * DAY], fields: { environment: 'staging', user: { email: 'ada@example.com' } } },
  bravo: {
    ages: [20 * DAY, 20 * DAY, 60 * DAY],
    fields: { level: 'fatal', user: { email: 'bo@example.com' } },
  },
  Echo: { ages: [70 * DAY, 71 * DAY, 72 * DAY, 73 * DAY, 74 * DAY], fields: { level: 'info' } },
}
const IN_WINDOW: Record<string, string[]> = {
  '24h': ['Delta'],
  '7d': ['Delta', 'alpha'],
  '14d': ['Delta', 'alpha', 'Charlie'],
  '30d': ['Delta', 'alpha', 'Charlie', 'bravo'],
  '90d': ['Delta', 'alpha', 'Charlie', 'bravo', 'Echo'],
}
const last = (kind: string) => Math.min(...SENT[kind]!.ages)
const first = (kind: string) => Math.max(...SENT[kind]!.ages)
const events = (kind: string) => SENT[kind]!.ages.length
const SORTS: Record<string, (a: string, b: string) => number> = {
  last_seen_desc: (a, b) => last(a) - last(b),
  last_seen_asc: (a, b) => last(b) - last(a),
  events_desc: (a, b) => events(b) - events(a),
  events_asc: (a, b) => events(a) - events(b),
  first_seen_desc: (a, b) => first(a) - first(b),
  first_seen_asc: (a, b) => first(b) - first(a),
}

describeOn(ONE_ENGINE, 'Issues of sent events', (engine) => {
  let other: Project
  const ids: Record<string, string> = {}
  const journey = ofSuite(async () => Journey.start({ databaseUrl: await engine.databaseUrl() }))
  beforeAll(async () => {
    other = await journey.client.createProject('other')
    for (const [kind, { ages, fields }] of Object.entries(SENT)) {
      for (const age of ages) {
        const timestamp = (Date.now() - age) / 1000
        await journey.send({ kind, timestamp, ...fields })
      }
    }
    await journey.send({ kind: 'Elsewhere', environment: 'staging' }, other)
    for (const kind of Object.keys(SENT)) ids[kind] = (await journey.issue(kind)).id
    ids.Elsewhere = (await journey.issue('Elsewhere', other)).id
    for (const [kind, status] of [
      ['alpha', 'resolved'],
      ['Charlie', 'ignored'],
      ['bravo', 'regression'],
    ] as const) {
      await journey.client.request('PATCH', `/api/v1/issues/${ids[kind]}`, { status })
    }
    await journey.client.request('POST', `/api/v1/issues/${ids.Delta}/snooze`, { mode: 'users' })
  })

  async function list(query: Record<string, string>): Promise<IssueSummary[]> {
    const path = `/api/v1/issues?${new URLSearchParams(query)}`
    return (await journey.client.get<{ issues: IssueSummary[] }>(path)).issues
  }
  const kindsOf = (issues: IssueSummary[]) => issues.map(({ title }) => title.split(':')[0]!)
  const inShop = async (query: Record<string, string>) =>
    kindsOf(await list({ project_id: journey.project.id, ...query }))
  const post = <T = { updated: number; error?: string }>(path: string, body: unknown) =>
    journey.client.request<T>('POST', `/api/v1/issues${path}`, body)

  describe('GET /api/v1/issues', () => {
    test('project_id | all projects of the org | UUID', async () => {
      expect(kindsOf(await list({ window: '24h' })).sort()).toEqual(['Delta', 'Elsewhere'])
      expect(kindsOf(await list({ project_id: other.id }))).toEqual(['Elsewhere'])
      expect(kindsOf(await list({ project_id: other.id.toUpperCase() }))).toEqual(['Elsewhere'])
      const refused = (id: string) => journey.refusal('GET', `/api/v1/issues?project_id=${id}`)
      expect(await refused('shop')).toEqual([400, 'invalid_request'])
      expect(await refused('')).toEqual([400, 'invalid_request'])
      expect(await refused(UNKNOWN)).toEqual([404, 'not_found'])
    })

    test('q | empty; window | 7d; sort | last_seen_desc', async () => {
      const plain = await inShop({})
      expect(plain).toEqual(['Delta', 'alpha'])
      expect(await inShop({ q: '', window: '7d', sort: 'last_seen_desc' })).toEqual(plain)
      expect(await inShop({ q: '   ' })).toEqual(plain)
      expect(await inShop({ unheard: 'of' })).toEqual(plain)
    })

    test.each(Object.entries(IN_WINDOW))('window | %s', async (window, expected) => {
      expect(await inShop({ window })).toEqual(expected)
    })

    test.each(Object.keys(SORTS))('sort | %s, under every window and many a q', async (sort) => {
      for (const [window, kinds] of Object.entries(IN_WINDOW)) {
        expect(await inShop({ sort, window }), window).toEqual(kinds.toSorted(SORTS[sort]!))
      }
      const terms = { 'it broke': Object.keys(SENT), '!is:resolved': ['Delta', 'Charlie', 'bravo', 'Echo'] }
      for (const [q, kinds] of Object.entries({ ...terms, 'env:staging': ['Delta', 'Charlie'] })) {
        expect(await inShop({ sort, window: '90d', q }), q).toEqual(kinds.toSorted(SORTS[sort]!))
      }
    })

    test('sort | title_asc: the same whole and page by page', async () => {
      const whole = await inShop({ sort: 'title_asc', window: '90d' })
      expect(whole.toSorted()).toEqual(Object.keys(SENT).toSorted())
      const upper = whole.filter((kind) => /^[A-Z]/.test(kind))
      const lower = whole.filter((kind) => /^[a-z]/.test(kind))
      expect([upper, lower]).toEqual([upper.toSorted(), lower.toSorted()])
    })

    test.each([
      ['is:unresolved', ['Delta', 'Echo']],
      ['is:open', ['Delta', 'Echo']],
      ['is:resolved', ['alpha']],
      ['is:ignored', ['Charlie']],
      ['is:regression', ['bravo']],
      ['is:snoozed', ['Delta']],
      ['env:staging', ['Charlie', 'Delta']],
      ['env:production', ['Echo', 'alpha', 'bravo']],
      ['env:nowhere', []],
      ['release:shop@1.0', ['Delta']],
      ['release:shop@2.0', ['alpha']],
      ['release:3.0', []],
      ['user.email:ada@example.com', ['Charlie']],
      ['user.email:example', ['Charlie', 'bravo']],
      ['user.email:*@example.com', ['Charlie', 'bravo']],
      ['level:warning', ['alpha']],
      ['level:error', ['Charlie', 'Delta']],
      ['level:debug', []],
      ['broke', ['Charlie', 'Delta', 'Echo', 'alpha', 'bravo']],
      ['ALPH', ['alpha']],
      ['lta: it', ['Delta']],
      ['nothing-like-it', []],
      ['is:unresolved env:staging delta', ['Delta']],
      ['is:resolved env:staging', []],
      ['is:bogus', []],
      ['%', []],
    ])('q | %s', async (q, expected) => {
      expect((await inShop({ q, window: '90d' })).sort()).toEqual(expected)
    })

    test.each([
      'window=1h',
      'window=7D',
      'window=all',
      'window=',
      'sort=newest',
      'sort=',
      'sort=LAST_SEEN_DESC',
      'sort=title_desc',
    ])('?%s is 400', async (query) => {
      expect(await journey.refusal('GET', `/api/v1/issues?${query}`)).toEqual([400, 'invalid_request'])
    })
  })

  describe('POST /api/v1/issues/trends', () => {
    const trends = (issue_ids: unknown) => post<{ trends: Trend[] }>('/trends', { issue_ids })
    const sums = (answer: { body: { trends: Trend[] } }) =>
      answer.body.trends.map(({ buckets }) => buckets.reduce((sum, { count }) => sum + count, 0))

    test('empty list returns `{ trends: [] }`', async () => {
      expect(await trends([])).toMatchObject({ status: 200, body: { trends: [] } })
    })

    test('Up to 200 ids; one trend for each asked id, in the order asked, repeated ones too', async () => {
      const asked = Array.from({ length: 200 }, (_, n) => (n % 2 ? ids.Delta! : randomUUID()))
      const answer = await trends(asked)
      expect(answer.status).toBe(200)
      expect(answer.body.trends.map(({ issue_id }) => issue_id)).toEqual(asked)
      expect(sums(answer)).toEqual(asked.map((id) => (id === ids.Delta ? 1 : 0)))
      expect(new Set(answer.body.trends.map(({ buckets }) => buckets.length)).size).toBe(1)
      expect(sums(await trends([ids.Delta!.toUpperCase()]))).toEqual([1])
    })

    test('more than 200 returns 400, of one id as well', async () => {
      const refused = (list: unknown) =>
        journey.refusal('POST', '/api/v1/issues/trends', { body: { issue_ids: list } })
      expect(await refused(Array(201).fill(ids.Delta))).toEqual([400, 'invalid_request'])
      for (const list of [undefined, null, {}, ids.Delta, ['x'], [1], [null]]) {
        expect(await refused(list), JSON.stringify(list)).toEqual([400, 'invalid_request'])
      }
    })
  })

  describe('PATCH /api/v1/issues/{id}', () => {
    const patch = (id: string, body?: unknown) => journey.refusal('PATCH', `/api/v1/issues/${id}`, { body })

    test('at least one field required', async () => {
      for (const body of [undefined, {}, { unheard: 'of' }, [], null, 'resolved', { status: undefined }]) {
        expect(await patch(ids.Echo!, body), JSON.stringify(body)).toEqual([400, 'invalid_request'])
      }
      expect(await patch(ids.Echo!, { resolved_in_release: '1.0' })).toEqual([200, undefined])
      expect(await patch(ids.Echo!, { status: 'unresolved', unheard: 'of' })).toEqual([200, undefined])
    })

    test('invalid status returns 400; unknown issue returns 404, but not before', async () => {
      for (const status of ['open', 'RESOLVED', '', null, 1, ['resolved']]) {
        expect(await patch(ids.Echo!, { status }), String(status)).toEqual([400, 'invalid_request'])
        expect(await patch(UNKNOWN, { status })).toEqual([400, 'invalid_request'])
      }
      expect(await patch(UNKNOWN, {})).toEqual([400, 'invalid_request'])
      expect(await patch(UNKNOWN, { status: 'resolved' })).toEqual([404, 'not_found'])
      expect(await patch('not-a-uuid', { status: 'resolved' })).toEqual([400, 'invalid_request'])
      expect(await patch(ids.Echo!, { resolved_in_release: 1 })).toEqual([400, 'invalid_request'])
    })

    test('Success returns the updated IssueSummary, whatever the case of the id', async () => {
      const path = `/api/v1/issues/${ids.Echo!.toUpperCase()}`
      const { status, body } = await journey.client.request('PATCH', path, { status: 'unresolved' })
      expect([status, body]).toMatchObject([200, { id: ids.Echo, title: 'Echo: it broke', event_count: 5 }])
    })
  })

  test('POST /api/v1/issues/{id}/snooze: Unknown mode returns 400, before 404', async () => {
    const snooze = (id: string, body?: unknown) =>
      journey.refusal('POST', `/api/v1/issues/${id}/snooze`, { body })
    for (const body of [undefined, {}, { mode: 'forever' }, { mode: 100 }, { mode: '4h ' }, []]) {
      expect(await snooze(ids.Delta!, body), JSON.stringify(body)).toEqual([400, 'invalid_request'])
      expect(await snooze(UNKNOWN, body)).toEqual([400, 'invalid_request'])
    }
    expect(await snooze(UNKNOWN, { mode: '4h' })).toEqual([404, 'not_found'])
    expect(await snooze(ids.Delta!, { mode: 'users' })).toEqual([200, undefined])
  })

  test('PATCH /api/v1/issues/bulk: response `{ updated: integer }`, each issue counted once', async () => {
    const bulk = (body: unknown) => journey.client.request('PATCH', '/api/v1/issues/bulk', body)
    const asked = [ids.Echo, ids.Echo!.toUpperCase(), ids.Delta, UNKNOWN]
    expect(await bulk({ ids: asked, action: 'reopen' })).toMatchObject({
      status: 200,
      body: { updated: 2 },
    })
    expect((await bulk({ ids: [UNKNOWN], action: 'resolve' })).body).toEqual({ updated: 0 })
    for (const body of [
      {},
      { ids: [ids.Echo] },
      { action: 'resolve' },
      { ids: [], action: 'resolve' },
      { ids: ids.Echo, action: 'resolve' },
      { ids: ['x'], action: 'resolve' },
      { ids: [ids.Echo], action: 'close' },
      { ids: [ids.Echo], action: 'delete' },
      { ids: [ids.Echo], action: '' },
    ]) {
      expect((await bulk(body)).status, JSON.stringify(body)).toBe(400)
    }
  })

  test('merge, merged and split: `{ updated: integer }`, `{ issues: [IssueSummary] }`', async () => {
    const merged = async (id: string) =>
      (await journey.client.get<{ issues: IssueSummary[] }>(`/api/v1/issues/${id}/merged`)).issues
    const [canonical_id, a, b] = [ids.alpha!, ids.bravo!, ids.Charlie!]
    expect(await merged(canonical_id)).toEqual([])
    const asked = { canonical_id, merge_ids: [a, b, b, UNKNOWN, canonical_id] }
    expect(await post('/merge', asked)).toMatchObject({ status: 200, body: { updated: 2 } })
    expect(await post('/merge', asked)).toMatchObject({ status: 200, body: { updated: 0 } })
    expect((await merged(canonical_id)).map(({ id }) => id).sort()).toEqual([a, b].sort())
    expect(await inShop({ window: '90d', sort: 'events_desc' })).toEqual(['alpha', 'Echo', 'Delta'])
    expect(await journey.client.get(`/api/v1/issues/${canonical_id}`)).toMatchObject({ event_count: 8 })
    const split = { canonical_id, split_ids: [a, UNKNOWN, ids.Delta] }
    expect(await post('/split', split)).toMatchObject({ status: 200, body: { updated: 1 } })
    expect((await merged(canonical_id)).map(({ id }) => id)).toEqual([b])
    expect((await post('/split', { canonical_id, split_ids: [b] })).body).toEqual({ updated: 1 })
    expect(await inShop({ window: '90d' })).toEqual(IN_WINDOW['90d'])
  })

  test.each(['merge', 'split'])(
    '%s: Empty ids return 400, an unknown canonical_id 404, in this order',
    async (what) => {
      const refused = (body: object) => journey.refusal('POST', `/api/v1/issues/${what}`, { body })
      const list = `${what}_ids`
      for (const moved of [[], undefined, null, ids.Delta, ['x']]) {
        for (const canonical_id of [ids.Delta, UNKNOWN]) {
          const body = { canonical_id, [list]: moved }
          expect(await refused(body), JSON.stringify(body)).toEqual([400, 'invalid_request'])
        }
      }
      expect(await refused({ [list]: [ids.Delta] })).toEqual([400, 'invalid_request'])
      expect(await refused({ canonical_id: 'x', [list]: [ids.Delta] })).toEqual([400, 'invalid_request'])
      expect(await refused({ canonical_id: UNKNOWN, [list]: [ids.Delta] })).toEqual([404, 'not_found'])
    },
  )
})

import { beforeAll, expect, test } from 'vitest'
import type { IssuePage } from '#contract/issue/issue.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import {
  type SeedEvent,
  type SeedIssue,
  type SeedProject,
  seedIssue,
  seedProject,
} from '../support/database/seed.ts'
import { DAY, HOUR, issueServer, START } from '../support/server/issue-server.ts'

describeOn(ENGINES, 'GET /api/v1/issues with stored issues', (engine) => {
  const fixture = issueServer(engine)
  let shop: SeedProject
  let blog: SeedProject

  beforeAll(async () => {
    const { server, org } = fixture
    shop = await seedProject(server.database, org, 'shop')
    blog = await seedProject(server.database, org, 'blog')
    for (const issue of issuesOf(shop, blog)) await seedIssue(server.database, issue)
  })

  async function page(query: Record<string, string>, client = fixture.client): Promise<IssuePage> {
    return client.get(`/api/v1/issues?${new URLSearchParams(query)}`)
  }
  async function titles(query: Record<string, string>): Promise<string[]> {
    const { issues } = await page({ window: '90d', ...query })
    return issues.map((issue) => issue.title)
  }
  async function found(q: string): Promise<string[]> {
    return (await titles({ q })).sort()
  }
  async function refusal(query: Record<string, string>) {
    const { status, body } = await fixture.client.request<{ error: string; details: { path: string }[] }>(
      'GET',
      `/api/v1/issues?${new URLSearchParams(query)}`,
    )
    return { status, error: body.error, path: body.details?.[0]?.path }
  }

  test('an issue has the fields of IssueSummary', async () => {
    const { issues } = await page({ q: 'cart' })
    expect(issues).toHaveLength(1)
    expect(issues[0]).toMatchObject({
      org_id: fixture.org.orgUid,
      project_id: shop.projectUid,
      title: 'TypeError: cart is null',
      status: 'unresolved',
      level: 'error',
      environment: 'production',
      release: 'shop@1.1.0',
      event_count: 4,
      stored_event_count: 3,
      unique_user_count: 2,
      first_seen_at: new Date(START - 3 * HOUR).toISOString(),
      last_seen_at: new Date(START - HOUR).toISOString(),
      resolved_in_release: null,
      snoozed: false,
      snooze_until: null,
      snooze_until_count: null,
      snooze_until_users: null,
      merge_parent_id: null,
      assignee: null,
    })
    expect(issues[0]!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  })

  test('project_id: default all projects of the org', async () => {
    expect(await titles({})).toHaveLength(7)
    expect(await titles({ project_id: blog.projectUid })).toEqual(['RangeError: page_100%'])
    expect((await page({ project_id: shop.projectUid.toUpperCase(), window: '90d' })).total).toBe(6)
  })

  test.each([
    ['is:unresolved', ['RangeError: page_100%', 'TypeError: cart is null', 'Zebra']],
    ['is:open', ['RangeError: page_100%', 'TypeError: cart is null', 'Zebra']],
    ['is:resolved', ['apple']],
    ['is:ignored', ['KeyError: ignored one', 'snoozed by count']],
    ['is:regression', ['Timeout of Payment']],
    ['is:snoozed', ['Zebra', 'snoozed by count']],
    ['!is:snoozed is:unresolved', ['RangeError: page_100%', 'TypeError: cart is null']],
    ['is:resolved,ignored', ['KeyError: ignored one', 'apple', 'snoozed by count']],
    ['is:regression,snoozed', ['Timeout of Payment', 'Zebra', 'snoozed by count']],
    ['IS:Resolved', ['apple']],
  ])('q token %s matches that status', async (q, expected) => {
    expect(await found(q)).toEqual(expected.toSorted())
  })

  test.each([
    ['env:staging', ['TypeError: cart is null', 'apple']],
    ['env:"my env"', ['Timeout of Payment']],
    ['env:Staging', []],
    ['env:stag', []],
    ['env:counted-only', ['TypeError: cart is null']],
    ['!env:production', ['Timeout of Payment', 'apple']],
    ['release:shop@1.0.0', ['TypeError: cart is null', 'apple']],
    ['release:shop@1.0', []],
    ['level:warning', ['apple']],
    ['level:warning,fatal', ['Timeout of Payment', 'apple']],
    ['!level:error', ['Timeout of Payment', 'apple']],
  ])('%s matches issues with any event there', async (q, expected) => {
    expect(await found(q)).toEqual(expected.toSorted())
  })

  test.each([
    ['user.email:ada@x.io', ['TypeError: cart is null']],
    ['user.email:ADA@', ['TypeError: cart is null']],
    ['user.email:*@x.io', ['TypeError: cart is null', 'apple']],
    ['user.email:ada@*', ['TypeError: cart is null']],
    ['user.email:*da@x', []],
    ['user.email:a_a@x.io', []],
    ['user.email:%', []],
    ['!user.email:x.io is:unresolved', ['RangeError: page_100%', 'Zebra']],
  ])('%s: case-insensitive; with * a whole match, without it a substring', async (q, expected) => {
    expect(await found(q)).toEqual(expected.toSorted())
  })

  test.each([
    ['CART', ['TypeError: cart is null']],
    ['null cart', ['TypeError: cart is null']],
    ['"cart is"', ['TypeError: cart is null']],
    ['"is cart"', []],
    ['checkout.ts', ['Timeout of Payment']],
    ['gateway', ['Timeout of Payment']],
    ['PaymentTimeout', ['Timeout of Payment']],
    ['100%', ['RangeError: page_100%']],
    ['page_1', ['RangeError: page_100%']],
    ['pageX1', []],
    ["'; DROP TABLE issue; --", []],
    ['is:bogus', []],
    ['is:unresolved cart', ['TypeError: cart is null']],
    ['is:unresolved is:resolved', []],
    ['\u0000', []],
  ])('any other token: free-text substring match (%j)', async (q, expected) => {
    expect(await found(q)).toEqual(expected.toSorted())
  })

  test.each([
    ['24h', 3],
    ['7d', 4],
    ['14d', 5],
    ['30d', 6],
    ['90d', 7],
  ])('window %s filters on last_seen_at', async (window, expected) => {
    expect((await page({ window })).total).toBe(expected)
  })

  test('window: default 7d', async () => {
    expect((await page({})).total).toBe(4)
  })

  test.each([
    ['last_seen_desc', (a: Sorted, b: Sorted) => b.last_seen_at.localeCompare(a.last_seen_at)],
    ['last_seen_asc', (a: Sorted, b: Sorted) => a.last_seen_at.localeCompare(b.last_seen_at)],
    ['events_desc', (a: Sorted, b: Sorted) => b.event_count - a.event_count],
    ['events_asc', (a: Sorted, b: Sorted) => a.event_count - b.event_count],
    ['users_desc', (a: Sorted, b: Sorted) => b.unique_user_count - a.unique_user_count],
    ['users_asc', (a: Sorted, b: Sorted) => a.unique_user_count - b.unique_user_count],
    ['first_seen_desc', (a: Sorted, b: Sorted) => b.first_seen_at.localeCompare(a.first_seen_at)],
    ['first_seen_asc', (a: Sorted, b: Sorted) => a.first_seen_at.localeCompare(b.first_seen_at)],
    ['title_asc', (a: Sorted, b: Sorted) => (a.title < b.title ? -1 : 1)],
  ])('sort %s, whole or walked by cursor one at a time', async (sort, order) => {
    const { issues } = await page({ window: '90d', sort })
    expect(issues).toHaveLength(7)
    expect(issues.map((issue) => issue.title)).toEqual(issues.toSorted(order).map((issue) => issue.title))
    expect(await walk({ window: '90d', sort, limit: '1' })).toEqual(issues.map((issue) => issue.id))
    expect(await walk({ window: '90d', sort, limit: '3' })).toEqual(issues.map((issue) => issue.id))
  })

  async function walk(query: Record<string, string>): Promise<string[]> {
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next: IssuePage = await page({ ...query, cursor })
      expect(next.issues.length).toBeLessThanOrEqual(Number(query.limit))
      expect(next.total).toBe(7)
      ids.push(...next.issues.map((issue) => issue.id))
      cursor = next.next_cursor
    }
    return ids
  }

  test('limit (100, 1–500) is clamped; not a number = the default', async () => {
    for (const [limit, length] of [
      ['2', 2],
      ['0', 1],
      ['-5', 1],
      ['501', 7],
      ['1e9', 7],
      ['x', 7],
      ['', 7],
      ['2.9', 2],
    ] as const) {
      expect((await page({ window: '90d', limit })).issues, limit).toHaveLength(length)
    }
  })

  test.each([
    [{ window: '8d' }, 'window'],
    [{ window: '' }, 'window'],
    [{ sort: 'newest' }, 'sort'],
    [{ project_id: 'shop' }, 'project_id'],
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ cursor: Buffer.from('["events_desc",1,1]').toString('base64url') }, 'cursor'],
    [{ cursor: Buffer.from('["last_seen_desc","x",1]').toString('base64url') }, 'cursor'],
  ])(
    'unknown enum values, malformed UUIDs and unknown sorts are 400, never ignored: %j',
    async (query, path) => {
      expect(await refusal(query as Record<string, string>)).toEqual({
        status: 400,
        error: 'invalid_request',
        path,
      })
    },
  )

  test('anything of another organization is 404, and its list is its own', async () => {
    expect((await page({ window: '90d' }, fixture.stranger)).issues).toEqual([])
    const { status } = await fixture.stranger.request('GET', `/api/v1/issues?project_id=${shop.projectUid}`)
    expect(status).toBe(404)
  })
})

type Sorted = IssuePage['issues'][number]

function issuesOf(shop: SeedProject, blog: SeedProject): SeedIssue[] {
  const event = (ago: number, fields: Partial<SeedEvent> = {}): SeedEvent => ({ at: START - ago, ...fields })
  return [
    {
      project: shop,
      title: 'TypeError: cart is null',
      events: [
        event(3 * HOUR, { userId: '1', email: 'Ada@x.io', release: 'shop@1.0.0', environment: 'staging' }),
        event(2 * HOUR, { userId: '1', email: 'Ada@x.io', release: 'shop@1.1.0' }),
        event(90 * 60_000, { countedOnly: true, environment: 'counted-only', release: 'shop@1.1.0' }),
        event(HOUR, { userId: '2', release: 'shop@1.1.0' }),
      ],
    },
    {
      project: shop,
      title: 'apple',
      events: [
        event(10 * DAY, {
          level: 'warning',
          environment: 'staging',
          release: 'shop@1.0.0',
          email: 'bob@x.io',
        }),
      ],
      columns: { status: 'resolved' },
    },
    {
      project: shop,
      title: 'Timeout of Payment',
      exceptionType: 'PaymentTimeout',
      exceptionValue: 'the gateway did not answer',
      events: [
        event(5 * DAY, { level: 'fatal', environment: 'my env' }),
        event(6 * DAY, { environment: 'my env' }),
      ],
      columns: { status: 'regression', culprit: 'pay (src/checkout.ts)' },
    },
    {
      project: shop,
      title: 'KeyError: ignored one',
      events: Array.from({ length: 9 }, (_, n) => event(20 * DAY + n)),
      columns: { status: 'ignored' },
    },
    {
      project: shop,
      title: 'Zebra',
      events: [event(2 * HOUR), event(80 * DAY), event(81 * DAY)],
      columns: { snooze_until: START + HOUR },
    },
    {
      project: shop,
      title: 'snoozed by count',
      events: Array.from({ length: 5 }, (_, n) => event(40 * DAY + n * DAY)),
      columns: { status: 'ignored', snooze_until_count: 6 },
    },
    {
      project: blog,
      title: 'RangeError: page_100%',
      events: Array.from({ length: 6 }, (_, n) => event(HOUR / 2 + n)),
      columns: { snooze_until: START - 1, snooze_until_count: null },
    },
  ]
}

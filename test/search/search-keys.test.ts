import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Me } from '#contract/account/auth.ts'
import type { CompletionAnswer } from '#contract/issue/completion.ts'
import type { IssuePage } from '#contract/issue/issue.ts'
import type { ReleasePage } from '#contract/project/release.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedEvent, type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { DAY, HOUR, issueServer, START } from '../support/server/issue-server.ts'

const EVENT_ID = randomUUID()

describeOn(ENGINES, 'Keys of the issue search among three issues', (engine) => {
  const fixture = issueServer(engine)
  let [shop, blog]: SeedProject[] = []
  let cartId: string

  beforeAll(async () => {
    shop = await seedProject(fixture.server.database, fixture.org, 'shop')
    blog = await seedProject(fixture.server.database, fixture.org, 'blog')
    cartId = (await seed('cart', 3 * DAY, { userId: '42', browser: 'Firefox' })).uid
    await seed('pay', HOUR, { userId: '7', browser: 'Chrome Mobile', os: 'Android' })
    const merged = { columns: { merge_parent_id: await keyOf('pay') } }
    await seed('part of pay', 2 * HOUR, { userId: '99', browser: 'Opera' }, merged)
  })

  function seed(title: string, ago: number, event: Partial<SeedEvent>, more = {}) {
    const at = START - ago
    const isCart = title === 'cart'
    const events = Array.from({ length: isCart ? 3 : 1 }, (_, n) => ({
      at: at + n,
      ...event,
      ...(isCart && n === 1 && { eventId: EVENT_ID }),
    }))
    return seedIssue(fixture.server.database, { project: shop!, title, events, ...more })
  }
  async function keyOf(title: string): Promise<number> {
    const issues = fixture.server.database.queries.selectFrom('issue')
    return (await issues.select('id').where('title', '=', title).executeTakeFirstOrThrow()).id
  }
  const list = (q: string, more = '') =>
    fixture.client.get<IssuePage>(`/api/v1/issues?q=${encodeURIComponent(q)}${more}`)
  const found = async (q: string) => (await list(q)).issues.map(({ title }) => title)

  test.each([
    ['browser:Firefox', ['cart']],
    ['browser:"Chrome Mobile"', ['pay']],
    ['browser:Opera', ['pay']],
    ['!browser:Firefox', ['pay']],
    ['browser:firefox', []],
    ['os:Android', ['pay']],
    ['user.id:42', ['cart']],
    ['user.id:99', ['pay']],
    ['!user.id:42', ['pay']],
    ['user.id:4', []],
    ['events:3', ['cart']],
    ['events:>1', ['cart']],
    ['!events:>1', ['pay']],
    ['events:1..3', ['pay', 'cart']],
    ['users:<2 events:>=1', ['pay', 'cart']],
    ['users:>1', []],
    ['last_seen:-24h', ['pay']],
    ['last_seen:+1d', ['cart']],
    ['first_seen:2026-11-17', ['cart']],
    ['first_seen:>2026-11-17', ['pay']],
    ['!last_seen:-24h', ['cart']],
  ])('%s', async (q, titles) => {
    const { issues, search_notes } = await list(q)
    expect([issues.map(({ title }) => title), search_notes]).toEqual([titles, undefined])
  })

  test('a key that is unknown is named', async () => {
    expect(await list('plan:pro')).toMatchObject({
      issues: [],
      search_notes: [expect.stringContaining('“plan:” is not a search key')],
    })
  })

  test('an assignee who is not a member is named, in the list and in the queue', async () => {
    const { user } = await fixture.client.get<Me>('/api/v1/auth/me')
    const { user: stranger } = await fixture.stranger.get<Me>('/api/v1/auth/me')
    expect(await list(`assigned:${user.email} assigned:me`)).not.toHaveProperty('search_notes')
    for (const path of ['/api/v1/issues', '/api/v1/issues/queue']) {
      expect(await fixture.client.get(`${path}?q=assigned:${stranger.email}`)).toMatchObject({
        search_notes: [`No member has the email “${stranger.email}”. Use me, none or the email of a member.`],
      })
    }
  })

  test('the id of an event, in either spelling, leads to it whatever else is asked', async () => {
    for (const id of [EVENT_ID, EVENT_ID.replaceAll('-', '').toUpperCase()]) {
      const page = await list(`is:resolved ${id}`, '&window=24h')
      expect(page).toMatchObject({ total: 1, event: { id: EVENT_ID, issue_id: cartId } })
      expect(page.issues.map(({ id: uid }) => uid)).toEqual([cartId])
    }
    const elsewhere = await list(EVENT_ID, `&project_id=${blog!.projectUid}`)
    expect(elsewhere.event).toBeUndefined()
    expect((await list(randomUUID())).issues).toEqual([])
    const strangers = await fixture.stranger.get<IssuePage>(`/api/v1/issues?q=${EVENT_ID}`)
    expect([strangers.issues, strangers.event]).toEqual([[], undefined])
  })

  const values = async (query: string, client = fixture.client) =>
    (await client.get<CompletionAnswer>(`/api/v1/search/values?${query}`)).values

  test("an issue's ID, or the URL of its page, finds that issue, whatever the window", async () => {
    for (const q of [cartId, `is:resolved https://errors.example/issues/${cartId}?event=latest`]) {
      const page = await list(q, '&window=24h')
      expect(page.issues.map(({ id }) => id)).toEqual([cartId])
      expect(page.event).toBeUndefined()
    }
    expect((await list(cartId, `&project_id=${blog!.projectUid}`)).issues).toEqual([])
    expect((await fixture.stranger.get<IssuePage>(`/api/v1/issues?q=${cartId}`)).issues).toEqual([])
  })

  test('browsers and systems are completed from what was seen', async () => {
    expect(await values('key=browser&prefix=chr')).toEqual([
      { value: 'Chrome Mobile', count: 1, capped: false },
    ])
    expect(await values('key=os')).toEqual([{ value: 'Android', count: 1, capped: false }])
    expect(await found('os:Android browser:"Chrome Mobile"')).toEqual(['pay'])
  })

  test("users' IDs are completed from the newest events, and from any event if they are typed whole", async () => {
    const user = (value: string) => ({ value, count: 1, capped: false })
    expect(await values('key=user.id')).toEqual([user('42'), user('7')])
    expect(await values('key=user.id&prefix=4')).toEqual([user('42')])
    expect(await values('key=user.id&prefix=99')).toEqual([user('99')])
    expect(await values('key=user.id&prefix=9')).toEqual([])
    expect(await values(`key=user.id&prefix=4&project_id=${shop!.projectUid}`)).toEqual([user('42')])
    expect(await values(`key=user.id&prefix=42&project_id=${blog!.projectUid}`)).toEqual([])
    expect(await values('key=user.id&prefix=42', fixture.stranger)).toEqual([])
  })

  test('a version without its package is answered with the release that is meant', async () => {
    await seed('released', HOUR, { release: 'shop@7.7.0' })
    const meant = 'No release is called “7.7.0”. Did you mean “shop@7.7.0”?'
    expect(await list('release:7.7.0')).toMatchObject({ issues: [], search_notes: [meant] })
    for (const q of ['release:shop@7.7.0', 'release:7.*', 'resolved_in:7.8.0'])
      expect(await list(q)).not.toHaveProperty('search_notes')
  })

  test('an empty list says that there is no such release', async () => {
    await seed('released', HOUR, { release: 'shop@8.0.0' })
    const { version } = (await fixture.client.get<ReleasePage>('/api/v1/releases?limit=1')).releases[0]!
    const unknown = (name: string) =>
      `No release is called “${name}”. The newest of all projects is “${version}”.`
    for (const name of ['latest', '7.8.0', 'shop@7.8.0'])
      for (const key of ['release', 'first_release', 'regressed_in'])
        expect(await list(`${key}:${name}`)).toMatchObject({ issues: [], search_notes: [unknown(name)] })
    for (const q of ['release:shop@8.0.0 released level:fatal', '(release:latest OR released)'])
      expect(await list(q)).not.toHaveProperty('search_notes')
  })

  test('an empty list, and an empty queue, say that there is no such environment', async () => {
    await seed('deployed', HOUR, { environment: 'production' })
    const search_notes = [expect.stringMatching(/^No environment is called “prod”\..* “production”/)]
    for (const q of ['env:prod', '(env:[prod,production] level:fatal)'])
      expect(await list(q)).toMatchObject({ issues: [], search_notes })
    for (const q of ['env:production level:fatal', 'env:prod*', 'env:prod OR deployed'])
      expect((await list(q)).search_notes ?? []).not.toEqual(search_notes)
    for (const query of ['environment=prod', 'q=env:prod'])
      expect(await fixture.client.get(`/api/v1/issues/queue?${query}`)).toMatchObject({
        queue: [],
        search_notes,
      })
    const queue = await fixture.client.get<{ since_cursor: string }>('/api/v1/issues/queue?environment=prod')
    const later = `/api/v1/issues/queue?environment=prod&since=${queue.since_cursor}`
    expect(await fixture.client.get(later)).not.toHaveProperty('search_notes')
  })

  test('releases are found by their order, which a package or a pre-release is part of', async () => {
    for (const release of ['car@2.9.0', 'car@2.10.0-rc.1', 'car@2.10.0', 'van@2.11.0', 'nightly'])
      await seed(`in ${release}`, HOUR, { release })
    const foundIn = async (q: string) => (await found(`"in " ${q}`)).toSorted()
    expect(await foundIn('release:>car@2.9')).toEqual(['in car@2.10.0', 'in car@2.10.0-rc.1'])
    expect(await foundIn('release:>=2.10 release:<3')).toEqual(['in car@2.10.0', 'in van@2.11.0'])
    expect(await foundIn('first_release:2.9..2.10')).toEqual([
      'in car@2.10.0',
      'in car@2.10.0-rc.1',
      'in car@2.9.0',
    ])
    expect(await foundIn('!release:<=2.10')).toEqual(['in nightly', 'in van@2.11.0'])
    expect(await foundIn('release:[<2.10,nightly]')).toEqual([
      'in car@2.10.0-rc.1',
      'in car@2.9.0',
      'in nightly',
    ])
    const unread = '“>nightly” names no version: write release:>=1.4 or release:1.2..1.4.'
    expect(await list('release:>nightly')).toMatchObject({ issues: [], search_notes: [unread] })
  })
})

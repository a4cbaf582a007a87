import { beforeAll, expect, test } from 'vitest'
import { agentQueue } from '#actions/agents/queue.ts'
import type { CompletionAnswer } from '#contract/issue/completion.ts'
import type { IssuePage } from '#contract/issue/issue.ts'
import { queueQuery } from '#contract/issue/queue.ts'
import { tagCountsOf } from '#storage/issue/tag.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedProject } from '../support/database/seed.ts'
import { sweepAllowed } from '../support/database/sweep-retention.ts'
import { type FedEvent, PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { DAY, HOUR, issueServer, START } from '../support/server/issue-server.ts'

const CARD: FedEvent = {
  kind: 'CardDeclined',
  at: START - HOUR,
  tags: { customer: 'acme', 'checkout.step': 'pay now', shard: 3 },
  fields: {
    transaction: 'POST /pay/:id',
    server_name: 'web-1',
    request: { url: 'https://shop.example/pay/7?coupon=A' },
  },
}
const CART: FedEvent = {
  kind: 'CartEmpty',
  at: START - HOUR,
  tags: { customer: 'globex', 'not a key': 'x', größe: 'xl', browser: 'Lynx', url: '/cart', '': 'x' },
}

describeOn(ENGINES, 'Search by what events say of tags', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let feed: PipelineFeed
  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
    feed = await PipelineFeed.start(fixture.server.database)
    await feed.send(project, [CARD, CART])
    await feed.send(project, [CARD, { ...CARD, tags: { customer: 'initech' } }])
  })

  const list = (q: string) => fixture.client.get<IssuePage>(`/api/v1/issues?q=${encodeURIComponent(q)}`)
  const queue = (q: string) => {
    const deps = { database: fixture.server.database, clock: () => START }
    const reader = { ...fixture.org, actor: { kind: 'system' as const, id: null } }
    return agentQueue(deps, reader, queueQuery.parse({ q }))
  }
  const complete = async (query: string) =>
    (await fixture.client.get<CompletionAnswer>(`/api/v1/search/values?${query}`)).values

  test.each([
    ['customer:acme', ['CardDeclined']],
    ['customer:initech', ['CardDeclined']],
    ['customer:globex', ['CartEmpty']],
    ['tags[customer]:globex', ['CartEmpty']],
    ['browser:Lynx', []],
    ['tags[browser]:Lynx', ['CartEmpty']],
    ['!tags[browser]:L*', ['CardDeclined']],
    ['tags["not a key"]:[x,y]', ['CartEmpty']],
    ['größe:xl', ['CartEmpty']],
    ['!größe:xl', ['CardDeclined']],
    ['tags[url]:/cart', ['CartEmpty']],
    ['url:/cart', ['CartEmpty']],
    ['tags[browser]:Lynx OR customer:acme', ['CartEmpty', 'CardDeclined']],
    ['!(tags[browser]:Lynx OR customer:nobody)', ['CardDeclined']],
    ['!customer:globex', ['CardDeclined']],
    ['customer:Acme', []],
    ['customer:a*', ['CardDeclined']],
    ['customer:*', ['CartEmpty', 'CardDeclined']],
    ['!customer:g*', ['CardDeclined']],
    ['checkout.step:"pay now"', ['CardDeclined']],
    ['shard:3', ['CardDeclined']],
    ['transaction:"POST /pay/:id"', ['CardDeclined']],
    ['server:web-1', ['CardDeclined']],
    ['url:https://shop.example/pay/7', ['CardDeclined']],
    ['url:https://shop.example/pay/7?coupon=B', ['CardDeclined']],
    ['url:https://shop.example/*', ['CardDeclined']],
    ['url:https://shop.example/pay/8', ['CardDeclined']],
    ['url:https://shop.example/pay/{id}', ['CardDeclined']],
    ['url:https://shop.example/cart/7', []],
    ['customer:acme server:web-1 declined', ['CardDeclined']],
  ])('%s', async (q, titles) => {
    const { issues, search_notes } = await list(q)
    expect([issues.map(({ title }) => title.split(':')[0]).sort(), search_notes]).toEqual([
      titles.sort(),
      undefined,
    ])
  })

  test('a tag that nothing has is named, in the list and in the queue, and is searched as text', async () => {
    const notes = [expect.stringContaining('“plan:” is not a search key, and no event has a tag')]
    expect(await list('plan:pro')).toMatchObject({ issues: [], search_notes: notes })
    expect(await queue('plan:pro')).toMatchObject({ queue: [], search_notes: notes })
    const found = await queue('customer:acme')
    expect([found.queue.length, found.search_notes]).toEqual([1, undefined])
  })

  test('names of tags and their values are completed from what was seen', async () => {
    expect(await complete('key=tag&prefix=c')).toEqual([
      { value: 'customer', count: 2, capped: false },
      { value: 'checkout.step', count: 1, capped: false },
    ])
    expect((await complete('key=tag')).map(({ value }) => value)).not.toContain('not a key')
    expect(await complete('key=tag&prefix=brow')).toEqual([
      { value: 'tags[browser]', count: 1, capped: false },
    ])
    expect(await complete('key=tag&tag=tags[browser]')).toMatchObject([{ value: 'Lynx' }])
    expect(await complete('key=tag&tag=größe')).toMatchObject([{ value: 'xl' }])
    expect(await complete('key=tag&tag=customer')).toEqual(
      ['acme', 'globex', 'initech'].map((value) => ({ value, count: 1, capped: false })),
    )
    expect(await complete('key=server&prefix=web')).toEqual([{ value: 'web-1', count: 1, capped: false }])
    const ofProject = `project_id=${project.projectUid}`
    expect(await complete(`key=transaction&${ofProject}`)).toEqual([
      { value: 'POST /pay/:id', count: 1, capped: false },
    ])
  })

  test('an issue keeps 50 tags and 1,000 values of each, and forgets them with its events', async () => {
    const { database } = fixture.server
    const flood = Array.from({ length: 1200 }, (_, n) => ({
      kind: 'Flood',
      at: START - 5 * DAY + n,
      tags: { request: `r${n}`, [`key${n % 70}`]: 'v' },
    }))
    for (let at = 0; at < flood.length; at += 300) await feed.send(project, flood.slice(at, at + 300))
    const numbers = async () => {
      const { tag_counts } = await database.queries
        .selectFrom('issue')
        .select('tag_counts')
        .where('title', '=', 'Flood: it broke')
        .executeTakeFirstOrThrow()
      const counts = tagCountsOf(tag_counts)
      return [counts.size, counts.get('request')]
    }
    expect(await numbers()).toEqual([50, 1000])
    expect((await list('request:r999')).total).toBe(1)
    expect((await list('request:r1000')).total).toBe(0)
    const last = { kind: 'Flood', at: START - HOUR, tags: { request: 'r0' } }
    feed = feed.restart()
    await feed.send(project, [last])
    const days = database.queries.updateTable('project').set({ retention_days: 3 })
    await days.where('id', '=', project.projectId).execute()
    await sweepAllowed({ database, clock: () => START })
    feed = feed.restart()
    await feed.send(project, [{ ...last, at: START, tags: { request: 'r1000' } }])
    // The full tag had noted that r0 was seen again.
    expect(await numbers()).toEqual([1, 2])
    expect((await list('request:r0')).total).toBe(1)
    expect((await list('request:r1000')).total).toBe(1)
    expect((await database.transaction((tx) => verifyDatabase(tx))).differences).toEqual([])
  })
})

import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { IssueTags } from '#contract/issue/tags.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { FamilyFixture } from '../support/family-fixture.ts'
import { ofSuite } from '../support/of-suite.ts'
import type { FedEvent } from '../support/pipeline/pipeline-feed.ts'
import { START } from '../support/server/issue-server.ts'

describeOn(ENGINES, 'Tags of the newest events of an issue', (engine) => {
  const the = ofSuite(() => FamilyFixture.start(engine))
  beforeEach(async () => {
    the.project = await the.newProject()
  })

  const event = (n: number, more: Partial<FedEvent> = {}): FedEvent => ({
    kind: 'Sent',
    at: START - 1000 + n,
    ...more,
  })
  const tagsOf = async () => the.get<IssueTags>(`${(await the.list())[0]!.id}/tags`)

  test('a tag that says what the event says by itself is listed once', async () => {
    await the.send(
      event(1, {
        tags: { transaction: '/pay', url: 'https://a.example/x' },
        fields: { transaction: '/pay' },
      }),
      event(2, { tags: { transaction: '/other' }, fields: { transaction: '/pay' } }),
    )
    const { tags } = await tagsOf()
    expect(tags.map(({ key, values }) => [key, ...values.map(({ value, count }) => [value, count])])).toEqual(
      [
        ['transaction', ['/pay', 2]],
        ['tags[transaction]', ['/other', 1]],
        ['url', ['https://a.example/x', 1]],
      ],
    )
  })

  test('of large events only so many are read as fit into 256 KB', async () => {
    const extra = () =>
      Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`n${n}`, randomBytes(1500).toString('hex')]))
    for (const n of [1, 2, 3, 4]) await the.send(event(n, { fields: { extra: extra() } }))
    expect((await tagsOf()).events_read).toBe(2)
  })

  test('values and users are counted, most frequent values and newest users first', async () => {
    await the.send(
      event(1, {
        tags: { plan: 'free', shard: '1' },
        user: { id: 'ada' },
        fields: { transaction: '/pay' },
      }),
      event(2, { tags: { plan: 'pro' }, user: { email: 'bo@example.com' } }),
      event(3, { tags: { plan: 'free' }, user: { id: 'ada', email: 'ada@example.com' } }),
      event(4),
    )
    const tags = await tagsOf()
    expect(tags.events_read).toBe(4)
    expect(tags.tags).toEqual([
      {
        key: 'plan',
        events: 3,
        values: [
          { value: 'free', count: 2 },
          { value: 'pro', count: 1 },
        ],
        other: 0,
      },
      { key: 'shard', events: 1, values: [{ value: '1', count: 1 }], other: 0 },
      { key: 'transaction', events: 1, values: [{ value: '/pay', count: 1 }], other: 0 },
    ])
    expect(tags.users).toEqual([
      {
        key: 'id',
        value: 'ada',
        email: 'ada@example.com',
        count: 2,
        last_seen_at: new Date(START - 997).toISOString(),
      },
      {
        key: 'email',
        value: 'bo@example.com',
        email: 'bo@example.com',
        count: 1,
        last_seen_at: new Date(START - 998).toISOString(),
      },
    ])
    expect(await the.list('plan:free')).toHaveLength(1)
  })

  test('the newest 100 events are read, and of a tag ten values are named', async () => {
    const events = Array.from({ length: 120 }, (_, n) => event(n, { tags: { request: `r${n}` } }))
    for (let n = 0; n < events.length; n += 40) await the.send(...events.slice(n, n + 40))
    const { events_read, tags } = await tagsOf()
    expect(events_read).toBe(100)
    expect(tags).toMatchObject([{ key: 'request', events: 100, other: 90 }])
    expect(tags[0]!.values).toHaveLength(10)
    expect(tags[0]!.values.every(({ value }) => Number(value.slice(1)) >= 20)).toBe(true)
  })
})

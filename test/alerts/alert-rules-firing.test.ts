import { beforeAll, expect, test } from 'vitest'
import { MINUTE, RuleFixture } from '../support/alert/rule-fixture.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

const PERCENT = { window_minutes: 15, threshold: { type: 'percent_increase', value: 300 } }

describeOn(ENGINES, 'Alert rules fire when a threshold is reached', (engine) => {
  const fixture = issueServer(engine)
  let feed: PipelineFeed
  beforeAll(async () => {
    feed = await PipelineFeed.start(fixture.server.database)
  })

  const withRules = (...rules: object[]) => RuleFixture.start(fixture, rules)

  test('count: with the event that makes it so many, and says why, on what and for whom', async () => {
    const shop = await withRules({ name: 'Three' })
    const by = (id: string) => ({ user: { id }, release: '1.2.0', environment: 'prod' })
    await shop.send(feed, 0, [by('ada')])
    await shop.send(feed, 4, [by('ada')])
    expect(await shop.alerts()).toEqual([])
    await shop.send(feed, 5, [by('bob')])
    expect(await shop.alerts()).toEqual([
      {
        id: expect.any(String),
        issue: {
          status: 'unresolved',
          event_count: 3,
          unique_user_count: 2,
          first_seen_at: new Date(START).toISOString(),
        },
        assignee: null,
        project_id: shop.project.projectUid,
        issue_id: await shop.issue(),
        rule_id: shop.rules[0]!.id,
        kind: 'velocity_spike',
        title: 'Crash: it broke',
        fired_at: new Date(START + 5 * MINUTE).toISOString(),
        read_at: null,
        ignored: false,
        details: {
          reason: '3 events in 10 min, threshold 3',
          rule: { name: 'Three', query: '', window_minutes: 10, threshold: { type: 'count', value: 3 } },
          event_count: 3,
          previous_event_count: null,
          user_count: null,
          issue_event_count: 3,
          issue_user_count: 2,
          issue_first_seen_at: new Date(START).toISOString(),
          release: '1.2.0',
          environment: 'prod',
          times_fired: 1,
          first_fired_at: new Date(START + 5 * MINUTE).toISOString(),
        },
      },
    ])
  })

  test('not for events that are spread over more than the window', async () => {
    const shop = await withRules({})
    for (const minute of [0, 6, 12, 18, 24]) await shop.send(feed, minute, 1)
    expect(await shop.alerts()).toEqual([])
  })

  test('for a burst in the middle of a batch that was received over a long time', async () => {
    const shop = await withRules({})
    const at = [0, 60, 61, 62, 120].map((minute) => START + minute * MINUTE)
    await shop.send(
      feed,
      0,
      at.map((time) => ({ at: time, receivedAt: time })),
    )
    expect(await shop.reasons()).toEqual(['3 events in 10 min, threshold 3'])
  })

  test('users: different people in the window, not events', async () => {
    const shop = await withRules({ threshold: { type: 'users', value: 3 } })
    const by = (id: string) => ({ user: { id } })
    await shop.send(feed, 0, [by('ada'), by('ada'), by('bob'), by('bob')])
    await shop.send(feed, 8, [by('bob'), {}])
    // Ada was last seen 11 minutes ago.
    await shop.send(feed, 11, [by('cy')])
    expect(await shop.alerts()).toEqual([])
    await shop.send(feed, 12, [by('dan')])
    expect(await shop.reasons()).toEqual(['3 users in 10 min, threshold 3'])
  })

  test('percent_increase: more than in the window before, from 10 events on', async () => {
    const shop = await withRules(PERCENT)
    // The issue is older than the rule, which has to know two windows of it.
    await shop.send(feed, -60, 9)
    await shop.send(feed, 31, 3)
    await shop.send(feed, 47, 9)
    expect(await shop.alerts()).toEqual([])
    await shop.send(feed, 48, 3)
    expect(await shop.reasons()).toEqual([
      '12 events in 15 min, 3 in the 15 min before: +300 %, threshold 300 %',
    ])
  })

  test('percent_increase: a new issue at its tenth event', async () => {
    const shop = await withRules(PERCENT)
    await shop.send(feed, 0, 9)
    expect(await shop.alerts()).toEqual([])
    await shop.send(feed, 1, 1)
    expect(await shop.reasons()).toEqual(['10 events in 15 min, none in the 15 min before, threshold 300 %'])
  })

  test("percent_increase: ignores events from before the rule, unless they can't change the result", async () => {
    const shop = await withRules({ enabled: false, ...PERCENT })
    await shop.send(feed, -5, 100)
    await shop.change(shop.rules[0]!, { enabled: true })
    await shop.send(feed, 3, 100)
    expect(await shop.alerts()).toEqual([])
    await shop.send(feed, 4, 300)
    expect(await shop.reasons()).toEqual([
      '400 events in 15 min, at most 100 in the 15 min before: at least +300 %, threshold 300 %',
    ])
  })

  test('counted-only events count', async () => {
    const shop = await withRules({ threshold: { type: 'count', value: 30 } })
    await shop.send(feed, 0, [{}, ...Array.from({ length: 29 }, () => ({ countedOnly: true }))])
    expect(await shop.reasons()).toEqual(['30 events in 10 min, threshold 30'])
  })

  test('a custom rule counts the events that its query names', async () => {
    const custom = { kind: 'custom', threshold: { type: 'count', value: 2 } }
    const shop = await withRules(
      { ...custom, name: 'staging', query: 'env:staging level:error,fatal !release:1.0' },
      { ...custom, name: 'text', query: 'BROKE user.email:*@example.com' },
      { ...custom, name: 'never', query: 'nothing-says-this' },
    )
    const staging = { environment: 'staging', release: '1.1' }
    await shop.send(feed, 0, [
      staging,
      { environment: 'production', release: '1.1', user: { email: 'Ada@Example.com' } },
      { ...staging, level: 'warning' },
      { ...staging, release: '1.0', user: { email: 'ada@example.org' } },
    ])
    expect(await shop.alerts()).toEqual([])
    await shop.send(feed, 1, [{ ...staging, user: { email: 'bob@example.com' } }])
    const fired = (await shop.alerts()).map(({ kind, details }) => [kind, details.rule.name])
    expect(fired.sort()).toEqual([
      ['custom_rule', 'staging'],
      ['custom_rule', 'text'],
    ])
  })

  test('a custom rule counts events by their tags', async () => {
    const custom = { kind: 'custom', threshold: { type: 'count', value: 2 } }
    const shop = await withRules(
      { ...custom, name: 'gold', query: 'plan:"gold tier" level:error' },
      { ...custom, name: 'not free', query: '!plan:free' },
      { ...custom, name: 'none', query: '__proto__:x' },
    )
    const [gold, free] = [{ tags: { plan: 'gold tier' } }, { tags: { plan: 'free' } }]
    await shop.send(feed, 0, [gold, free, { ...gold, level: 'info' }, { ...gold, countedOnly: true }])
    expect((await shop.alerts()).map(({ details }) => details.rule.name)).toEqual(['not free'])
    await shop.send(feed, 1, [gold])
    expect((await shop.alerts()).map(({ details }) => details.rule.name)).toEqual(['gold', 'not free'])
  })
})

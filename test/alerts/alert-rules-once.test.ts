import { beforeAll, expect, test } from 'vitest'
import { MINUTE, RuleFixture } from '../support/alert/rule-fixture.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { sweepAllowed } from '../support/database/sweep-retention.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

describeOn(ENGINES, 'Alert rules speak once, and only when they may', (engine) => {
  const fixture = issueServer(engine)
  let feed: PipelineFeed
  let other: PipelineFeed
  beforeAll(async () => {
    feed = await PipelineFeed.start(fixture.server.database)
    other = await PipelineFeed.start(fixture.server.database, { lane: 1, newIssuesPerHour: 0 })
  })

  const withRules = (...rules: object[]) => RuleFixture.start(fixture, rules)

  test('once per cool-down and issue; the same alert comes back unread, and says how often', async () => {
    const shop = await withRules({ cooldown_minutes: 30 })
    await shop.send(feed, 0, 5)
    const [first] = await shop.alerts()
    await fixture.client.request('PATCH', `/api/v1/alerts/${first!.id}`, { read: true })
    await shop.send(feed, 29, 5)
    expect(await shop.alerts()).toMatchObject([{ read_at: expect.any(String) }])
    await shop.send(feed, 31, [...Array(4).fill({}), ...Array(3).fill({ kind: 'Other' })])
    const [again, ofOther] = (await shop.alerts()).toSorted(
      (a, b) => b.details.times_fired - a.details.times_fired,
    )
    expect(again).toMatchObject({
      id: first!.id,
      read_at: null,
      fired_at: new Date(START + 31 * MINUTE).toISOString(),
      details: {
        reason: '9 events in 10 min, threshold 3',
        times_fired: 2,
        first_fired_at: new Date(START).toISOString(),
      },
    })
    expect(ofOther).toMatchObject({ issue_id: await shop.issue('Other'), details: { times_fired: 1 } })
  })

  test('an alert that someone ignores stays so', async () => {
    const shop = await withRules({ cooldown_minutes: 5 })
    await shop.send(feed, 0, 3)
    const [first] = await shop.alerts()
    await fixture.client.request('PATCH', `/api/v1/alerts/${first!.id}`, { ignored: true })
    await shop.send(feed, 20, 3)
    expect(await shop.alerts()).toMatchObject([{ ignored: true, details: { times_fired: 2 } }])
  })

  test('an alert that is damaged begins again, and holds up nothing', async () => {
    const shop = await withRules({ cooldown_minutes: 5 })
    await shop.send(feed, 0, 3)
    const { queries } = fixture.server.database
    const { projectId } = shop.project
    await queries.updateTable('alert').set({ details: '' }).where('project_id', '=', projectId).execute()
    await shop.send(feed, 20, 3)
    expect(await shop.alerts()).toMatchObject([{ details: { times_fired: 1 } }])
  })

  test('subscribed webhooks are notified each time, with the rule, in the same transaction', async () => {
    const shop = await withRules({ name: 'Busy', cooldown_minutes: 5 })
    const hook = { url: 'https://93.184.215.14/hook', format: 'generic', events: ['velocity_spike'] }
    const { body } = await fixture.client.request<{ id: string }>('POST', '/api/v1/webhooks', {
      project_id: shop.project.projectUid,
      ...hook,
    })
    for (const minute of [0, 1, 20]) await shop.send(feed, minute, 3)
    const late = feed.restart()
    await shop.send(feed, 21, [{ kind: 'Other' }])
    await expect(shop.send(late, 60, 5)).rejects.toThrow()
    const { deliveries } = await fixture.client.get<{ deliveries: { event: string }[] }>(
      `/api/v1/webhooks/${body.id}/deliveries`,
    )
    expect(deliveries.map(({ event }) => event)).toEqual(['velocity_spike', 'velocity_spike'])
    const rows = await fixture.server.database.queries
      .selectFrom('webhook_delivery')
      .select('facts')
      .where('org_id', '=', shop.project.orgId)
      .where('event', '=', 'velocity_spike')
      .orderBy('id')
      .execute()
    expect(rows.map(({ facts }) => JSON.parse(facts))).toMatchObject([
      { rule: { id: shop.rules[0]!.id, name: 'Busy' }, details: { times_fired: 1, event_count: 3 } },
      { issue: { id: await shop.issue() }, details: { reason: '3 events in 10 min, threshold 3' } },
    ])
  })

  test('upkeep removes counts once their windows are over', async () => {
    const shop = await withRules({ threshold: { type: 'count', value: 30 } })
    await shop.send(feed, -60, 1)
    await shop.send(feed, -1, [{ kind: 'Other' }])
    const { database, clock } = fixture.server
    const kept = () =>
      database.queries
        .selectFrom('issue_rule_state')
        .innerJoin('issue', 'issue.id', 'issue_rule_state.issue_id')
        .select('issue.uid')
        .where('issue.project_id', '=', shop.project.projectId)
        .execute()
    expect(await kept()).toHaveLength(2)
    await sweepAllowed({ database, clock })
    expect(await kept()).toEqual([{ uid: await shop.issue('Other') }])
  })

  test('not for ignored and snoozed issues; once a snooze ends, for events counted during it', async () => {
    const shop = await withRules({})
    await shop.send(feed, 0, [{}, { kind: 'Other' }])
    const issue = `/api/v1/issues/${await shop.issue()}`
    await fixture.client.request('POST', `${issue}/snooze`, { mode: 'hours' })
    const ignored = `/api/v1/issues/${await shop.issue('Other')}`
    await fixture.client.request('PATCH', ignored, { status: 'ignored' })
    await shop.send(feed, 1, [{}, {}, {}, ...Array(5).fill({ kind: 'Other' })])
    expect(await shop.alerts()).toEqual([])
    await fixture.client.request('PATCH', issue, { status: 'unresolved' })
    await shop.send(feed, 2, 1)
    expect(await shop.reasons()).toEqual(['5 events in 10 min, threshold 3'])
  })

  test('a snooze that ends with the batch is no longer quiet', async () => {
    const shop = await withRules({ threshold: { type: 'count', value: 50 } })
    await shop.send(feed, 0, 1)
    const issue = `/api/v1/issues/${await shop.issue()}`
    await fixture.client.request('POST', `${issue}/snooze`, { mode: 'occurrences' })
    await shop.send(feed, 1, 99)
    expect(await shop.alerts()).toEqual([])
    await shop.send(feed, 2, 1)
    expect(await shop.reasons()).toEqual(['101 events in 10 min, threshold 50'])
  })

  test('a merged issue counts for the one it is merged into, which speaks; split off, it begins again', async () => {
    const shop = await withRules({ threshold: { type: 'count', value: 5 } })
    await shop.send(feed, 0, [{}, {}, { kind: 'Other' }, { kind: 'Other' }])
    const [root, child] = [await shop.issue(), await shop.issue('Other')]
    await fixture.client.request('POST', '/api/v1/issues/merge', {
      canonical_id: root,
      merge_ids: [child],
    })
    await shop.send(feed, 1, [{ kind: 'Other' }])
    expect(await shop.alerts()).toMatchObject([
      { issue_id: root, title: 'Crash: it broke', details: { reason: '5 events in 10 min, threshold 5' } },
    ])
    await fixture.client.request('POST', '/api/v1/issues/split', {
      canonical_id: root,
      split_ids: [child],
    })
    await shop.send(feed, 2, Array(4).fill({ kind: 'Other' }))
    expect(await shop.alerts()).toHaveLength(1)
    await shop.send(feed, 3, [{ kind: 'Other' }])
    expect((await shop.alerts()).map(({ issue_id }) => issue_id)).toEqual([child, root])
  })

  test('exactly once with several workers at a time', async () => {
    const shop = await withRules({ threshold: { type: 'count', value: 40 }, cooldown_minutes: 5 })
    await shop.send(feed, 0, 1)
    const halves = [feed, other].map(async (worker) => {
      for (let i = 0; i < 20; i++) await shop.send(worker, 1 + i / 100, 1)
    })
    await Promise.all(halves)
    expect(await shop.alerts()).toMatchObject([
      { details: { reason: '40 events in 10 min, threshold 40', times_fired: 1 } },
    ])
  })

  test('nothing is left of a batch that was rolled back', async () => {
    const shop = await withRules({})
    await shop.send(feed, 0, 2)
    // Another worker is at the same place, and comes too late.
    const late = feed.restart()
    await shop.send(feed, 1, [{ kind: 'Other' }])
    await expect(shop.send(late, 1, 5)).rejects.toThrow()
    expect(await shop.alerts()).toEqual([])
    await shop.send(feed, 2, 1)
    expect(await shop.reasons()).toEqual(['3 events in 10 min, threshold 3'])
  })

  test('a disabled rule and a deleted one are quiet at once, on every worker', async () => {
    const shop = await withRules({ name: 'off' }, { name: 'gone' }, { name: 'on' })
    await shop.send(feed, 0, 2)
    await shop.send(other, 0, [{ kind: 'Other' }])
    await shop.change(shop.rules[0]!, { enabled: false })
    await shop.remove(shop.rules[1]!)
    await shop.send(other, 1, 1)
    expect((await shop.alerts()).map(({ details }) => details.rule.name)).toEqual(['on'])
  })

  test('with another query a rule begins to count again', async () => {
    const shop = await withRules({ kind: 'custom', query: 'env:a' })
    await shop.send(feed, 0, [{ environment: 'a' }, { environment: 'a' }])
    await shop.change(shop.rules[0]!, { query: 'env:b' })
    await shop.send(feed, 1, [{ environment: 'b' }, { environment: 'b' }])
    expect(await shop.alerts()).toEqual([])
    await shop.send(feed, 2, [{ environment: 'b' }])
    expect(await shop.reasons()).toEqual(['3 events in 10 min, threshold 3'])
  })

  test('a rule that is enabled again begins to count again', async () => {
    const shop = await withRules({})
    await shop.send(feed, 0, 2)
    await shop.change(shop.rules[0]!, { enabled: false })
    await shop.change(shop.rules[0]!, { enabled: true })
    await shop.send(feed, 1, 2)
    expect(await shop.alerts()).toEqual([])
    await shop.send(feed, 2, 1)
    expect(await shop.reasons()).toEqual(['3 events in 10 min, threshold 3'])
  })

  test('only rules of the same project', async () => {
    const [shop, without] = [await withRules({}), await withRules()]
    await without.send(feed, 0, 20)
    expect([await shop.alerts(), await without.alerts()]).toEqual([[], []])
  })
})

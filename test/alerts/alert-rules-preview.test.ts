import { beforeAll, expect, test } from 'vitest'
import type { AlertRulePreview } from '#contract/alert/alert-rule.ts'
import { MINUTE, RuleFixture } from '../support/alert/rule-fixture.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { DAY, issueServer, START } from '../support/server/issue-server.ts'

const DAY_MINUTES = DAY / MINUTE

describeOn(ENGINES, 'The preview of an alert rule tries it on the last 7 days', (engine) => {
  const fixture = issueServer(engine)
  let feed: PipelineFeed
  beforeAll(async () => {
    feed = await PipelineFeed.start(fixture.server.database)
  })

  async function preview(shop: RuleFixture, fields: object = {}): Promise<AlertRulePreview> {
    const rule = { kind: 'velocity', window_minutes: 10, threshold: { type: 'count', value: 3 } }
    const body = { project_id: shop.project.projectUid, ...rule, ...fields }
    const answer = await fixture.client.request<AlertRulePreview>('POST', '/api/v1/alert-rules/preview', body)
    expect(answer.status).toBe(200)
    return answer.body
  }

  test('says how often, when, for which issues and why it would have fired', async () => {
    const shop = await RuleFixture.start(fixture, [])
    await shop.send(feed, -9 * DAY_MINUTES, 5)
    await shop.send(feed, -3 * DAY_MINUTES, 3)
    await shop.send(feed, -3 * DAY_MINUTES + 30, 3)
    await shop.send(feed, -2 * DAY_MINUTES, [{}, {}, ...Array(4).fill({ kind: 'Other' })])
    const firing = (issueId: string, minute: number) => ({
      issue_id: issueId,
      title: expect.stringMatching(/: it broke$/),
      at: new Date(START + minute * MINUTE).toISOString(),
      reason: '3 events in 10 min, threshold 3',
    })
    expect(await preview(shop)).toEqual({
      fired_count: 2,
      issue_count: 2,
      firings: [
        firing(await shop.issue('Other'), -2 * DAY_MINUTES),
        firing(await shop.issue(), -3 * DAY_MINUTES),
      ],
      from: expect.any(String),
      to: expect.any(String),
      events_read: 12,
      complete: true,
      notes: [expect.stringMatching(/current status/)],
    })
    expect(await preview(shop, { cooldown_minutes: 30 })).toMatchObject({ fired_count: 3 })
    expect(await preview(shop, { query: 'assigned:none' })).toMatchObject({ fired_count: 2 })
    expect(await preview(shop, { threshold: { type: 'count', value: 5 } })).toMatchObject({
      fired_count: 0,
      firings: [],
    })
  })

  test('agrees with what the rule fires on', async () => {
    const shop = await RuleFixture.start(fixture, [])
    const rule = { kind: 'custom', query: 'env:staging !level:info', cooldown_minutes: 8 }
    const threshold = { type: 'users', value: 3 }
    await shop.add({ ...rule, window_minutes: 7, threshold })
    for (let i = 0; i < 60; i++) {
      const user = { id: `user-${(i * i) % 11}` }
      const environment = i % 4 === 0 ? 'production' : 'staging'
      const level = i % 5 === 0 ? 'info' : 'error'
      await shop.send(feed, -600 + i, [{ kind: i % 3 ? 'Crash' : 'Other', user, environment, level }])
    }
    const fired = (await shop.alerts()).map(({ issue_id, details }) => [issue_id, details.times_fired])
    const { firings } = await preview(shop, { ...rule, window_minutes: 7, threshold })
    const tried = Map.groupBy(firings, ({ issue_id }) => issue_id)
    expect([...tried].map(([id, { length }]) => [id, length]).sort()).toEqual(fired.sort())
    expect(firings.length).toBeGreaterThan(1)
  })

  test('is truthful about what it cannot know', async () => {
    const shop = await RuleFixture.start(fixture, [])
    await shop.send(feed, -30, [{}, ...Array(20).fill({ countedOnly: true })])
    const found = await preview(shop, { query: 'broke', threshold: { type: 'users', value: 2 } })
    expect(found).toMatchObject({ fired_count: 0, complete: false })
    expect(found.notes.join('\n')).toMatch(/20 events of these issues were only counted/)
    expect(found.notes.join('\n')).toMatch(/Words are searched in all messages/)
    expect(found.notes.join('\n')).toMatch(/Only users with an ID or an email address/)
    const mistyped = await preview(shop, { kind: 'custom', query: 'custmer:acme' })
    expect(mistyped.notes.join('\n')).toMatch(/“custmer:” is not a search key, and no event has a tag/)
  })

  test('reads a bounded number of events, the latest', async () => {
    const shop = await RuleFixture.start(fixture, [])
    const at = START - 2 * DAY
    const event = { kind: 'Flood', at, receivedAt: at }
    for (let i = 0; i < 11; i++) await feed.send(shop.project, Array(500).fill(event))
    await shop.send(feed, -10, 5)
    const found = await preview(shop, { threshold: { type: 'count', value: 5 } })
    expect(found.events_read).toBe(5005)
    expect(found.firings.map(({ title }) => title)).toEqual(['Crash: it broke', 'Flood: it broke'])
    expect(found).toMatchObject({ complete: false })
    expect(found.notes.join('\n')).toMatch(/at most 20,000/)
    // Nothing is known of the window before the oldest event that was read.
    const increase = await preview(shop, { threshold: { type: 'percent_increase', value: 300 } })
    expect(increase).toMatchObject({ events_read: 5000, firings: [] })
  })

  test('leaves ignored issues out, and shows those of a family as one', async () => {
    const shop = await RuleFixture.start(fixture, [])
    await shop.send(feed, -60, [{}, {}, { kind: 'Child' }, ...Array(5).fill({ kind: 'Noise' })])
    const [root, child, noise] = [await shop.issue(), await shop.issue('Child'), await shop.issue('Noise')]
    await fixture.client.request('POST', '/api/v1/issues/merge', {
      canonical_id: root,
      merge_ids: [child],
    })
    await fixture.client.request('PATCH', `/api/v1/issues/${noise}`, { status: 'ignored' })
    expect((await preview(shop)).firings).toMatchObject([{ issue_id: root, title: 'Crash: it broke' }])
  })
})

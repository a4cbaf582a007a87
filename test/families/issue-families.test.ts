import { beforeEach, expect, test } from 'vitest'
import type { EventDetail } from '#contract/event/detail.ts'
import type { EventPage } from '#contract/event/event.ts'
import type { IssueFacetsAnswer } from '#contract/issue/issue.ts'
import type { IssueReleasesAnswer } from '#contract/issue/release.ts'
import type { Timeline } from '#contract/issue/timeline.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { FAMILY_EVENTS, FamilyFixture } from '../support/family-fixture.ts'
import { ofSuite } from '../support/of-suite.ts'
import { DAY, HOUR, START } from '../support/server/issue-server.ts'

describeOn(ENGINES, 'Numbers of families of processed events', (engine) => {
  const the = ofSuite(() => FamilyFixture.start(engine))
  beforeEach(() => the.begin())

  test('the parent’s event_count, users and first/last seen span its children', async () => {
    expect(await the.merge(the.parent, the.child)).toBe(1)
    expect(await the.issue(the.parent)).toMatchObject({
      event_count: 5,
      stored_event_count: 4,
      unique_user_count: 3,
      first_seen_at: new Date(START - 9 * DAY).toISOString(),
      last_seen_at: new Date(START - HOUR + 1).toISOString(),
      first_release: '0.9',
      // Those of the child's latest stored event: the one after it was only counted.
      release: '1.2',
      environment: 'production',
      level: 'warning',
      merged_count: 1,
      title: 'Parent: it broke',
    })
  })

  test('level, environment and release are of the member with the latest stored event, the first release of the one seen first', async () => {
    const late = { kind: 'Late', at: START - 1000, level: 'fatal', environment: 'edge', release: '2.0' }
    await the.send(late)
    const id = (await the.list()).find(({ title }) => title.startsWith('Late'))!.id
    await the.merge(the.parent, id)
    expect(await the.issue(the.parent)).toMatchObject({
      level: 'fatal',
      environment: 'edge',
      release: '2.0',
      first_release: '1.0',
    })
  })

  test('the parent’s events, trends, timeline, releases span its children', async () => {
    await the.merge(the.parent, the.child)
    const timeline = await the.get<Timeline>(`${the.parent}/timeline?window=all`)
    expect(timeline).toMatchObject({ event_count: 5, stored_event_count: 4 })
    expect(timeline.buckets).toHaveLength(10)
    expect(timeline.releases.map(({ release }) => release)).toEqual(['1.2', '1.1', '1.0', '0.9'])
    const { releases } = await the.get<IssueReleasesAnswer>(`${the.parent}/releases`)
    expect(releases).toEqual(['1.2', '1.1', '1.0', '0.9'])
    const [trend, ofChild] = await the.client.trends([the.parent, the.child], '30d')
    expect(trend!.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(5)
    expect(ofChild!.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(3)
    const { facets } = await the.get<IssueFacetsAnswer>(`${the.parent}/facets`)
    expect(facets.environments).toEqual([
      { value: 'production', count: 4 },
      { value: 'staging', count: 1 },
    ])
  })

  test('events of a family are listed newest first, and walked through one by one', async () => {
    await the.merge(the.parent, the.child, the.other)
    const pages = await Promise.all(
      [0, 2, 4].map((offset) => the.get<EventPage>(`${the.parent}/events?limit=2&offset=${offset}`)),
    )
    expect(pages.map(({ total, has_more }) => [total, has_more])).toEqual([
      [5, true],
      [5, true],
      [5, false],
    ])
    const events = pages.flatMap((page) => page.events)
    const times = FAMILY_EVENTS.filter(({ countedOnly }) => !countedOnly).map(({ at }) => at)
    expect(events.map(({ occurred_at }) => Date.parse(occurred_at))).toEqual(times.sort((a, b) => b - a))
    expect(new Set(events.map(({ issue_id }) => issue_id))).toEqual(new Set([the.parent]))
    for (const [index, { id }] of events.entries()) {
      expect(await the.client.get<EventDetail>(`/api/v1/events/${id}`)).toMatchObject({
        issue_id: the.parent,
        position: index + 1,
        total: 5,
        newer_event_id: events[index - 1]?.id ?? null,
        older_event_id: events[index + 1]?.id ?? null,
      })
    }
    const ofRelease = await the.get<EventPage>(`${the.parent}/events?release=1.1`)
    expect([ofRelease.total, ofRelease.events.length, ofRelease.has_more]).toEqual([2, 2, false])
  })

  test('new events of a child’s fingerprint go to the child and surface in the parent', async () => {
    await the.merge(the.parent, the.child)
    const { outcome } = await the.send(
      { kind: 'Child', at: START - 30, release: '2.0', level: 'fatal', user: { id: 'ada' } },
      { kind: 'Child', at: START - 20 * DAY, release: '0.1', user: { id: 'dee' } },
      { kind: 'Parent', at: START - 40, user: { id: 'dee' } },
    )
    expect(outcome.changes[0]!.issues).toEqual([{ issueUid: the.parent, change: 'events' }])
    expect(await the.issue(the.child)).toMatchObject({
      event_count: 5,
      unique_user_count: 4,
      release: '2.0',
    })
    expect(await the.issue(the.parent)).toMatchObject({
      event_count: 8,
      stored_event_count: 7,
      unique_user_count: 4,
      level: 'fatal',
      release: '2.0',
      first_release: '0.1',
      first_seen_at: new Date(START - 20 * DAY).toISOString(),
    })
  })

  test('a worker that knew the issue before the merge, and one that did not, count it once', async () => {
    await the.send({ kind: 'Child', at: START - 60 })
    await the.merge(the.parent, the.child)
    await the.send({ kind: 'Child', at: START - 50 })
    the.feed = the.feed.restart()
    await the.send({ kind: 'Child', at: START - 40 }, { kind: 'Parent', at: START - 40 })
    await the.split(the.parent, the.child)
    await the.send({ kind: 'Child', at: START - 30 })
    const counts = [await the.issue(the.parent), await the.issue(the.child)].map((one) => one.event_count)
    expect(counts).toEqual([3, 7])
  })

  test('split gives each child back exactly what it had, plus what it received since', async () => {
    await the.client.request('PATCH', `/api/v1/issues/${the.child}`, { status: 'ignored' })
    await the.client.request('POST', `/api/v1/issues/${the.child}/snooze`, { mode: 'occurrences' })
    const before = await Promise.all([the.parent, the.child, the.other].map((id) => the.issue(id)))
    await the.merge(the.parent, the.child, the.other)
    expect(await the.split(the.parent, the.child, the.other)).toBe(2)
    expect(await Promise.all([the.parent, the.child, the.other].map((id) => the.issue(id)))).toEqual(before)
    await the.merge(the.parent, the.child, the.other)
    await the.send({ kind: 'Child', at: START - 7, user: { id: 'new' } }, { kind: 'Parent', at: START - 8 })
    expect(await the.split(the.parent, the.child)).toBe(1)
    expect(await the.issue(the.child)).toMatchObject({
      event_count: 4,
      unique_user_count: 4,
      status: 'ignored',
      snoozed: true,
      snooze_until_count: 103,
      merge_parent_id: null,
    })
    expect(await the.issue(the.parent)).toMatchObject({
      event_count: 4,
      unique_user_count: 2,
      merged_count: 1,
    })
  })

  test('env:, release: and user.email: find the parent of an issue that matches', async () => {
    await the.merge(the.parent, the.child)
    for (const q of ['env:staging', 'release:1.2', 'user.email:cy@', 'user.email:cy@*']) {
      expect([q, await the.kinds(q)]).toEqual([q, ['Parent']])
    }
    expect(await the.kinds('!env:staging')).toEqual(['Other'])
    expect(await the.kinds('!user.email:cy@')).toEqual(['Other'])
    expect(await the.kinds('release:1.1')).toEqual(['Other', 'Parent'])
    const sorted = await the.list('', '&sort=events_desc')
    expect(sorted.map(({ event_count }) => event_count)).toEqual([5, 1])
  })

  test('a snooze waits for as many events and users as before: what is merged in does not count', async () => {
    await the.client.request('POST', `/api/v1/issues/${the.parent}/snooze`, { mode: 'users' })
    await the.merge(the.parent, the.child)
    expect(await the.issue(the.parent)).toMatchObject({ unique_user_count: 3, snooze_until_users: 13 })
    await the.split(the.parent, the.child)
    expect(await the.issue(the.parent)).toMatchObject({ unique_user_count: 2, snooze_until_users: 12 })
  })
})

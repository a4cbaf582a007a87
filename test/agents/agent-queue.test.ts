import { beforeEach, expect, test } from 'vitest'
import type { QueuePage } from '#contract/issue/queue.ts'
import { LEVELS } from '#contract/vocabulary.ts'
import { type PriorityFacts, priorityOf } from '#domain/issue/priority.ts'
import type { ApiClient } from '../support/client/api-client.ts'
import { tokenClient } from '../support/client/token-client.ts'
import { countedName } from '../support/counted-name.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedIssue, type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { seedAlert } from '../support/database/seed-alert.ts'
import { seededRandom } from '../support/fuzz/seeded-random.ts'
import { DAY, HOUR, issueServer, START } from '../support/server/issue-server.ts'

describeOn(ENGINES, 'The queue of agents', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let agent: ApiClient
  beforeEach(async () => {
    fixture.server.stoppedAt = START
    await fixture.server.database.queries.deleteFrom('issue').execute()
    await fixture.server.database.queries.deleteFrom('release').execute()
    project = await seedProject(fixture.server.database, fixture.org, countedName('shop'))
    agent = (await tokenClient(fixture.client)).client
  })

  const seed = (
    title: string,
    columns: SeedIssue['columns'] = {},
    events: Partial<SeedIssue['events'][0]> = {},
  ) =>
    seedIssue(fixture.server.database, {
      project,
      title,
      events: [{ at: START - 5 * DAY, level: 'info', ...events }],
      columns: { updated_at: START - HOUR, ...columns },
    })
  const queue = (query: Record<string, string> = {}) =>
    agent.get<QueuePage>(`/api/v1/agent/queue?${new URLSearchParams(query)}`)
  const titles = async (query: Record<string, string> = {}) =>
    (await queue(query)).queue.map(({ issue }) => issue.title)

  test('“{ queue: [{ issue, priority_score, reasons: [string] }], next_cursor }”, the most urgent first', async () => {
    await seed('quiet')
    await seed('back', { status: 'regression' })
    await seed('fatal', { level: 'fatal' })
    await seedAlert(fixture.server.database, project, { issueId: (await seed('alerted')).id })
    const page = await queue()
    expect(page.queue.map(({ issue, priority_score }) => [issue.title, priority_score])).toEqual([
      ['back', 1015],
      ['alerted', 515],
      ['fatal', 215],
      ['quiet', 15],
    ])
    expect(page.queue[0]).toEqual({
      issue: expect.objectContaining({ title: 'back', status: 'regression', event_count: 1 }),
      priority_score: 1015,
      reasons: ['regression: it came back after it was resolved (+1000)', '1 event (+15)'],
      claim: null,
      fix: null,
    })
    expect(page.next_cursor).toBeNull()
  })

  test('every part of the score, alone and together, is the decided one, and the reasons add up to it', async () => {
    const random = seededRandom(14).next
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!
    const facts = new Map<string, PriorityFacts>()
    await seed('the latest release', { status: 'ignored' }, { release: '2.0', at: START - HOUR })
    await seed('an old release, late', { status: 'ignored' }, { release: '1.0', at: START })
    for (let n = 0; n < 60; n++) {
      const of: PriorityFacts = {
        status: pick(['unresolved', 'regression']),
        level: pick(LEVELS),
        eventCount: pick([1, 9, 10, 99, 100, 999, 1000, 12_345, 999_998, 999_999, 5_000_000]),
        uniqueUserCount: pick([0, 1, 7, 19, 20, 500]),
        lastSeenAt: START - pick([0, HOUR, HOUR + 1, DAY, DAY + 1, 3 * DAY, 3 * DAY + 1, 6 * DAY]),
        hasUnreadAlert: random() < 0.3,
        hasFailedFix: false,
        isNewInLatestRelease: random() < 0.3,
      }
      const { id } = await seed(
        `issue ${n}`,
        {
          status: of.status,
          level: of.level,
          event_count: of.eventCount,
          unique_user_count: of.uniqueUserCount,
          first_release: of.isNewInLatestRelease ? '2.0' : '1.0',
        },
        { at: of.lastSeenAt },
      )
      if (of.hasUnreadAlert) await seedAlert(fixture.server.database, project, { issueId: id })
      facts.set(`issue ${n}`, of)
    }
    const page = await queue({ limit: '100' })
    expect(page.queue).toHaveLength(60)
    for (const { issue, priority_score, reasons } of page.queue) {
      expect({ score: priority_score, reasons }).toEqual(priorityOf(facts.get(issue.title)!, START))
      const points = reasons.map((reason) => Number(/\(\+(\d+)\)$/.exec(reason)![1]))
      expect(points.reduce((sum, part) => sum + part, 0)).toBe(priority_score)
    }
    const scores = page.queue.map((entry) => entry.priority_score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  test('all candidates are scored, however old within the window, and each is on exactly one page', async () => {
    for (let n = 0; n < 45; n++)
      await seed(`issue ${n}`, { event_count: 10 ** (n % 5) }, { at: START - n * HOUR })
    await seed('old and important', { status: 'regression' }, { at: START - 7 * DAY + 1 })
    await seed('too old', { status: 'regression' }, { at: START - 7 * DAY - 1 })
    const met: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: QueuePage = await queue({ limit: '7', ...(cursor && { cursor }) })
      met.push(...page.queue.map(({ issue }) => issue.title))
      cursor = page.next_cursor
      // Scores go by the time of the first page.
      fixture.server.stoppedAt = fixture.server.stoppedAt! + HOUR
    }
    expect(met).toHaveLength(46)
    expect(new Set(met).size).toBe(46)
    expect(met[0]).toBe('old and important')
  })

  test('unresolved and regression, not snoozed, unless q says otherwise', async () => {
    await seed('open')
    await seed('back', { status: 'regression' })
    await seed('resolved', { status: 'resolved', resolved_at: START - HOUR })
    await seed('ignored', { status: 'ignored' })
    await seed('snoozed', { snooze_until: START + HOUR })
    expect(await titles()).toEqual(['back', 'open'])
    expect(await titles({ q: 'is:ignored' })).toEqual(['ignored'])
    expect(await titles({ q: 'is:snoozed' })).toEqual(['snoozed'])
    expect((await titles({ q: 'is:unresolved,snoozed' })).sort()).toEqual(['open', 'snoozed'])
    expect(await titles({ q: 'open' })).toEqual(['open'])
  })

  test('project_id, environment and window narrow it', async () => {
    await seed('here', {}, { environment: 'staging', at: START - HOUR })
    await seed('there', {}, { at: START - 2 * DAY })
    expect(await titles({ environment: 'staging' })).toEqual(['here'])
    expect(await titles({ window: '24h' })).toEqual(['here'])
    expect(await titles({ project_id: project.projectUid })).toEqual(['here', 'there'])
    const other = await seedProject(fixture.server.database, fixture.org, countedName('other'))
    expect(await titles({ project_id: other.projectUid })).toEqual([])
    const unknown = '0f8fad5b-d9cb-469f-a165-70867728950e'
    expect(await agent.request('GET', `/api/v1/agent/queue?project_id=${unknown}`)).toMatchObject({
      status: 404,
    })
  })

  test('limit 20 (1–100) is clamped; a cursor that we did not issue is 400 and says what to do', async () => {
    for (let n = 0; n < 22; n++) await seed(`issue ${n}`)
    expect(await titles()).toHaveLength(20)
    expect(await titles({ limit: '0' })).toHaveLength(1)
    expect(await titles({ limit: '1000' })).toHaveLength(22)
    for (const name of ['cursor', 'since']) {
      const { status, body } = await agent.request('GET', `/api/v1/agent/queue?${name}=abc`)
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({
          error: 'invalid_request',
          details: [expect.objectContaining({ path: name })],
        }),
      ])
    }
  })

  test('since: nothing after nothing, then what changed, and what left', async () => {
    const changed = await seed('changed')
    const resolved = await seed('resolved soon')
    await seed('untouched', { updated_at: START })
    let { since_cursor: since } = await queue()
    const next = async () => {
      fixture.server.stoppedAt = fixture.server.stoppedAt! + 1000
      const page = await queue({ since })
      since = page.since_cursor
      return [page.queue.map(({ issue }) => issue.title), page.left]
    }
    expect(await next()).toEqual([[], []])
    await agent.request('PATCH', `/api/v1/agent/issues/${resolved.uid}`, { status: 'resolved' })
    await agent.request('POST', `/api/v1/agent/issues/${changed.uid}/claim`, { minutes: 5 })
    expect(await next()).toEqual([['changed'], [resolved.uid]])
    expect(await next()).toEqual([[], []])
    fixture.server.stoppedAt = fixture.server.stoppedAt! + 20_000
    expect(await next()).toEqual([[], []])
    // The claim ends by itself: the issue is free again.
    fixture.server.stoppedAt = fixture.server.stoppedAt! + 5 * 60_000
    expect(await next()).toEqual([['changed'], []])
    expect(await next()).toEqual([[], []])
  })

  test('since: a change that began before the queue was read, and was committed after it, is not missed', async () => {
    const late = await seed('late')
    const { since_cursor: since } = await queue()
    await fixture.server.database.queries
      .updateTable('issue')
      .set({ updated_at: START - 3000 })
      .where('id', '=', late.id)
      .execute()
    expect(await titles({ since })).toEqual(['late'])
  })

  test('since with pages: the next_cursor of an answer does as well', async () => {
    for (let n = 0; n < 3; n++) await seed(`issue ${n}`)
    const { next_cursor } = await queue({ limit: '2' })
    expect(await titles({ since: next_cursor! })).toEqual([])
    await seed('new', { updated_at: START + 1 })
    await seed('newer', { updated_at: START + 1 })
    const first = await queue({ since: next_cursor!, limit: '1' })
    const second = await queue({ since: next_cursor!, limit: '1', cursor: first.next_cursor! })
    expect([...first.queue, ...second.queue].map(({ issue }) => issue.title).sort()).toEqual(['new', 'newer'])
    expect(second.next_cursor).toBeNull()
  })

  test('merged issues: the parent is scored with the alert of its child; the child leaves', async () => {
    const [parent, child] = [await seed('parent'), await seed('child')]
    await seedAlert(fixture.server.database, project, { issueId: child.id })
    const { since_cursor: since } = await queue()
    const body = { canonical_id: parent.uid, merge_ids: [child.uid] }
    expect((await fixture.client.request('POST', '/api/v1/issues/merge', body)).status).toBe(200)
    const page = await queue({ since })
    expect(page.left).toEqual([child.uid])
    expect(page.queue.map(({ issue, reasons }) => [issue.title, reasons[0]])).toEqual([
      ['parent', 'unread alert (+500)'],
    ])
  })

  test('the same queue for people: GET /api/v1/issues/queue', async () => {
    await seed('open')
    const { queue: entries } = await fixture.client.get<QueuePage>('/api/v1/issues/queue')
    expect(entries.map(({ issue }) => issue.title)).toEqual(['open'])
  })
})

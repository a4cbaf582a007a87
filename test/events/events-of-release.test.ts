import { beforeAll, expect, test } from 'vitest'
import type { EventPage } from '#contract/event/event.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { DAY, issueServer, START } from '../support/server/issue-server.ts'

const RELEASES = ['1.0', '1.1', '2.0']

describeOn(ENGINES, 'The events of a release are all found', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let root: { id: number; uid: string }

  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
    // The child has met 2.0 alone, before and after the root did.
    root = await newIssue(
      'root',
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => [n, RELEASES[n % 3]!]),
    )
    const child = await newIssue(
      'child',
      [0.5, 20].map((days) => [days, '2.0']),
    )
    await merge(root, child)
  })

  async function merge(into: { uid: string }, child: { uid: string }): Promise<void> {
    const body = { canonical_id: into.uid, merge_ids: [child.uid] }
    expect((await fixture.client.request('POST', '/api/v1/issues/merge', body)).status).toBe(200)
  }
  function newIssue(title: string, events: [daysAgo: number, release: string][]) {
    const seeded = events.map(([days, release]) => ({ at: START - days * DAY, release }))
    return seedIssue(fixture.server.database, { project, title, events: seeded })
  }
  /** Days ago of its events, newest first, page by page. */
  async function daysOf(release: string, issue = root): Promise<number[]> {
    const days: number[] = []
    for (let hasMore = true; hasMore; ) {
      const query = `release=${release}&limit=2&offset=${days.length}`
      const page = await fixture.client.get<EventPage>(`/api/v1/issues/${issue.uid}/events?${query}`)
      days.push(...page.events.map(({ occurred_at }) => (START - Date.parse(occurred_at)) / DAY))
      hasMore = page.has_more
      expect(hasMore).toBe(days.length < page.total)
    }
    return days
  }

  test('of the issue and what is merged into it, in order; of one that it never met none', async () => {
    expect(await daysOf('1.0')).toEqual([0, 3, 6])
    expect(await daysOf('2.0')).toEqual([0.5, 2, 5, 8, 20])
    expect(await daysOf('3.0')).toEqual([])
  })

  test('also of many more than a page has, at any times', async () => {
    const days = Array.from({ length: 23 }, (_, n) => n ** 2 / 64)
    const of = (rest: number) =>
      days.filter((_, n) => n % 2 === rest).map((at): [number, string] => [at, '4.0'])
    const first = await newIssue('first', of(0))
    await merge(first, await newIssue('second', of(1)))
    expect(await daysOf('4.0', first)).toEqual(days)
  })

  test('also if the issue met so many that it is counted with the others, or again since', async () => {
    const { queries } = fixture.server.database
    const facets = () => queries.updateTable('issue_facet').where('issue_id', '=', root.id)
    await facets().set({ value: '' }).where('value', '=', '1.1').execute()
    expect(await daysOf('1.1')).toEqual([1, 4, 7])
    await facets().set({ first_seen_at: START }).where('value', '=', '1.0').execute()
    expect(await daysOf('1.0')).toEqual([0, 3, 6])
  })
})

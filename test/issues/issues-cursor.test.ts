import { beforeAll, expect, test } from 'vitest'
import type { IssuePage } from '#contract/issue/issue.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { Seeder, type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { seededRandom } from '../support/fuzz/seeded-random.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

const ISSUES = 1005

describeOn(ENGINES, `Walking the issue list over ${ISSUES} issues`, (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject

  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
    const seeder = new Seeder(fixture.server.database)
    const random = seededRandom(7)
    for (let n = 0; n < ISSUES; n++) {
      // Many share a time, a count and a title, so that ties have to be broken.
      const at = START - random.int(1, 40) * 60_000
      const events = Array.from({ length: random.int(1, 3) }, () => ({ at }))
      await seeder.issue({ project, title: `Error ${random.int(1, 9)}`, events })
    }
    await seeder.flush()
  })

  async function page(query: Record<string, string>): Promise<IssuePage> {
    return fixture.client.get(`/api/v1/issues?${new URLSearchParams(query)}`)
  }

  test('total is exact to 1,000, then total_capped: true; limit default 100, at most 500', async () => {
    const first = await page({ limit: '500' })
    expect([first.issues.length, first.total, first.total_capped]).toEqual([500, 1000, true])
    const second = await page({ limit: '500', cursor: first.next_cursor! })
    expect([second.issues.length, second.total, second.total_capped]).toEqual([500, 1000, true])
    const third = await page({ limit: '500', cursor: second.next_cursor! })
    expect([third.issues.length, third.next_cursor]).toEqual([5, null])
    expect((await page({})).issues).toHaveLength(100)
    const few = await page({ q: '"error 1"' })
    expect(few.total).toBeLessThan(1000)
    expect(few.total_capped).toBeUndefined()
  })

  test.each(['last_seen_desc', 'last_seen_asc', 'events_desc', 'events_asc', 'first_seen_asc', 'title_asc'])(
    'sorted by %s, issues that do not change are met exactly once while others come, go and change',
    async (sort) => {
      const { database } = fixture.server
      const random = seededRandom(11)
      const before = await walkAll(sort)
      const ids = before.map((issue) => issue.id)
      expect(new Set(ids).size).toBe(ids.length)
      const touched = new Set<string>()
      const met: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const next: IssuePage = await page({ sort, cursor, limit: '100' })
        met.push(...next.issues.map((issue) => issue.id))
        cursor = next.next_cursor
        const victim = random.pick(ids)
        touched.add(victim)
        await database.queries
          .updateTable('issue')
          .set({ last_seen_at: START, event_count: 50 })
          .where('uid', '=', victim)
          .execute()
        const events = [{ at: START - random.int(1, 40) * 60_000 }]
        touched.add((await seedIssue(database, { project, title: 'Error 5', events })).uid)
        const last = next.issues.at(-1)!.id
        touched.add(last)
        await fixture.client.request('DELETE', '/api/v1/issues/bulk', { ids: [last], action: 'delete' })
      }
      const unchanged = ids.filter((id) => !touched.has(id))
      expect(met.filter((id) => !touched.has(id))).toEqual(unchanged)
    },
  )

  async function walkAll(sort: string): Promise<IssuePage['issues']> {
    const issues: IssuePage['issues'] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next: IssuePage = await page({ sort, cursor, limit: '500' })
      issues.push(...next.issues)
      cursor = next.next_cursor
    }
    return issues
  }

  test('a cursor keeps to its sort', async () => {
    const { next_cursor } = await page({ sort: 'events_desc', limit: '1' })
    const { status } = await fixture.client.request(
      'GET',
      `/api/v1/issues?sort=events_asc&cursor=${next_cursor}`,
    )
    expect(status).toBe(400)
  })
})

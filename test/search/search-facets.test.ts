import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { CompletionAnswer } from '#contract/issue/completion.ts'
import type { IssuePage } from '#contract/issue/issue.ts'
import { ISSUE_SORTS } from '#contract/vocabulary.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { DAY, HOUR, issueServer, START } from '../support/server/issue-server.ts'

/** So many that issues are asked in turn instead of a set of them being made. */
const COMMON = 20_000

const MANY_NAMES = Array.from({ length: 15 }, (_, n) => `none${n}`).join(',')

describeOn(ENGINES, 'Search by environment and release where some are common', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  const titles: string[] = []

  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
    await makeCommon(await seedProject(fixture.server.database, fixture.org, 'bulk'))
    await issue('both', [
      ['common', 'v1'],
      ['rare', 'v2'],
    ])
    await issue('common only', [['common', 'v1']])
    await issue('rare only', [['rare', 'v1']])
    const root = await issue('root', [['rare', 'v1']])
    await issue('child', [['common', 'v2']], root)
    const other = await issue('other root', [['common', 'v1']])
    await issue('other child', [['rare', 'v2']], other)
  })

  async function issue(title: string, seen: [string, string][], rootId: number | null = null) {
    const at = START - DAY - titles.length * HOUR
    const events = seen.map(([environment, release]) => ({ at, environment, release }))
    const columns = { merge_parent_id: rootId }
    const { id } = await seedIssue(fixture.server.database, { project, title, events, columns })
    if (rootId === null) titles.push(title)
    return id
  }

  /** Copies one issue of another project until its environment is common. */
  async function makeCommon(bulk: SeedProject): Promise<void> {
    const { database } = fixture.server
    const events = [{ at: START - DAY, environment: 'common', release: 'v1' }]
    const { id } = await seedIssue(database, { project: bulk, title: 'copied', events })
    const numbers = sql`WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < ${sql.lit(COMMON)})`
    await sql`INSERT INTO issue (uid, org_id, project_id, fingerprint, title, culprit, search_text, platform, level,
          environment, release, status, event_count, stored_event_count, evicted_event_count, unique_user_count,
          first_seen_at, last_seen_at, first_release, is_placeholder, updated_at)
        ${numbers} SELECT 'copy ' || n, org_id, project_id, 'copy ' || n, title || n % 900, culprit, search_text, platform, level,
          environment, release, status, 1 + n % 50, 0, 1 + n % 50, n % 70,
          first_seen_at - n % 3000, last_seen_at, first_release, is_placeholder, updated_at
        FROM issue, copy WHERE issue.id = ${id}`.execute(database.queries)
    await sql`INSERT INTO issue_facet (org_id, issue_id, facet, value, event_count, first_seen_at, last_seen_at)
        SELECT copied.org_id, copied.id, facet, value, 1, issue_facet.first_seen_at, issue_facet.last_seen_at
        FROM issue_facet, issue AS copied
        WHERE issue_facet.issue_id = ${id} AND copied.uid LIKE 'copy %'`.execute(database.queries)
  }

  async function page(query: Record<string, string>): Promise<IssuePage> {
    const parameters = new URLSearchParams({ window: '30d', project_id: project.projectUid, ...query })
    return fixture.client.get(`/api/v1/issues?${parameters}`)
  }
  async function found(q: string, sort = 'last_seen_desc'): Promise<string[]> {
    const { issues, total } = await page({ q, sort })
    expect(total).toBe(issues.length)
    return issues.map(({ title }) => title).sort()
  }

  const QUERIES: [string, string[]][] = [
    ['env:common', ['both', 'common only', 'other root', 'root']],
    ['release:v1', ['both', 'common only', 'other root', 'rare only', 'root']],
    ['env:rare', ['both', 'other root', 'rare only', 'root']],
    ['env:common env:rare', ['both', 'other root', 'root']],
    ['env:common release:v1', ['both', 'common only', 'other root', 'root']],
    ['env:common release:v2', ['both', 'other root', 'root']],
    ['env:common only', ['common only']],
    ['release:v2*', ['both', 'other root', 'root']],
    ['release:[v2*,x]', ['both', 'other root', 'root']],
    [`release:[v1,${MANY_NAMES}]`, ['both', 'common only', 'other root', 'rare only', 'root']],
    [`env:common release:[v2,${MANY_NAMES}]`, ['both', 'other root', 'root']],
    ['env:common (release:V* OR release:v2*)', ['both', 'other root', 'root']],
    ['first_release:v*', ['both', 'common only', 'other root', 'rare only', 'root']],
    ['release:v3*', []],
  ]

  test.each(QUERIES)(
    '`%s` matches issues with any event there, merged ones included',
    async (q, expected) => {
      expect(await found(q)).toEqual(expected)
      for (const sort of ISSUE_SORTS) expect(await found(q, sort)).toEqual(expected)
    },
  )

  test.each(QUERIES.slice(0, 3))('`!` before `%s` negates it', async (q, expected) => {
    expect(await found(`!${q}`)).toEqual(titles.filter((title) => !expected.includes(title)).sort())
  })

  test('completions count families up to 500 and say where there are more; in a small project exactly', async () => {
    const values = async (query: Record<string, string>) => {
      const answer = await fixture.client.get<CompletionAnswer>(
        `/api/v1/search/values?${new URLSearchParams(query)}`,
      )
      return answer.values.map(({ value, count, capped }) => `${value} ${count}${capped ? '+' : ''}`)
    }
    const project_id = project.projectUid
    expect(await values({ key: 'env' })).toEqual(['common 500+', 'rare 4'])
    expect(await values({ key: 'env', prefix: 'RA' })).toEqual(['rare 4'])
    expect(await values({ key: 'env', project_id })).toEqual(['common 4', 'rare 4'])
    expect((await values({ key: 'release' })).sort()).toEqual(['v1 500+', 'v2 3'])
    expect((await values({ key: 'release', project_id })).sort()).toEqual(['v1 5', 'v2 3'])
  })

  test('pages go on where the one before ended', async () => {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { issues, next_cursor } = await page({ q: 'env:common', limit: '1', ...(cursor && { cursor }) })
      seen.push(...issues.map(({ title }) => title))
      cursor = next_cursor
    }
    expect(seen).toEqual(['both', 'common only', 'root', 'other root'])
  })

  test.each([...ISSUE_SORTS])('a value that most issues have leaves the order %s as it is', async (sort) => {
    const pages = async (q: string) => {
      const uids: string[] = []
      let cursor: string | null = ''
      for (let n = 0; n < 3 && cursor !== null; n++) {
        const query: Record<string, string> = {
          window: '30d',
          limit: '150',
          sort,
          q,
          ...(cursor && { cursor }),
        }
        const { issues, next_cursor }: IssuePage = await fixture.client.get(
          `/api/v1/issues?${new URLSearchParams(query)}`,
        )
        uids.push(...issues.filter(({ title }) => title !== 'rare only').map(({ id }) => id))
        cursor = next_cursor
      }
      return uids.slice(0, 440)
    }
    expect(await pages('env:common')).toEqual(await pages(''))
  })

  test('`total` is exact to 1,000, then `total_capped`', async () => {
    const { total, total_capped } = await fixture.client.get<IssuePage>(
      '/api/v1/issues?window=30d&q=env:common',
    )
    expect({ total, total_capped }).toEqual({ total: 1000, total_capped: true })
  })
})

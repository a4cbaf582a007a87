import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { CompletionAnswer } from '#contract/issue/completion.ts'
import type { IssueDetail, IssueFacetsAnswer } from '#contract/issue/issue.ts'
import type { IssueReleasesAnswer } from '#contract/issue/release.ts'
import { type Verification, verifyDatabase } from '#storage/verify/verify-database.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { sweepAllowed } from '../support/database/sweep-retention.ts'
import { FamilyFixture } from '../support/family-fixture.ts'
import { ofSuite } from '../support/of-suite.ts'
import type { FedEvent } from '../support/pipeline/pipeline-feed.ts'
import { DAY, START } from '../support/server/issue-server.ts'

/** Different values in a flood, sent in batches of this size. */
const FLOOD = 2000
const BATCH = 500
/** What an issue may hold: 1,000 values, 250 until it is looked at, a batch, and the row of the rest. */
const MOST_ROWS = 1000 + 250 + BATCH + 1

describeOn(ENGINES, `Facets of an issue with ${FLOOD} values of one`, (engine) => {
  /** The issue that was flooded. */
  let flooded = ''
  let verified: () => Promise<Verification>

  const the = ofSuite(() => FamilyFixture.start(engine))
  beforeAll(async () => {
    verified = () => the.server.server.database.transaction((tx) => verifyDatabase(tx))
    await the.begin()
    await the.send(...Array.from({ length: 40 }, (_, n) => flood(n, { release: 'shop@stable' })))
    await sendFlood(FLOOD)
    await the.send(flood(FLOOD, { release: 'shop@newest', environment: 'newest' }))
    flooded = await issueOf('Flood')
  })

  function flood(n: number, fields: Partial<FedEvent> = {}): FedEvent {
    const values = { release: `shop@1.0.${n}`, environment: `stage-${n}`, user: { id: `user-${n}` } }
    return { kind: 'Flood', at: START - DAY + n * 1000, ...values, ...fields }
  }
  async function sendFlood(count: number, fields: Partial<FedEvent> = {}): Promise<void> {
    for (let from = 0; from < count; from += BATCH) {
      await the.send(...Array.from({ length: BATCH }, (_, n) => flood(from + n, fields)))
    }
  }
  async function issueOf(kind: string): Promise<string> {
    return (await the.list()).find(({ title }) => title === `${kind}: it broke`)!.id
  }
  async function rowsOf(id: string): Promise<Record<string, number>> {
    const rows = await the.server.server.database.queries
      .selectFrom('issue_facet')
      .innerJoin('issue', 'issue.id', 'issue_facet.issue_id')
      .select((eb) => ['facet', eb.fn.countAll<number>().as('rows')])
      .where('issue.uid', '=', id)
      .groupBy('facet')
      .execute()
    return Object.fromEntries(rows.map(({ facet, rows }) => [facet, rows]))
  }
  /** Events by facet: those of the values listed, and the others. */
  function sums({ facets, facets_other: other }: IssueFacetsAnswer): [number, number][] {
    const sum = (values: { count: number }[]) => values.reduce((all, { count }) => all + count, 0)
    return [
      [sum(facets.environments), other?.environments ?? 0],
      [sum(facets.releases), other?.releases ?? 0],
    ]
  }

  test('the values kept are bounded, and their events and the rest add up', async () => {
    const { environment, release } = await rowsOf(flooded)
    expect(environment).toBeGreaterThan(500)
    expect(environment).toBeLessThanOrEqual(MOST_ROWS)
    expect(release).toBeGreaterThan(500)
    expect(release).toBeLessThanOrEqual(MOST_ROWS)
    const issue = await the.get<IssueDetail>(flooded)
    expect([issue.event_count, issue.unique_user_count]).toEqual([FLOOD + 41, FLOOD + 1])
    for (const [listed, other] of sums(issue)) {
      expect(listed).toBeGreaterThanOrEqual(50)
      expect(listed + other).toBe(issue.event_count)
    }
    expect(await the.get(`${flooded}/facets`)).toEqual({
      facets: issue.facets,
      facets_other: issue.facets_other,
    })
  })

  test('a frequent value is exact and the newest one is there, however many came between', async () => {
    const { facets } = await the.get<IssueDetail>(flooded)
    expect(facets.releases[0]).toEqual({ value: 'shop@stable', count: 40 })
    const { releases, seen } = await the.get<IssueReleasesAnswer>(`${flooded}/releases?events=true`)
    expect(seen?.find(({ release }) => release === 'shop@stable')?.event_count).toBe(40)
    expect(releases.slice(0, 2)).toEqual(['shop@newest', `shop@1.0.${FLOOD - 1}`])
    expect(releases).toContain('shop@stable')
    const { release_count, release_count_capped } = await the.get<IssueDetail>(flooded)
    expect([release_count, release_count_capped]).toEqual([releases.length, true])
    expect(releases).not.toContain('')
  })

  test('a release is completed by its beginning, and by that of its version', async () => {
    const completed = async (prefix: string) => {
      const asked = new URLSearchParams({ key: 'release', prefix, limit: '2' })
      const { values } = await the.client.get<CompletionAnswer>(`/api/v1/search/values?${asked}`)
      return values.map(({ value }) => value)
    }
    expect(await completed('NEW')).toEqual(['shop@newest'])
    expect(await completed('SHOP@new')).toEqual(['shop@newest'])
    expect(await completed('1.0.7')).toEqual(['shop@1.0.799', 'shop@1.0.798'])
    expect(await completed('.0.7')).toEqual([])
  })

  test('a search finds the issue by values that are kept, and not by those that were folded', async () => {
    expect(await the.kinds('release:shop@stable')).toEqual(['Flood'])
    expect(await the.kinds('env:newest')).toEqual(['Flood'])
    expect(await the.kinds('release:shop@1.0.100')).toEqual([])
    expect(await the.kinds('!release:shop@1.0.100')).toContain('Flood')
    expect([await the.kinds('release:""'), await the.kinds('env:""')]).toEqual([[], []])
  })

  test('completions name values of events only', async () => {
    const path = `/api/v1/search/values?project_id=${the.project.projectUid}&limit=50&prefix=&key=`
    for (const key of ['env', 'release']) {
      const { values } = await the.client.get<{ values: { value: string }[] }>(path + key)
      expect(values.length).toBeGreaterThan(5)
      expect(values.map(({ value }) => value)).not.toContain('')
    }
  })

  test('issues with few values have no rest', async () => {
    const parent = await the.get<IssueDetail>(the.parent)
    expect(parent).not.toHaveProperty('facets_other')
    expect(parent).not.toHaveProperty('release_count_capped')
  })

  test('a folded value that comes back is counted from then on, and every number still follows', async () => {
    const before = await the.get<IssueDetail>(flooded)
    await sendFlood(BATCH)
    const after = await the.get<IssueDetail>(flooded)
    expect(after.event_count).toBe(before.event_count + BATCH)
    for (const [listed, other] of sums(after)) expect(listed + other).toBe(after.event_count)
    expect((await verified()).differences).toEqual([])
  })

  test('events of one instant: the values the issue shows stay', async () => {
    await sendFlood(FLOOD, { kind: 'Instant', at: START })
    const id = await issueOf('Instant')
    const issue = await the.get<IssueDetail>(id)
    expect((await rowsOf(id)).release).toBeLessThanOrEqual(MOST_ROWS)
    const { releases } = await the.get<IssueReleasesAnswer>(`${id}/releases`)
    expect(releases).toContain(issue.release)
    expect((await verified()).differences).toEqual([])
  })

  test('merged and split, the parts add up; the parent is folded by events of its own and of others', async () => {
    const instant = await issueOf('Instant')
    await the.merge(instant, flooded)
    await sendFlood(BATCH)
    await sendFlood(BATCH, { kind: 'Instant', at: START })
    const family = await the.get<IssueDetail>(instant)
    for (const [listed, other] of sums(family)) expect(listed + other).toBe(family.event_count)
    expect(family.facets.releases[0]).toEqual({ value: 'shop@stable', count: 40 })
    for (const id of [instant, flooded]) expect((await rowsOf(id)).release).toBeLessThanOrEqual(MOST_ROWS)
    expect((await verified()).differences).toEqual([])
    await the.split(instant, flooded)
    const alone = await the.get<IssueDetail>(flooded)
    for (const [listed, other] of sums(alone)) expect(listed + other).toBe(alone.event_count)
    expect((await verified()).differences).toEqual([])
  })

  test('verify names a rest that counts less than what it stands for', async () => {
    const { database } = the.server.server
    const undone = new Error('undone')
    let found: Verification | undefined
    await database
      .transaction(async (tx) => {
        await sql`UPDATE issue_facet SET event_count = 1 WHERE facet = 'release' AND value = ''`.execute(tx)
        found = await verifyDatabase(tx)
        throw undone
      })
      .catch((error) => expect(error).toBe(undone))
    expect(found!.differences.map(({ check }) => check)).toContain('facet.release')
  })

  test('after retention every number still follows', async () => {
    const { database } = the.server.server
    const clock = () => START + 90 * DAY
    await sweepAllowed({ database, clock })
    const issue = await the.get<IssueDetail>(flooded)
    expect(issue.evicted_event_count).toBeGreaterThan(0)
    for (const [listed, other] of sums(issue)) expect(listed + other).toBe(issue.event_count)
    expect((await verified()).differences).toEqual([])
  })
})

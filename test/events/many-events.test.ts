import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { EventDetail } from '#contract/event/detail.ts'
import type { EventPage } from '#contract/event/event.ts'
import type { Database } from '#storage/engine/database.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

/** More than are looked at to count those of a release. */
const MANY = 60_000

describeOn(ENGINES, 'An issue with many events is read page by page', (engine) => {
  const fixture = issueServer(engine)
  let issue: { id: number; uid: string }

  beforeAll(async () => {
    const { database } = fixture.server
    const project = await seedProject(database, fixture.org, 'shop')
    issue = await seedIssue(database, { project, title: 'root', events: [{ at: START, release: '1.0' }] })
    await addEvents(database, project, issue.id)
  })

  const page = (query: string) => fixture.client.get<EventPage>(`/api/v1/issues/${issue.uid}/events?${query}`)
  const secondsAgo = ({ events }: EventPage) =>
    events.map(({ occurred_at }) => (START - Date.parse(occurred_at)) / 1000)

  test('far pages have the events of their place, which say it too', async () => {
    const far = await page('limit=2&offset=50000')
    expect(secondsAgo(far)).toEqual([50_000, 50_001])
    expect(far).toMatchObject({ total: MANY + 1, has_more: true })
    const { position } = await fixture.client.get<EventDetail>(`/api/v1/events/${far.events[1]!.id}`)
    expect(position).toBe(50_002)
    expect(secondsAgo(await page(`limit=2&offset=${MANY - 1}`))).toEqual([MANY - 1, MANY])
    expect((await page(`limit=2&offset=${MANY + 1}`)).events).toEqual([])
  })

  test('those of a release are counted exactly, or up to a number that says so', async () => {
    // Every second one, and the first.
    const ofRelease = { total: MANY / 2 + 1, has_more: true }
    expect(await page('release=1.0&limit=1')).toMatchObject(ofRelease)
    expect(await page('release=1.0&limit=1')).not.toHaveProperty('total_capped')
    const { queries } = fixture.server.database
    const oneEvicted = sql`UPDATE issue SET event_count = event_count + 1, evicted_event_count = 1 WHERE id = ${issue.id}`
    await oneEvicted.execute(queries)
    const capped = await page('release=1.0&limit=1')
    expect(capped).toMatchObject({ total_capped: true, has_more: true })
    expect(capped.total).toBeGreaterThan(20_000)
    expect(capped.total).toBeLessThan(MANY / 2)
    const beyond = await page('release=1.0&limit=2&offset=29990')
    expect(secondsAgo(beyond)).toEqual([59_980, 59_982])
    expect(beyond.total).toBeGreaterThan(29_992)
    const last = await page('release=1.0&limit=50&offset=29990')
    expect(last).toMatchObject({ total: MANY / 2 + 1, has_more: false })
  })
})

/** Adds events to the issue as the pipeline would: one each second before `START`, every other one of release 1.0. */
async function addEvents(database: Database, project: SeedProject, issueId: number): Promise<void> {
  const { orgId, projectId } = project
  const id = database.dialect === 'sqlite' ? sql`randomblob(16)` : sql`decode(md5(n::text), 'hex')`
  await sql`INSERT INTO event (seq, org_id, project_id, issue_id, event_id, occurred_at, received_at, level, environment,
      release, platform)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${sql.lit(MANY)})
    SELECT 1000000 + n, ${sql.lit(orgId)}, ${sql.lit(projectId)}, ${sql.lit(issueId)}, ${id}, ${sql.lit(START)} - n * 1000,
      ${sql.lit(START)}, 'error', 'production', CASE WHEN n % 2 = 0 THEN '1.0' ELSE '1.1' END, 'node'
    FROM numbers`.execute(database.queries)
  await database.queries.deleteFrom('issue_hour').where('issue_id', '=', issueId).execute()
  await sql`INSERT INTO issue_hour (org_id, issue_id, hour, event_count, stored_event_count)
    SELECT org_id, issue_id, occurred_at / ${sql.lit(HOUR)}, count(*), count(*) FROM event
    WHERE issue_id = ${issueId} GROUP BY 1, 2, 3`.execute(database.queries)
  const facet = { org_id: orgId, issue_id: issueId, facet: 'release', event_count: MANY / 2 }
  const span = { first_seen_at: START - MANY * 1000, last_seen_at: START }
  await database.queries
    .updateTable('issue_facet')
    .set({ event_count: MANY / 2 + 1, ...span })
    .where('issue_id', '=', issueId)
    .where('facet', '=', 'release')
    .execute()
  await database.queries
    .insertInto('issue_facet')
    .values({ ...facet, value: '1.1', ...span })
    .execute()
  await database.queries
    .updateTable('issue')
    .set({ event_count: MANY + 1, stored_event_count: MANY + 1, first_seen_at: span.first_seen_at })
    .where('id', '=', issueId)
    .execute()
}

import { beforeAll, expect, test } from 'vitest'
import type { IssueSummary } from '#contract/issue/issue.ts'
import type { Timeline } from '#contract/issue/timeline.ts'
import { bulkInsert, bulkWrite } from '#storage/engine/bulk-write.ts'
import type { Queries } from '#storage/engine/scope.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedEvent, type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { sweepAllowed } from '../support/database/sweep-retention.ts'
import { DAY, HOUR, issueServer, START } from '../support/server/issue-server.ts'

const MINUTE = HOUR / 60
/** As the pipeline writes the counters of a batch. */
const ADD_TO_HOUR = bulkInsert(
  'issue_hour',
  ['org_id', 'issue_id', 'hour', 'event_count', 'stored_event_count'].map(
    (name) => [name, 'bigint'] as const,
  ),
  'ON CONFLICT (org_id, issue_id, hour) DO UPDATE SET event_count = issue_hour.event_count + excluded.event_count',
)

describeOn(ENGINES, 'What is left of events that are gone after a sweep', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let now = START

  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
  })

  /** A day later than the sweep before, and as if it were the first: issues of a test are older than the one before. */
  async function sweep(): Promise<void> {
    now += DAY
    await db().updateTable('project').set({ folded_to: null }).execute()
    await sweepAllowed({ database: fixture.server.database, clock: () => now })
  }
  async function newIssue(events: SeedEvent[]): Promise<{ id: number; uid: string }> {
    const title = `Error: ${crypto.randomUUID()}`
    return seedIssue(fixture.server.database, { project, title, events })
  }
  const ofAge = (days: number, extra: Partial<SeedEvent> = {}): SeedEvent => ({
    at: START - days * DAY,
    ...extra,
  })
  function db(): Queries {
    return fixture.server.database.queries
  }
  async function countOf(
    table: 'issue_hour' | 'issue_day' | 'issue_preview',
    issueId: number,
  ): Promise<number> {
    const rows = await db().selectFrom(table).selectAll().where('issue_id', '=', issueId).execute()
    return rows.length
  }
  async function timeline(uid: string): Promise<Timeline> {
    return fixture.client.get(`/api/v1/issues/${uid}/timeline?window=all`)
  }
  /** What is seeded has neither documents nor keys, but every number of it has to add up. */
  async function expectNothingWrong(): Promise<void> {
    const { differences } = await verifyDatabase(db())
    const numbers = /^(hour|day|facet|email|release|family|orphans|issue\.\w+_(count|at))/
    expect(differences.filter(({ check }) => numbers.test(check))).toEqual([])
  }

  test('old hours become one row a day and old days one row in 30; every sum and the days of the last year stay', async () => {
    const noon = START - (START % DAY) + DAY / 2
    const events = [500, 499, 460, 459, 458, 200, 199, 100, 20].flatMap((days) =>
      [0, 1, 2, 3].map((hour) => ({ at: noon - days * DAY + hour * HOUR, countedOnly: hour === 3 })),
    )
    const { id, uid } = await newIssue(events)
    const before = await timeline(uid)
    await sweep()
    const after = await timeline(uid)
    const sums = {
      event_count: 36,
      stored_event_count: 3,
      counted_only_event_count: 9,
      evicted_event_count: 24,
    }
    expect(after).toMatchObject(sums)
    // Half a day of the first 30 days, three of days; of the next 30 days one; then one a day; hours where events are.
    expect(await countOf('issue_hour', id)).toBe(4 + 1 + 1 + 3 + 4)
    expect(await countOf('issue_day', id)).toBe(2 + 1 + 3 + 1)
    const counts = (of: Timeline) => of.buckets.slice(-400).map(({ start, count }) => [start, count])
    expect(counts(after)).toEqual(counts(before))
    await expectNothingWrong()
    await sweep()
    expect(await timeline(uid)).toMatchObject(sums)
  })

  test('what an issue said is found as long as events of that time are stored', async () => {
    const { id, uid } = await newIssue([ofAge(100), ofAge(1)])
    const said = (days: number, text: string) => ({
      org_id: fixture.org.orgId,
      issue_id: id,
      shape: days,
      text,
      seen_day: Math.floor((START - days * DAY) / DAY),
    })
    const rows = [said(100, 'said long ago'), said(20, 'said this month')]
    await db().insertInto('issue_message').values(rows).execute()
    const found = async (q: string) => {
      const path = `/api/v1/issues?window=90d&q=${encodeURIComponent(q)}`
      const { issues } = await fixture.client.get<{ issues: { id: string }[] }>(path)
      return issues.map((issue) => issue.id)
    }
    expect(await found('"said long ago"')).toEqual([uid])
    await sweep()
    expect(await found('"said long ago"')).toEqual([])
    expect(await found('"said this month"')).toEqual([uid])
    await expectNothingWrong()
  })

  test('an issue without any event for half a year goes, unless someone ever touched it', async () => {
    const old: { id: number; uid: string }[] = []
    while (old.length < 7) old.push(await newIssue([ofAge(200), ofAge(190, { countedOnly: true })]))
    const [forgotten, resolved, reopened, commented, assigned, merged, snoozed] = old
    const recent = await newIssue([ofAge(200), ofAge(170)])
    const { client } = fixture
    const path = ({ uid }: { uid: string }) => `/api/v1/issues/${uid}`
    await client.request('PATCH', path(resolved!), { status: 'resolved' })
    await client.request('PATCH', path(reopened!), { status: 'ignored' })
    await client.request('PATCH', path(reopened!), { status: 'unresolved' })
    await client.request('POST', `${path(commented!)}/comments`, { body: 'Only on Sundays' })
    const { user } = await client.get<{ user: { id: string } }>('/api/v1/auth/me')
    await client.request('PATCH', path(assigned!), { assignee_id: user.id })
    await client.request('POST', `${path(snoozed!)}/snooze`, { mode: 'hours' })
    const ids = { canonical_id: merged!.uid, merge_ids: [recent.uid] }
    expect((await client.request('POST', '/api/v1/issues/merge', ids)).status).toBe(200)
    await sweep()
    // The events went with the first sweep; the next one sees that none is stored.
    await sweep()
    const statuses = await Promise.all(
      [forgotten, resolved, reopened, commented, assigned, merged, snoozed].map(async (issue) => {
        const { status } = await client.request('GET', path(issue!))
        return status
      }),
    )
    expect(statuses).toEqual([404, 200, 200, 200, 200, 200, 200])
    await expectNothingWrong()
  })

  test('an issue that never rests is no longer found by people who had only events that are gone', async () => {
    const email = (of: string) => ({ email: `${of}@example.com` })
    const { uid } = await newIssue([
      ofAge(120, email('gone')),
      ofAge(120, email('back')),
      ofAge(3, email('back')),
    ])
    await sweep()
    const found = async (address: string) => {
      const query = encodeURIComponent(`user.email:${address}`)
      const page = await fixture.client.get<{ issues: IssueSummary[] }>(
        `/api/v1/issues?q=${query}&window=90d`,
      )
      return page.issues.map(({ id }) => id)
    }
    expect(await found('gone@example.com')).toEqual([])
    expect(await found('back@example.com')).toEqual([uid])
    await expectNothingWrong()
  })

  test('a busy issue keeps its 1,000 latest shapes, one whose events are gone none', async () => {
    const [busy, resting] = [await newIssue([ofAge(120), ofAge(1)]), await newIssue([ofAge(120)])]
    const { orgId, projectId } = project
    for (const { id } of [busy, resting]) {
      const links = Array.from({ length: 1_200 }, (_, n) => ({
        ...{ org_id: orgId, project_id: projectId, issue_id: id },
        ...{ preview: `${id}-${n}`, linked_day: n },
      }))
      await db().insertInto('issue_preview').values(links).execute()
    }
    await sweep()
    expect(await countOf('issue_preview', resting.id)).toBe(0)
    const left = await db()
      .selectFrom('issue_preview')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('linked_day').as('first')])
      .where('issue_id', '=', busy.id)
      .executeTakeFirstOrThrow()
    expect(left).toEqual({ count: 1_000, first: 200 })
  })

  test('releases go that nothing names; those of issues, files and people stay', async () => {
    const of = { org_id: project.orgId, project_id: project.projectId }
    await newIssue([ofAge(120, { release: 'named' }), ofAge(1)])
    const measured = await newIssue([ofAge(120), ofAge(1)])
    const columns = { status: 'resolved', resolved_at: 1, resolved_base_release: 'measure' } as const
    await db().updateTable('issue').set(columns).where('id', '=', measured.id).execute()
    const file = { id: 'f', version: 'has files', name: 'a.js', dist: '', size_bytes: 1, sha256: '' }
    await db()
      .insertInto('release_file')
      .values({ ...of, ...file, created_at: START, used_at: START })
      .execute()
    const releases = ['measure', 'has files', 'hidden', 'bogus'].map((version) => ({
      ...{ ...of, version, first_seen_at: START - 100 * DAY },
      hidden_at: version === 'hidden' ? START : null,
    }))
    await db().insertInto('release').values(releases).execute()
    await db()
      .insertInto('release')
      .values({ ...of, version: 'recent', first_seen_at: START - 10 * DAY })
      .execute()
    await sweep()
    const left = await db().selectFrom('release').select('version').orderBy('version').execute()
    expect(left.map(({ version }) => version)).toEqual(['has files', 'hidden', 'measure', 'named', 'recent'])
    await db().deleteFrom('release_file').execute()
  })

  test('events that are counted while it is folded are counted once', async () => {
    const events = Array.from({ length: 300 }, (_, n) => ({ at: START - 120 * DAY - n * 20 * MINUTE }))
    const { id, uid } = await newIssue(events)
    const { database } = fixture.server
    const hour = Math.floor((START - 122 * DAY) / HOUR)
    const late = Array.from({ length: 20 }, () =>
      database.transaction(async (tx) => {
        await tx.selectFrom('issue').select('id').where('id', '=', id).forUpdate().execute()
        const row = { org_id: project.orgId, issue_id: id, hour, event_count: 1, stored_event_count: 0 }
        await bulkWrite({ db: tx }, ADD_TO_HOUR, [Object.values(row)])
      }),
    )
    await Promise.all([sweep(), ...late])
    expect((await timeline(uid)).event_count).toBe(320)
  })
})

import { beforeAll, expect, test } from 'vitest'
import type { RetentionOutcome } from '#actions/upkeep/retention.ts'
import type { EventPage } from '#contract/event/event.ts'
import type { IssueFeedbackAnswer } from '#contract/event/feedback.ts'
import type { IssueSummary } from '#contract/issue/issue.ts'
import type { Timeline } from '#contract/issue/timeline.ts'
import { uuidToBytes } from '#domain/text/uuid.ts'
import { insertFeedback } from '#storage/event/feedback.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedEvent, type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { seedAlert } from '../support/database/seed-alert.ts'
import { sweepAllowed } from '../support/database/sweep-retention.ts'
import { DAY, HOUR, issueServer, START } from '../support/server/issue-server.ts'

const DEFAULT_DAYS = 90

describeOn(ENGINES, 'Retention with stored issues', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject

  beforeAll(async () => {
    project = await newProject(null)
  })

  async function newProject(retentionDays: number | null): Promise<SeedProject> {
    const name = `p${crypto.randomUUID()}`
    const made = await seedProject(fixture.server.database, fixture.org, name)
    await fixture.client.request('PATCH', `/api/v1/projects/${made.projectUid}`, {
      retention_days: retentionDays,
    })
    return made
  }
  async function newIssue(events: SeedEvent[], of = project): Promise<{ id: number; uid: string }> {
    const title = `Error: ${crypto.randomUUID()}`
    return seedIssue(fixture.server.database, { project: of, title, events })
  }
  /** What the service does once an hour. */
  function sweep(goesOn = async (): Promise<boolean> => true): Promise<RetentionOutcome> {
    const { database, clock } = fixture.server
    return sweepAllowed({ database, clock, retentionDays: DEFAULT_DAYS, goesOn })
  }
  async function read(id: string): Promise<IssueSummary> {
    return fixture.client.get(`/api/v1/issues/${id}`)
  }
  async function timeline(id: string): Promise<Timeline> {
    return fixture.client.get(`/api/v1/issues/${id}/timeline?window=all`)
  }
  async function events(id: string): Promise<EventPage> {
    return fixture.client.get(`/api/v1/issues/${id}/events?limit=200`)
  }
  /** event_count = stored + counted only + evicted: of the issue, of its hours, and of what can be read. */
  async function expectLedger(id: string): Promise<IssueSummary> {
    const [issue, time, page] = await Promise.all([read(id), timeline(id), events(id)])
    const sums = (of: IssueSummary | Timeline) => [
      of.event_count,
      of.stored_event_count,
      of.counted_only_event_count,
      of.evicted_event_count,
    ]
    expect(sums(time)).toEqual(sums(issue))
    for (const row of time.buckets) {
      expect(row.stored + row.counted_only + row.evicted).toBe(row.count)
      expect(Math.min(row.stored, row.counted_only, row.evicted)).toBeGreaterThanOrEqual(0)
    }
    expect(page.total).toBe(issue.stored_event_count)
    return issue
  }
  const ofAge = (days: number, extra: Partial<SeedEvent> = {}): SeedEvent => ({
    at: START - days * DAY - HOUR,
    ...extra,
  })

  test('event_count = stored + counted only + evicted, per issue and per hour; the counts stay', async () => {
    const { uid } = await newIssue([
      ofAge(100, { userId: 'a' }),
      ofAge(95, { countedOnly: true }),
      ofAge(91, { userId: 'b' }),
      ofAge(10, { userId: 'c' }),
      ofAge(1, { countedOnly: true }),
    ])
    const before = await expectLedger(uid)
    await sweep()
    const after = await expectLedger(uid)
    expect(after).toEqual({ ...before, stored_event_count: 1, evicted_event_count: 2 })
    expect(after).toMatchObject({ event_count: 5, counted_only_event_count: 2, unique_user_count: 3 })
  })

  test('SVC_RETENTION_DAYS (90); the retention_days of a project override it', async () => {
    const [short, long] = [await newProject(7), await newProject(365)]
    const ages = [400, 200, 30, 1]
    const ids: { uid: string }[] = []
    for (const of of [short, project, long]) {
      const issue = await newIssue(
        ages.map((days) => ofAge(days)),
        of,
      )
      ids.push(issue)
    }
    await sweep()
    const kept = await Promise.all(ids.map(({ uid }) => events(uid).then(({ total }) => total)))
    expect(kept).toEqual([1, 2, 3])
  })

  test('an event goes when it is older, to the millisecond', async () => {
    const cutoff = fixture.server.clock() - DEFAULT_DAYS * DAY
    const { uid } = await newIssue([{ at: cutoff - 1 }, { at: cutoff + HOUR }])
    await sweep()
    expect((await expectLedger(uid)).stored_event_count).toBe(1)
  })

  test('an issue without any stored event stays, and can be read', async () => {
    const { uid } = await newIssue([ofAge(200), ofAge(180)])
    await sweep()
    expect(await expectLedger(uid)).toMatchObject({
      event_count: 2,
      stored_event_count: 0,
      evicted_event_count: 2,
    })
    expect((await events(uid)).events).toEqual([])
  })

  test('evicts in bounded steps, the counts exact after each; what is stopped goes on later', async () => {
    const many = Array.from({ length: 4_500 }, (_, n) => ofAge(120, { at: START - 120 * DAY - n * 60_000 }))
    const { uid } = await newIssue([...many, ofAge(1)])
    const steps: number[] = []
    let allowed = 1
    const goesOn = async () => {
      steps.push((await expectLedger(uid)).evicted_event_count)
      allowed -= 1
      return allowed > 0
    }
    expect(await sweep(goesOn)).toMatchObject({ events: 1_000 })
    allowed = 100
    expect(await sweep(goesOn)).toMatchObject({ events: 3_500 })
    expect(steps).toEqual([1_000, 2_000, 3_000, 4_000, 4_500])
    expect(await sweep()).toEqual({ events: 0, other: 0 })
  })

  test('two nodes that sweep at once evict each event once', async () => {
    const ids: { uid: string }[] = []
    for (let issue = 0; issue < 30; issue++) {
      ids.push(await newIssue(Array.from({ length: 20 }, (_, n) => ofAge(100 + n))))
    }
    const outcomes = await Promise.all([sweep(), sweep(), sweep()])
    expect(outcomes.reduce((sum, { events }) => sum + events, 0)).toBe(600)
    for (const { uid } of ids) expect((await expectLedger(uid)).evicted_event_count).toBe(20)
  })

  test('the numbers of a merged family: what leaves a child or the root leaves what the root shows', async () => {
    const root = await newIssue([ofAge(120), ofAge(100), ofAge(5)])
    const child = await newIssue([ofAge(110), ofAge(2), ofAge(2, { countedOnly: true })])
    const ids = { canonical_id: root.uid, merge_ids: [child.uid] }
    expect((await fixture.client.request('POST', '/api/v1/issues/merge', ids)).status).toBe(200)
    await sweep()
    expect(await expectLedger(root.uid)).toMatchObject({
      event_count: 6,
      stored_event_count: 2,
      counted_only_event_count: 1,
      evicted_event_count: 3,
    })
    await fixture.client.request('POST', '/api/v1/issues/split', {
      canonical_id: root.uid,
      split_ids: [child.uid],
    })
    const numbers = { event_count: 3, stored_event_count: 1 }
    expect(await expectLedger(root.uid)).toMatchObject({ ...numbers, evicted_event_count: 2 })
    expect(await expectLedger(child.uid)).toMatchObject({ ...numbers, evicted_event_count: 1 })
  })

  test('documents go with their events, dictionaries with the last document that needs them', async () => {
    const { queries } = fixture.server.database
    const [emptied, kept] = [
      await newIssue([ofAge(100, { payload: { a: 1 } })]),
      await newIssue([ofAge(100, { payload: { a: 1 } }), ofAge(1, { payload: { a: 2 } })]),
    ]
    for (const { id } of [emptied, kept]) {
      const row = { org_id: project.orgId, issue_id: id, data: Buffer.from('x'), created_at: START }
      const dictionary = await queries
        .insertInto('payload_dictionary')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow()
      await queries
        .updateTable('event_payload')
        .set({ dictionary_id: dictionary.id })
        .where('seq', 'in', (eb) => eb.selectFrom('event').select('event.seq').where('issue_id', '=', id))
        .execute()
    }
    await sweep()
    const dictionaries = await queries
      .selectFrom('payload_dictionary')
      .select('issue_id')
      .where('issue_id', 'in', [emptied.id, kept.id])
      .execute()
    expect(dictionaries).toEqual([{ issue_id: kept.id }])
    const orphans = await queries
      .selectFrom('event_payload')
      .select('seq')
      .where('seq', 'not in', (eb) => eb.selectFrom('event').select('event.seq'))
      .execute()
    expect(orphans).toEqual([])
  })

  test('with its last event an issue is no longer found by the address of a person', async () => {
    const { uid } = await newIssue([ofAge(100, { email: 'gone@example.com' })])
    const { uid: other } = await newIssue([ofAge(1, { email: 'gone@example.com' })])
    await sweep()
    const found = await fixture.client.get<{ issues: IssueSummary[] }>(
      '/api/v1/issues?q=user.email:gone@example.com&window=90d',
    )
    expect(found.issues.map((issue) => issue.id)).toEqual([other])
    expect((await read(uid)).unique_user_count).toBe(1)
  })

  test('feedback, dead letters and alerts go at the age of events, each by its own', async () => {
    const { database } = fixture.server
    const { orgId, projectId } = project
    const eventId = Buffer.alloc(16, 7)
    const person = { name: '', email: '', comments: 'It broke' }
    for (const age of [100, 80]) {
      const at = START - age * DAY
      const of = { org_id: orgId, project_id: projectId, event_id: eventId, created_at: at }
      await database.queries
        .insertInto('feedback')
        .values({ ...of, ...person, id: crypto.randomUUID() })
        .execute()
      await database.queries
        .insertInto('dead_letter')
        .values({ ...of, issue_id: null, reason: 'x', received_at: at, meta: '{}', body: null })
        .execute()
      await seedAlert(database, project, { at, title: `${age} days` })
    }
    expect(await sweep()).toEqual({ events: 0, other: 3 })
    for (const [table, column] of [
      ['feedback', 'created_at'],
      ['dead_letter', 'created_at'],
      ['alert', 'fired_at'],
    ] as const) {
      const left = await database.queries
        .selectFrom(table)
        .select(column as never)
        .where('org_id', '=', orgId)
        .execute()
      expect([table, left]).toEqual([table, [{ [column]: START - 80 * DAY }]])
    }
  })

  test('feedback about an evicted event stays with its issue', async () => {
    const [old, recent] = [crypto.randomUUID(), crypto.randomUUID()]
    const { uid } = await newIssue([ofAge(200, { eventId: old }), ofAge(1, { eventId: recent })])
    const said = [old, recent, crypto.randomUUID()].map((eventId, n) => ({
      ...{ id: crypto.randomUUID(), projectId: project.projectId, waitsUntil: null },
      ...{ eventId: Buffer.from(uuidToBytes(eventId)), name: '', email: '', comments: eventId },
      createdAt: START - n,
    }))
    await insertFeedback(fixture.server.database.scope(fixture.org), said)
    await sweep()
    const { feedback } = await fixture.client.get<IssueFeedbackAnswer>(`/api/v1/issues/${uid}/feedback`)
    expect(feedback.map(({ comments, is_event_stored }) => [comments, is_event_stored])).toEqual([
      [old, false],
      [recent, true],
    ])
  })

  test('the audit log keeps 400 days', async () => {
    const { queries } = fixture.server.database
    const entry = {
      org_id: project.orgId,
      actor_kind: 'system',
      actor_id: null,
      actor_name: '',
      ip: '',
      action: 'project.changed',
      target_kind: 'project',
      target_id: '',
      details: '{}',
    } as const
    for (const age of [500, 401, 399, 0]) {
      await queries
        .insertInto('audit_entry')
        .values({ ...entry, at: START - age * DAY, target_name: `age ${age}` })
        .execute()
    }
    await sweep()
    const left = await queries
      .selectFrom('audit_entry')
      .select('target_name')
      .where('target_name', 'like', 'age %')
      .execute()
    expect(left.map((entry) => entry.target_name)).toEqual(['age 399', 'age 0'])
  })
})

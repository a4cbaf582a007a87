import { beforeAll, expect, test } from 'vitest'
import { projectUsage } from '#actions/projects/project-usage.ts'
import { sweepDeleted } from '#actions/upkeep/sweep-deleted.ts'
import type { ProjectUsage } from '#contract/project/ingest.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedOrg, seedProject } from '../support/database/seed.ts'
import { sweepAllowed } from '../support/database/sweep-retention.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { openPlanProbe } from '../support/plan-probe/open-plan-probe.ts'
import { DAY, HOUR, issueServer, START } from '../support/server/issue-server.ts'

/** More than are deleted at once. */
const MANY = 2_100

describeOn(ENGINES, 'The usage of a project follows what happens to its issues', (engine) => {
  const fixture = issueServer(engine)
  let feed: PipelineFeed

  beforeAll(async () => {
    feed = await PipelineFeed.start(fixture.server.database)
  })

  /** With an issue `A` of 5 events, 2 of them not stored, and an issue `B` of 3, over two hours and five days. */
  async function newProject(): Promise<{ project: SeedProject; a: string; b: string }> {
    const project = await seedProject(fixture.server.database, fixture.org, `p${crypto.randomUUID()}`)
    const of = (kind: string, at: number, countedOnly = false) => ({ kind, at, countedOnly })
    await feed.send(project, [of('A', START), of('A', START - HOUR), of('B', START)])
    await feed.send(project, [of('A', START, true), of('A', START - 5 * DAY, true)])
    await feed.send(project, [of('A', START), of('B', START - HOUR), of('B', START - 5 * DAY)])
    const issues = await fixture.client.allIssues(project.projectUid)
    const [a, b] = ['A: it broke', 'B: it broke'].map(
      (title) => issues.find((one) => one.title === title)!.id,
    )
    return { project, a: a!, b: b! }
  }
  /** Events of the last two hours, and those of a day and of a week that were not stored. */
  async function usageOf({ projectUid }: SeedProject): Promise<number[]> {
    const path = `/api/v1/projects/${projectUid}/usage`
    const { last_24h: hours, dropped } = await fixture.client.get<ProjectUsage>(path)
    const lost = dropped.find(({ reason }) => reason === 'counted_only')
    const recent = hours.slice(-2).map(({ accepted }) => accepted)
    expect(hours.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(recent[0]! + recent[1]!)
    return [...recent, lost?.last_24h ?? 0, lost?.last_7d ?? 0]
  }
  async function change(method: string, path: string, body: unknown): Promise<void> {
    const { status } = await fixture.client.request(method, `/api/v1/issues/${path}`, body)
    expect(status).toBe(200)
  }
  async function expectNothingWrong(): Promise<void> {
    expect((await verifyDatabase(fixture.server.database.queries)).differences).toEqual([])
  }

  test('merging and splitting change nothing', async () => {
    const { project, a, b } = await newProject()
    expect(await usageOf(project)).toEqual([2, 4, 1, 2])
    await change('POST', 'merge', { canonical_id: b, merge_ids: [a] })
    expect(await usageOf(project)).toEqual([2, 4, 1, 2])
    await feed.send(project, [{ kind: 'A', at: START, countedOnly: true }])
    await expectNothingWrong()
    await change('POST', 'split', { canonical_id: b, split_ids: [a] })
    expect(await usageOf(project)).toEqual([2, 5, 2, 3])
    await expectNothingWrong()
  })

  test('a deleted issue takes its events along, at once and only once, large or merged', async () => {
    const { project, a, b } = await newProject()
    await change('POST', 'merge', { canonical_id: b, merge_ids: [a] })
    await change('DELETE', 'bulk', { ids: [a], action: 'delete' })
    expect(await usageOf(project)).toEqual([1, 1, 0, 0])
    await expectNothingWrong()
    const many = Array.from({ length: MANY }, () => ({
      kind: 'Large',
      at: START,
      countedOnly: true,
    }))
    await feed.send(project, many)
    expect((await usageOf(project))[1]).toBe(1 + many.length)
    const large = (await fixture.client.allIssues(project.projectUid)).find(({ id }) => id !== b)!.id
    await change('DELETE', 'bulk', { ids: [large], action: 'delete' })
    expect(await usageOf(project)).toEqual([1, 1, 0, 0])
    await expectNothingWrong()
    const { database, clock } = fixture.server
    await sweepDeleted({ database, clock, removeProjectFiles: async () => {}, goesOn: async () => true })
    expect(await usageOf(project)).toEqual([1, 1, 0, 0])
    await expectNothingWrong()
  })

  test('retention that removes the events changes nothing, and folding forgets hours nobody asks for', async () => {
    const { project } = await newProject()
    await feed.send(project, [{ kind: 'Old', at: START - 40 * DAY }])
    const { database } = fixture.server
    const of = database.queries.updateTable('project').where('id', '=', project.projectId)
    await of.set({ retention_days: 3, created_at: START - 50 * DAY }).execute()
    await sweepAllowed({ database, clock: () => START })
    expect(await usageOf(project)).toEqual([2, 4, 1, 2])
    await expectNothingWrong()
    const oldest = await database.queries
      .selectFrom('project_hour')
      .select((eb) => eb.fn.min<number>('hour').as('hour'))
      .where('project_id', '=', project.projectId)
      .executeTakeFirstOrThrow()
    expect(oldest.hour * HOUR).toBeGreaterThan(START - 6 * DAY)
    // Late ones are counted, in their issue.
    await feed.send(project, [{ kind: 'Old', at: START - 40 * DAY, receivedAt: START }])
    await expectNothingWrong()
  })

  test('it reads none of what grows with issues', async () => {
    let project!: SeedProject
    const probe = await openPlanProbe(engine, async (database) => {
      project = await seedProject(database, await seedOrg(database, 'Test'), 'shop')
      await seedIssue(database, { project, title: 'TypeError: x', events: [{ at: START }] })
    })
    try {
      const journal = { capUsed: async () => 0 }
      const config = { ingestHourlyCap: 1, retentionDays: 90 }
      const deps = { database: probe.database, clock: () => START, journal, config }
      const statements = await probe.statementsOf(() => projectUsage(deps, project, project.projectUid))
      const tables = statements.flatMap(([text]) => text.match(/(?<=from ")\w+/g) ?? [])
      expect(tables.sort()).toEqual(['project', 'project_drop', 'project_hour'])
    } finally {
      await probe.close()
    }
  })
})

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { IssueActivityAnswer } from '#contract/issue/activity.ts'
import { LIMITS, QUOTAS } from '#contract/limits.ts'
import { type Commit, keptCommits } from '#domain/release/commits.ts'
import {
  addRelease,
  changeCommits,
  commitsOf,
  projectsOfRelease,
  releaseNamedBefore,
} from '#storage/release/commits.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

const PER_INSERT = 1000

/** What members add to an issue by what they do, as often as they like (decision 0177). */
describeOn(ENGINES, 'history of an issue ends', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
  })

  async function newIssues(count: number) {
    const issues = []
    for (let n = 0; n < count; n++) {
      const issue = { project, title: `Error: ${n}`, events: [{ at: START - HOUR }] }
      issues.push(await seedIssue(fixture.server.database, issue))
    }
    return issues
  }
  async function rowsOf(table: 'issue_activity' | 'issue_fix' | 'issue_comment', id: number) {
    const { queries } = fixture.server.database
    return queries.selectFrom(table).select('id').where('issue_id', '=', id).orderBy('id').execute()
  }
  async function writeLines(id: number, count: number) {
    const line = {
      org_id: fixture.org.orgId,
      issue_id: id,
      at: START,
      actor_kind: 'user' as const,
      actor_id: null,
    }
    const lines = Array.from({ length: count }, () => ({
      ...line,
      kind: 'snoozed' as const,
      details: '{}',
    }))
    await fixture.server.database.queries.insertInto('issue_activity').values(lines).execute()
  }

  test('activity: at most 550 lines, and always the newest 500; of other issues nothing goes', async () => {
    const [busy, full, quiet] = await newIssues(3)
    for (const [issue, count] of [
      [busy!, 549],
      [full!, 550],
      [quiet!, 20],
    ] as const)
      await writeLines(issue.id, count)
    const ids = [busy!, full!, quiet!].map(({ uid }) => uid)
    const { body } = await fixture.client.request('PATCH', '/api/v1/issues/bulk', { ids, action: 'ignore' })
    expect(body).toEqual({ updated: 3 })
    const kept = await Promise.all([busy!, full!, quiet!].map(({ id }) => rowsOf('issue_activity', id)))
    expect(kept.map(({ length }) => length)).toEqual([550, LIMITS.activityShown, 21])
    for (const uid of ids.slice(0, 2)) {
      const path = `/api/v1/issues/${uid}/activity`
      const { activity } = await fixture.client.get<IssueActivityAnswer>(path)
      expect(activity).toHaveLength(LIMITS.activityShown)
      expect(activity[0]).toMatchObject({ kind: 'status_changed' })
    }
  })

  test('fixes: at most 150, and the current one stays', async () => {
    const [issue] = await newIssues(1)
    const resolve = (release: string) =>
      fixture.client.request('PATCH', `/api/v1/issues/${issue!.uid}`, {
        status: 'resolved',
        resolved_in_release: release,
      })
    for (let n = 0; n <= 151; n++) expect((await resolve(`r${n}`)).status).toBe(200)
    expect((await rowsOf('issue_fix', issue!.id)).length).toBeLessThanOrEqual(150)
    const shown = await fixture.client.get<{ fix: { release: string } }>(`/api/v1/issues/${issue!.uid}`)
    expect(shown.fix.release).toBe('r151')
  })

  test('comments: 409 past those of an organization, until one is deleted', async () => {
    const [issue] = await newIssues(1)
    const row = () => ({
      ...{
        uid: randomUUID(),
        org_id: fixture.org.orgId,
        issue_id: issue!.id,
        author_kind: 'user' as const,
      },
      ...{ author_id: '', body: 'x', created_at: START },
    })
    for (let n = 0; n < QUOTAS.commentsPerOrg - 1; n += PER_INSERT) {
      const length = Math.min(PER_INSERT, QUOTAS.commentsPerOrg - 1 - n)
      const rows = Array.from({ length }, row)
      await fixture.server.database.queries.insertInto('issue_comment').values(rows).execute()
    }
    const say = () =>
      fixture.client.request<{ id: string; message: string }>(
        'POST',
        `/api/v1/issues/${issue!.uid}/comments`,
        { body: 'one more' },
      )
    const last = await say()
    expect(last.status).toBe(201)
    const { status, body } = await say()
    expect([status, body.message]).toEqual([
      409,
      'An organization can have up to 100,000 comments. Delete some first.',
    ])
    await fixture.client.request('DELETE', `/api/v1/comments/${last.body.id}`)
    expect((await say()).status).toBe(201)
  })

  test('commits: those of the newest 200 releases of a project; of other projects nothing goes', async () => {
    const { database } = fixture.server
    const other = await seedProject(database, fixture.org, 'other')
    const key = project.projectId
    await database.inOrg(fixture.org, async (scope) => {
      await addRelease(scope, { projectId: other.projectId, version: '0' }, START - 1)
      for (let n = 0; n < 205; n++) await addRelease(scope, { projectId: key, version: String(n) }, START + n)
      await addRelease(scope, { projectId: key, version: '204' }, START + 999)
    })
    const name = (version: string, now: number, ...ids: string[]) =>
      database.inOrg(fixture.org, (scope) => {
        const commits = ids.map((id) => ({ id, message: '', author: '', at: null, files: [] }))
        const merge = (before: Commit[]) => keptCommits(commits, before)
        return changeCommits(scope, { projectId: key, version }, { now, merge })
      })
    await name('204', START, 'a')
    await name('203', START + 1, 'b')
    await name('203', START + 2, 'c')
    const scope = database.scope(fixture.org)
    expect((await commitsOf(scope, { projectId: key, version: '203' })).map(({ id }) => id)).toEqual([
      'c',
      'b',
    ])
    expect(await commitsOf(scope, { projectId: key, version: '4' })).toEqual([])
    expect(await projectsOfRelease(scope, '0')).toEqual([other.projectId])
    expect(await projectsOfRelease(scope, '5')).toEqual([key])
    const previous = (version: string) => releaseNamedBefore(scope, [key], version)
    expect(await previous('5')).toMatchObject({
      version: '203',
      createdAt: START + 203,
      newest: { id: 'c' },
    })
    expect(await previous('203')).toMatchObject({ version: '204', newest: { id: 'a' } })
    expect(await releaseNamedBefore(scope, [other.projectId], '5')).toBeUndefined()
    // The clock was ahead, and was set back.
    await database.inOrg(fixture.org, (own) => addRelease(own, { projectId: key, version: 'new' }, START - 9))
    await name('new', START + 3, 'd')
    expect(await commitsOf(scope, { projectId: key, version: 'new' })).toMatchObject([{ id: 'd' }])
  })
})

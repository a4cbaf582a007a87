import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { AuditPage } from '#contract/account/audit.ts'
import type { IssueActivityAnswer } from '#contract/issue/activity.ts'
import type { IssueComment } from '#contract/issue/comment.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

const ROUNDS = 5

describeOn(ENGINES, 'what several requests change at once is noted once', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
  })

  async function newIssue(release: string): Promise<string> {
    const issue = { project, title: 'Error: it broke', events: [{ at: START - HOUR, release }] }
    return (await seedIssue(fixture.server.database, issue)).uid
  }
  async function sixTimes(method: string, path: string, body?: unknown) {
    const asked = Array.from({ length: 6 }, () => fixture.client.request(method, path, body))
    return (await Promise.all(asked)).map(({ status }) => status).sort()
  }
  async function audited(action: string) {
    const { entries } = await fixture.client.get<AuditPage>('/api/v1/audit-log?limit=200')
    return entries.filter((entry) => entry.action === action)
  }

  it('a comment that is deleted', async () => {
    const issue = `/api/v1/issues/${await newIssue('')}`
    for (let round = 1; round <= ROUNDS; round++) {
      const { body } = await fixture.client.request<IssueComment>('POST', `${issue}/comments`, {
        body: 'Hm.',
      })
      const statuses = await sixTimes('DELETE', `/api/v1/comments/${body.id}`)
      expect(statuses).toEqual([200, 404, 404, 404, 404, 404])
      const { activity } = await fixture.client.get<IssueActivityAnswer>(`${issue}/activity`)
      expect(activity.filter(({ kind }) => kind === 'comment_deleted')).toHaveLength(round)
    }
  })

  it('a release that is hidden', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const release = `shop@${round}`
      await newIssue(release)
      const path = `/api/v1/projects/${project.projectUid}/releases/${release}`
      expect(await sixTimes('PATCH', path, { hidden: true })).toEqual(Array(6).fill(200))
      expect(await audited('release.hidden')).toHaveLength(round)
    }
  })

  it('the old name of a project is the one before', async () => {
    const path = `/api/v1/projects/${project.projectUid}`
    const names = Array.from({ length: 6 }, () => randomUUID())
    await Promise.all(names.map((name) => fixture.client.request('PATCH', path, { name })))
    const renamed = (await audited('project.changed')).map(({ details }) => details.name as { from: string })
    expect(new Set(renamed.map(({ from }) => from)).size).toBe(names.length)
  })
})

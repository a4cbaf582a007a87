import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { Overlap } from '../support/database/overlap.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

/** Rounds per change; the deletion comes a little later in each. */
const ROUNDS = 3
const COPIES = 8
/** Issues with more events than that are hidden first; smaller ones go at once. */
const LARGE = 2_001

interface Change {
  method: string
  path: (id: string) => string
  body: (id: string, other: string) => object
}

const CHANGES: readonly Change[] = [
  {
    method: 'POST',
    path: (id) => `/api/v1/issues/${id}/comments`,
    body: () => ({ body: 'Looks like DNS.' }),
  },
  { method: 'PATCH', path: (id) => `/api/v1/issues/${id}`, body: () => ({ status: 'resolved' }) },
  { method: 'PATCH', path: (id) => `/api/v1/issues/${id}`, body: () => ({ status: 'ignored' }) },
  {
    method: 'POST',
    path: (id) => `/api/v1/issues/${id}/snooze`,
    body: () => ({ mode: '10' }),
  },
  {
    method: 'PATCH',
    path: () => '/api/v1/issues/bulk',
    body: (id) => ({ ids: [id], action: 'resolve' }),
  },
  {
    method: 'POST',
    path: () => '/api/v1/issues/merge',
    body: (id, other) => ({ canonical_id: id, merge_ids: [other] }),
  },
  {
    method: 'POST',
    path: () => '/api/v1/issues/split',
    body: (id, other) => ({ canonical_id: id, split_ids: [other] }),
  },
]

describeOn(ENGINES, 'Changing an issue that is being deleted by every route that changes it', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
  })

  async function newIssue(eventCount: number): Promise<string> {
    const columns = { event_count: eventCount }
    const issue = { project, title: 'Error: it broke', events: [{ at: START - HOUR }], columns }
    return (await seedIssue(fixture.server.database, issue)).uid
  }

  test.each([
    { size: 'small', eventCount: 1 },
    { size: 'large', eventCount: LARGE },
  ])('changes a $size one or finds none, and it stays deleted', async ({ eventCount }) => {
    const { client } = fixture
    const overlap = new Overlap()
    for (let round = 0; round < CHANGES.length * ROUNDS; round++) {
      const asked = Array.from({ length: COPIES }, () => CHANGES[round % CHANGES.length]!)
      const [id, other] = [await newIssue(eventCount), await newIssue(1)]
      const change = async ({ method, path, body }: Change) => {
        const request = () => client.request<unknown>(method, path(id), body(id, other))
        const { status, body: answer } = await overlap.run('change', request, (done) => done.status !== 404)
        return [200, 201, 404].includes(status) ? [] : [`${method} ${path(id)}: ${JSON.stringify(answer)}`]
      }
      const before = asked.map(change)
      await sleep(Math.floor(round / CHANGES.length) * 3)
      const deletion = { ids: [id, other], action: 'delete' }
      const removal = overlap.run('deletion', () => client.request('DELETE', '/api/v1/issues/bulk', deletion))
      const after = asked.map(change)
      expect((await removal).status).toBe(200)
      expect((await Promise.all([...before, ...after])).flat()).toEqual([])
      expect((await client.request('GET', `/api/v1/issues/${id}`)).status).toBe(404)
      expect(await client.allIssues(project.projectUid)).toEqual([])
    }
    expect(overlap.count('change', 'deletion')).toBeGreaterThanOrEqual(CHANGES.length)
  })
})

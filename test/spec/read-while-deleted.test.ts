import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidFromBytes } from '#domain/uuid.ts'
import type { EventPage } from '../support/api-client.ts'
import { ENGINES } from '../support/engines.ts'
import { type IssueServer, START, startIssueServer } from '../support/issue-server.ts'
import { PipelineFeed } from '../support/pipeline-feed.ts'
import { type SeedProject, seedProject } from '../support/seed.ts'

const ROUNDS = 8
const READERS = 6
const EVENTS = 6

describe.each(ENGINES)('Reading an issue that is being deleted on $name', (engine) => {
  describe.skipIf(engine.missing)(engine.missing ?? 'from every route that shows it', () => {
    let fixture: IssueServer
    let project: SeedProject
    let feed: PipelineFeed
    beforeAll(async () => {
      fixture = await startIssueServer(engine)
      project = await seedProject(fixture.server.database, fixture.org, 'shop')
      feed = await PipelineFeed.start(fixture.server.database)
    })
    afterAll(() => fixture?.server.close())

    /** A new issue whose documents need a dictionary. */
    async function newIssue(round: number): Promise<{ issueId: string; eventIds: string[] }> {
      const ids: Buffer[] = []
      for (let n = 0; n < EVENTS; n++) {
        const event = { kind: `Deleted${round}`, at: START - n, user: { id: `${n}` } }
        ids.push(...(await feed.send(project, [event])).ids)
      }
      const [issue] = await fixture.client.allIssues(project.projectUid)
      return { issueId: issue!.id, eventIds: ids.map(uuidFromBytes) }
    }

    test('answers 200 with all of it or 404, and never with half', { timeout: 120_000 }, async () => {
      const statuses = new Set<number>()
      for (let round = 0; round < ROUNDS; round++) {
        const { issueId, eventIds } = await newIssue(round)
        const paths = [
          ...eventIds.map((id) => `/api/v1/events/${id}`),
          ...['', '/events', '/timeline', '/facets', '/activity', '/comments', '/merged'].map(
            (part) => `/api/v1/issues/${issueId}${part}`,
          ),
        ]
        const read = async (path: string) => {
          const { status, body } = await fixture.client.request<unknown>('GET', path)
          expect([200, 404], `${path} gave ${JSON.stringify(body)}`).toContain(status)
          statuses.add(status)
          if (status === 200) expectWhole(path, body)
        }
        const readAll = () => Array.from({ length: READERS }, () => paths.map(read)).flat()
        const before = readAll()
        await sleep(round % 10)
        const deletion = { ids: [issueId], action: 'delete' }
        const removal = fixture.client.request('DELETE', '/api/v1/issues/bulk', deletion)
        const after = readAll()
        expect((await removal).status).toBe(200)
        await Promise.all([...before, ...after])
        expect((await fixture.client.request('GET', paths[0]!)).status).toBe(404)
      }
      expect(statuses).toContain(200)
    })
  })
})

/** What is shown of an event is never without what was sent. */
function expectWhole(path: string, body: unknown): void {
  const events = path.endsWith('/events') ? (body as EventPage).events : []
  if (path.startsWith('/api/v1/events/')) events.push(body as EventPage['events'][number])
  for (const event of events) expect(event.payload_json, path).toHaveProperty('exception')
}

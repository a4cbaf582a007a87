import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { uuidFromBytes } from '#domain/text/uuid.ts'
import type { EventPage } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedProject } from '../support/database/seed.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

/** Rounds in which reads met the deletion: some found the issue, and some did not. */
const RACES = 4
const MAX_ROUNDS = 60
const READERS = 12
const EVENTS = 6

describeOn(ENGINES, 'Reading an issue that is being deleted from every route that shows it', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let feed: PipelineFeed
  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
    feed = await PipelineFeed.start(fixture.server.database)
  })

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

  test('answers 200 with all of it or 404, and never with half', async () => {
    let races = 0
    for (let round = 0; races < RACES && round < MAX_ROUNDS; round++) {
      const { issueId, eventIds } = await newIssue(round)
      const paths = [
        ...eventIds.map((id) => `/api/v1/events/${id}`),
        ...['', '/events', '/timeline', '/facets', '/activity', '/comments', '/merged'].map(
          (part) => `/api/v1/issues/${issueId}${part}`,
        ),
      ]
      const met = new Set<number>()
      let isDeleted = false
      const read = async (path: string) => {
        const isBefore = !isDeleted
        const { status, body } = await fixture.client.request<unknown>('GET', path)
        expect([200, 404], `${path} gave ${JSON.stringify(body)}`).toContain(status)
        if (status === 200) expectWhole(path, body)
        if (isBefore) met.add(status)
      }
      const readOn = async (reader: number) => {
        for (let n = reader; !isDeleted; n++) await read(paths[n % paths.length]!)
      }
      const readers = Array.from({ length: READERS }, (_, reader) => readOn(reader))
      await sleep(round % 10)
      const deletion = { ids: [issueId], action: 'delete' }
      const removal = fixture.client.request('DELETE', '/api/v1/issues/bulk', deletion)
      expect((await removal.finally(() => (isDeleted = true))).status).toBe(200)
      await Promise.all(readers)
      // Both were answers to reads that began before the deletion was answered.
      if (met.has(200) && met.has(404)) races += 1
      expect((await fixture.client.request('GET', paths[0]!)).status).toBe(404)
    }
    expect(races).toBe(RACES)
  })
})

/** What is shown of an event is never without what was sent. */
function expectWhole(path: string, body: unknown): void {
  const events = path.endsWith('/events') ? (body as EventPage).events : []
  if (path.startsWith('/api/v1/events/')) events.push(body as EventPage['events'][number])
  for (const event of events) expect(event.payload_json, path).toHaveProperty('exception')
}

import { beforeAll, expect, test } from 'vitest'
import type { QueueEntry, QueuePage } from '#contract/issue/queue.ts'
import { tokenClient } from '../support/client/token-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { Seeder, seedProject } from '../support/database/seed.ts'
import { seedAlert } from '../support/database/seed-alert.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

const CANDIDATES = 120
const LEVELS = ['info', 'warning', 'error', 'fatal'] as const

describeOn(ENGINES, 'the queue with unread alerts', (engine) => {
  const fixture = issueServer(engine)
  beforeAll(async () => {
    fixture.server.stoppedAt = START
    const { database } = fixture.server
    const project = await seedProject(database, fixture.org, 'shop')
    const seeder = new Seeder(database)
    for (let n = 0; n < CANDIDATES; n++) {
      const status = n % 10 === 0 ? ('regression' as const) : ('unresolved' as const)
      const { id } = await seeder.issue({
        project,
        title: `Error ${n}`,
        events: [{ at: START - ((n * 7) % 150) * HOUR, level: LEVELS[n % 4]! }],
        columns: { status, event_count: 1 + (n % 13) ** 3, unique_user_count: n % 23 },
      })
      // Of the least urgent as well as of the most urgent ones.
      if (n % 3 === 0) await seedAlert(database, project, { issueId: id, at: START - n })
    }
    await seeder.flush()
  })

  async function pagesOf(limit: number): Promise<QueueEntry[]> {
    const { client } = await tokenClient(fixture.client)
    const entries: QueueEntry[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page: QueuePage = await client.get(`/api/v1/agent/queue?limit=${limit}${query}`)
      entries.push(...page.queue)
      cursor = page.next_cursor
    }
    return entries
  }

  test('each page has the issues that an unread alert brings on it', async () => {
    const entries = await pagesOf(7)
    const titles = entries.map(({ issue }) => issue.title)
    expect(new Set(titles).size).toBe(CANDIDATES)
    expect(titles).toEqual((await pagesOf(100)).map(({ issue }) => issue.title))
    const scores = entries.map(({ priority_score }) => priority_score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    for (const { issue, reasons } of entries) {
      const hasAlert = Number(issue.title.replace('Error ', '')) % 3 === 0
      expect(reasons.some((reason) => reason.includes('unread alert'))).toBe(hasAlert)
    }
  })
})

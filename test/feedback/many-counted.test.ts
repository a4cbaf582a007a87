import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import type { IssueFeedbackAnswer } from '#contract/event/feedback.ts'
import { uuidToBytes } from '#domain/text/uuid.ts'
import { insertFeedback } from '#storage/event/feedback.ts'
import { ENGINES } from '../support/database/engines.ts'
import { seedIssue, seedProject } from '../support/database/seed.ts'
import { startIssueServer } from '../support/server/issue-server.ts'

const STEPS = 40
const ROWS = 250
/** A join that reads every preview for every row takes ten times as long. */
const LONGEST_MS = 4_000

it.for(ENGINES)(
  'anyone with the public key may send feedback about as many previews as they like, on $name',
  async (engine, { skip }) => {
    if (engine.missing) return skip(engine.missing)
    const { server, client, org } = await startIssueServer(engine)
    onTestFinished(() => server.close())
    const project = await seedProject(server.database, org, 'shop')
    const newIssue = (title: string) =>
      seedIssue(server.database, { project, title, events: [{ at: server.clock() }] })
    const [shown, flooded] = [await newIssue('shown'), await newIssue('flooded')]
    for (let step = 0; step < STEPS; step++) {
      const rows = Array.from({ length: ROWS }, () => ({
        ...{ id: randomUUID(), projectId: project.projectId, waitsUntil: null },
        ...{ eventId: Buffer.from(uuidToBytes(randomUUID())), preview: randomUUID().replaceAll('-', '') },
        ...{ name: '', email: '', comments: 'x', createdAt: server.clock() },
      }))
      await insertFeedback(server.database.scope(org), rows)
      const links = rows.map(({ projectId, preview }) => ({
        ...{ org_id: org.orgId, project_id: projectId, preview, issue_id: flooded.id, linked_day: 0 },
      }))
      await server.database.queries.insertInto('issue_preview').values(links).execute()
    }
    const of = ({ uid }: { uid: string }) =>
      client.get<IssueFeedbackAnswer>(`/api/v1/issues/${uid}/feedback?limit=50`)
    const before = performance.now()
    expect((await of(shown)).feedback).toEqual([])
    expect((await of(flooded)).feedback).toHaveLength(50)
    expect(performance.now() - before).toBeLessThan(LONGEST_MS)
  },
)

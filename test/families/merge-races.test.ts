import { beforeAll, expect, test } from 'vitest'
import { evictEvents } from '#storage/event/eviction.ts'
import { findIssueKeys } from '#storage/issue/issue.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { sumOfEvents } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { Overlap } from '../support/database/overlap.ts'
import { type SeedProject, seedProject } from '../support/database/seed.ts'
import { seededRandom } from '../support/fuzz/seeded-random.ts'
import { type FedEvent, PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

const KINDS = 7
/** Issues of this kind are deleted again and again; how much of them is left is a matter of luck. In one lane only. */
const DELETED = 'Deleted'
const BATCHES = 25
const CHANGES = 40
/** Merges and splits that moved an issue while a batch was under way. */
const MIN_MEETINGS = 5

describeOn(ENGINES, 'Merging while events come in in two lanes', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let ids: string[]
  let sent = 0
  const random = seededRandom(7)
  const overlap = new Overlap()

  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
    const feed = await PipelineFeed.start(fixture.server.database, { lane: 2, newIssuesPerHour: 0 })
    await feed.send(
      project,
      Array.from({ length: KINDS }, (_, n) => event(`Kind${n}`, false)),
    )
    ids = (await fixture.client.allIssues(project.projectUid)).map(({ id }) => id)
  })

  function event(kind: string, mayBeCountedOnly = true): FedEvent {
    if (kind !== DELETED) sent += 1
    const countedOnly = mayBeCountedOnly && random.int(0, 3) === 0
    return {
      kind,
      at: START - random.int(0, 90_000_000),
      countedOnly,
      user: { id: `${random.int(0, 40)}` },
    }
  }
  async function sendBatches(lane: number): Promise<void> {
    const feed = await PipelineFeed.start(fixture.server.database, { lane, newIssuesPerHour: 0 })
    for (let n = 0; n < BATCHES; n++) {
      const kinds = Array.from({ length: 12 }, () => random.int(0, lane === 0 ? KINDS : KINDS - 1))
      const events = kinds.map((kind) => event(kind === KINDS ? DELETED : `Kind${kind}`))
      await overlap.run('batch', () => feed.send(project, events))
    }
  }
  async function evict(uid: string): Promise<void> {
    await fixture.server.database.inOrg(fixture.org, async (scope) => {
      const issueId = (await findIssueKeys(scope, [uid])).get(uid)!
      await evictEvents(scope, { issueId, before: null, limit: 3 })
    })
  }
  async function deleteAll(): Promise<void> {
    const path = `/api/v1/issues?project_id=${project.projectUid}&q=${DELETED}`
    const { issues } = await fixture.client.get<{ issues: { id: string }[] }>(path)
    if (issues.length === 0) return
    const body = { ids: issues.map(({ id }) => id), action: 'delete' }
    expect((await fixture.client.request('DELETE', '/api/v1/issues/bulk', body)).status).toBe(200)
  }
  async function changeRelations(): Promise<void> {
    for (let n = 0; n < CHANGES; n++) {
      const [canonical, named, action] = [random.pick(ids), random.pick(ids), random.int(0, 9)]
      const verb = action < 6 ? 'merge' : 'split'
      const body = { canonical_id: canonical, [`${verb}_ids`]: [named] }
      const { status } = await overlap.run(
        'move',
        () => fixture.client.request<{ updated?: number }>('POST', `/api/v1/issues/${verb}`, body),
        (answer) => answer.status === 200 && (answer.body.updated ?? 0) > 0,
      )
      // Merging an ancestor into its child is refused.
      expect([200, 400]).toContain(status)
      if (action === 9) await overlap.run('eviction', () => evict(named))
      if (action === 8) await overlap.run('deletion', deleteAll)
      if (action === 7)
        await fixture.client.request('PATCH', `/api/v1/issues/${named}`, { status: 'resolved' })
    }
  }

  test('no event is lost or counted twice, and every family adds up', async () => {
    await Promise.all([sendBatches(0), sendBatches(1), changeRelations(), changeRelations()])
    // Without these, the rest would only show that one after the other works.
    expect(overlap.count('move', 'batch')).toBeGreaterThan(MIN_MEETINGS)
    expect(overlap.count('eviction', 'batch') + overlap.count('deletion', 'batch')).toBeGreaterThan(0)
    const roots = await fixture.client.allIssues(project.projectUid)
    expect(sumOfEvents(roots.filter(({ title }) => !title.startsWith(DELETED)))).toBe(sent)
    expect((await verifyDatabase(fixture.server.database.queries)).differences).toEqual([])
    for (const { id } of roots) {
      await fixture.client.request('POST', '/api/v1/issues/split', { canonical_id: id, split_ids: ids })
    }
    const apart = await fixture.client.allIssues(project.projectUid)
    expect(ids.every((id) => apart.some((issue) => issue.id === id))).toBe(true)
    expect(sumOfEvents(apart.filter(({ title }) => !title.startsWith(DELETED)))).toBe(sent)
    expect((await verifyDatabase(fixture.server.database.queries)).differences).toEqual([])
  })
})

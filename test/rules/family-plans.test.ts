import { afterAll, beforeAll, expect, test } from 'vitest'
import { asService } from '#actions/accounts/write-as-member.ts'
import { bulkChangeIssues } from '#actions/issues/bulk-change-issues.ts'
import { changeIssue } from '#actions/issues/change-issue.ts'
import { deleteIssues } from '#actions/issues/delete-issues.ts'
import { mergeIssues } from '#actions/issues/family/merge-issues.ts'
import { splitIssues } from '#actions/issues/family/split-issues.ts'
import { sweepRetention } from '#actions/upkeep/retention.ts'
import { sweepDeleted } from '#actions/upkeep/sweep-deleted.ts'
import { evictEvents } from '#storage/event/eviction.ts'
import { hideProject } from '#storage/project/deletion.ts'
import { type SeedProject, seedIssue, seedOrg, seedProject } from '../support/database/seed.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { type PlanProbe, wholeReads } from '../support/plan-probe/plan-probe.ts'
import { openSqliteProbe } from '../support/plan-probe/plan-probe-sqlite.ts'

const NOW = Date.UTC(2026, 10, 20)

/** What a plan names, and why it may. */
const KNOWN: Record<string, string[]> = {
  // It begins with the projects of the whole installation.
  retention: ['project: SCAN project'],
}

let probe: PlanProbe
let project: SeedProject
let rows: { id: number; uid: string }[]

beforeAll(async () => {
  probe = await openSqliteProbe(async (database) => {
    project = await seedProject(database, await seedOrg(database, 'plans'), 'shop')
    await database.queries.updateTable('project').set({ retention_allowed: 1 }).execute()
    rows = []
    for (const title of ['TypeError: parent', 'TypeError: child']) {
      rows.push(await seedIssue(database, { project, title, events: [{ at: NOW }, { at: NOW - 1 }] }))
    }
  })
})
afterAll(() => probe?.close())

test('no table is read whole by what changes issues, adds to them, evicts from them and deletes them', async () => {
  const { database } = probe
  const [parent, child] = [rows[0]!, rows[1]!]
  const deps = { database, clock: () => NOW, live: { issuesChanged: () => {} } }
  const feed = await PipelineFeed.start(database)
  const counted = { kind: 'Kind', at: NOW, countedOnly: true }
  const event = { kind: 'Kind', at: NOW, release: '1.0', user: { id: 'ada' } }
  await feed.send(project, [event])
  const { uid } = await database.queries
    .selectFrom('issue')
    .select('uid')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const merged = { canonical_id: parent.uid, merge_ids: [child.uid, uid] }
  const steps: [string, () => Promise<unknown>][] = [
    ['merge', () => mergeIssues(deps, asService(project), merged)],
    ['an event, and again with its root known', () => feed.send(project, [{ ...event, user: { id: 'bo' } }])],
    ['an event older than the family', () => feed.send(project, [{ ...event, at: NOW - 99_999 }])],
    [
      'status',
      () => changeIssue(deps, asService(project), { issueId: child.uid, patch: { status: 'ignored' } }),
    ],
    [
      'evict',
      () =>
        database.inOrg(project, (scope) => evictEvents(scope, { issueId: child.id, before: null, limit: 1 })),
    ],
    [
      'split',
      () => splitIssues(deps, asService(project), { canonical_id: parent.uid, split_ids: [child.uid] }),
    ],
    [
      'bulk change',
      () => bulkChangeIssues(deps, asService(project), { ids: [child.uid], action: 'resolve' }),
    ],
    [
      'retention',
      () =>
        sweepRetention({
          ...deps,
          journal: { findAccepted: async () => null },
          retentionDays: -1,
          quietIssueDays: 0,
          now: NOW,
          onHeld: () => {},
          goesOn: async () => true,
        }),
    ],
    ['delete', () => deleteIssues(deps, asService(project), [child.uid])],
    [
      'many events',
      () =>
        feed.send(
          project,
          Array.from({ length: 2_001 }, () => counted),
        ),
    ],
    ['delete of a large issue', () => deleteIssues(deps, asService(project), [parent.uid, uid])],
    [
      'delete of a project',
      () => database.inOrg(project, (scope) => hideProject(scope, project.projectUid, NOW)),
    ],
    [
      'removal of its rows',
      () => sweepDeleted({ ...deps, removeProjectFiles: async () => {}, goesOn: async () => true }),
    ],
  ]
  for (const [name, run] of steps) {
    expect([name, await wholeReads(probe, run)]).toEqual([name, KNOWN[name] ?? []])
  }
})

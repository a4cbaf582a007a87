import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { moveIssues, refreshFamily } from '#storage/issue/family.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedOrg, seedProject } from '../support/database/seed.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'

const START = Date.UTC(2026, 10, 20, 10, 30)

describeOn(ENGINES, 'People of an issue past the number that is counted', (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-users-'))
  let database: Database
  let project: SeedProject
  let feed: PipelineFeed

  beforeAll(async () => {
    database = await openDatabase({ dataDir, databaseUrl: await engine.databaseUrl(), threads: false })
    project = await seedProject(database, await seedOrg(database, 'Test'), 'shop')
    feed = await PipelineFeed.start(database)
    await send('Full', 'a', 'b')
    await send('Other', 'a', 'c')
  })
  afterAll(async () => {
    await database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  function send(kind: string, ...ids: string[]) {
    return feed.send(
      project,
      ids.map((id) => ({ kind, at: START, user: { id, email: `${id}@example.com` } })),
    )
  }
  function issues() {
    return database.queries
      .selectFrom('issue')
      .select(['id', 'unique_user_count as users', 'event_count as events'])
      .orderBy('id')
      .execute()
  }
  async function setUsers(id: number, users: number): Promise<void> {
    await database.queries
      .updateTable('issue')
      .set({ unique_user_count: users })
      .where('id', '=', id)
      .execute()
  }
  async function rows(): Promise<number> {
    return (await database.queries.selectFrom('issue_user').selectAll().execute()).length
  }

  test('nobody more is noted, events are counted as before, and others go on', async () => {
    const [full] = await issues()
    await setUsers(full!.id, LIMITS.countedUsers)
    await send('Full', 'd', 'e')
    await send('Other', 'd')
    expect(await issues()).toMatchObject([
      { users: LIMITS.countedUsers, events: 4 },
      { users: 3, events: 3 },
    ])
    expect(await rows()).toBe(5)
    const { differences } = await verifyDatabase(database.queries, { isDeep: true })
    expect(differences.map(({ check }) => check)).toEqual(['issue.unique_user_count'])
    await setUsers(full!.id, 2)
    await send('Full', 'd', 'e')
    expect((await verifyDatabase(database.queries, { isDeep: true })).differences).toEqual([])
  })

  test('the same in a family that is full, and its members count what they have', async () => {
    const [root, child] = await issues()
    const scope = { db: database.queries, ...project }
    await moveIssues(scope, [child!.id], { rootId: root!.id, now: START })
    await refreshFamily(scope, root!.id, START)
    await setUsers(root!.id, LIMITS.countedUsers)
    await send('Full', 'f')
    expect(await rows()).toBe(7)
    await refreshFamily(scope, root!.id, START)
    // a, b, d and e of one, and c of the other.
    expect((await issues()).map(({ users }) => users)).toEqual([5, 3])
  })
})

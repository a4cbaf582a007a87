import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { evictEvents } from '#storage/event/eviction.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { DAY, issueServer, START } from '../support/server/issue-server.ts'

const FAMILIES = 4
const MEMBERS = 9_000

describeOn(ENGINES, 'Big families of 9,000 issues each', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  const roots: { id: number; uid: string }[] = []

  beforeAll(async () => {
    const { database } = fixture.server
    project = await seedProject(database, fixture.org, 'shop')
    for (let n = 0; n < FAMILIES; n++) {
      const events = [{ at: START - DAY }]
      const root = await seedIssue(database, { project, title: `Error: ${n}`, events })
      roots.push(root)
      await copyIntoFamily(root.id)
    }
  })

  /** Copies of an issue that are merged into it. */
  async function copyIntoFamily(rootId: number): Promise<void> {
    const { queries } = fixture.server.database
    const [row] = await queries.selectFrom('issue').selectAll().where('id', '=', rootId).execute()
    const { id: _, uid: __, merge_parent_id: ___, ...rest } = row!
    const names = Object.keys(rest).map((name) => sql.ref(name))
    await sql`INSERT INTO issue (uid, merge_parent_id, ${sql.join(names)})
        WITH RECURSIVE member (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM member WHERE n < ${sql.lit(MEMBERS)})
        SELECT CAST(${rootId} AS TEXT) || '-' || CAST(n AS TEXT), ${rootId}, ${sql.join(names)}
        FROM member, issue WHERE id = ${rootId}`.execute(queries)
  }

  test('merging them is refused with what to do, not an error of the service', async () => {
    const [canonical, ...others] = roots.map(({ uid }) => uid)
    const body = { canonical_id: canonical, merge_ids: others }
    const answer = await fixture.client.request<{ error: string }>('POST', '/api/v1/issues/merge', body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain('Split some off before you merge more.')
  })

  // On SQLite one transaction writes at a time.
  if (engine.name === 'PostgreSQL')
    test('retention waits for none of its other members', async () => {
      const { database } = fixture.server
      const { queries } = database
      const of = (rootId: number) =>
        queries.selectFrom('issue').select('id').where('merge_parent_id', '=', rootId).orderBy('id')
      const members = await of(roots[0]!.id).limit(2).execute()
      const [evicted, other] = members.map(({ id }) => id) as [number, number]
      await queries
        .updateTable('event')
        .set({ issue_id: evicted })
        .where('issue_id', '=', roots[0]!.id)
        .execute()
      let count = 0
      await database.transaction(async (held) => {
        await held.selectFrom('issue').select('id').where('id', '=', other).forUpdate().execute()
        count = await database.transaction((db) =>
          evictEvents({ db, ...project }, { issueId: evicted, before: null, limit: 10 }),
        )
      })
      expect(count).toBe(1)
    })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DropCounts } from '#ingest/drops/drop-counts.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { seedOrg, seedProject } from '../support/database/seed.ts'

describe('counts of what is dropped', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-drops-'))
  let database: Database
  beforeAll(async () => {
    database = await openDatabase({ dataDir, databaseUrl: null, threads: false })
  })
  afterAll(async () => {
    await database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('are written when the service ends, not a second later', async () => {
    const org = await seedOrg(database, 'Test')
    const project = await seedProject(database, org, 'shop')
    const drops = new DropCounts({
      database,
      clock: Date.now,
      onError: (error) => expect.fail(String(error)),
    })
    const owner = { orgId: org.orgId, orgUid: org.orgUid, projectId: project.projectId }
    drops.count(owner, 'filter:crawlers')
    drops.count(owner, 'filter:crawlers', 2)
    await drops.close()
    const rows = await database.queries.selectFrom('project_drop').selectAll().execute()
    expect(rows.map(({ quantity }) => Number(quantity))).toEqual([3])
  })

  it('are written by the end even if the database is away at that moment', async () => {
    const org = await seedOrg(database, 'Away')
    const project = await seedProject(database, org, 'away')
    const failures: unknown[] = []
    let refusals = 3
    const inOrg: Database['inOrg'] = (...given) =>
      refusals-- > 0 ? Promise.reject(new Error('away')) : database.inOrg(...given)
    const drops = new DropCounts({
      database: { inOrg },
      clock: Date.now,
      onError: (error) => failures.push(error),
    })
    const owner = { orgId: org.orgId, orgUid: org.orgUid, projectId: project.projectId }
    drops.count(owner, 'filter:crawlers', 5)
    await drops.close()
    const rows = await database.queries
      .selectFrom('project_drop')
      .select('quantity')
      .where('project_id', '=', project.projectId)
      .execute()
    expect(rows.map(({ quantity }) => Number(quantity))).toEqual([5])
    expect(failures).toHaveLength(3)
  })
})

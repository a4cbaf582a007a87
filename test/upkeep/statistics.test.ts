import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { refreshStatistics } from '#storage/postgres/statistics.ts'
import { type SeedProject, seedOrg, seedProject } from '../support/database/seed.ts'
import { postgresMissing, sharedDatabase } from '../support/database/shared-postgres.ts'

const HOUR = 470_000

describe.skipIf(postgresMissing)(postgresMissing ?? 'a PostgreSQL that has not looked at its tables', () => {
  let database: Database
  let project: SeedProject

  beforeAll(async () => {
    database = await openDatabase({ dataDir: '', databaseUrl: await sharedDatabase() })
    await database.transaction(async (tx) => {
      await sql`SET LOCAL ROLE NONE`.execute(tx)
      for (const table of ['issue', 'issue_hour'])
        await sql`ALTER TABLE ${sql.table(table)} SET (autovacuum_enabled = off)`.execute(tx)
    })
    project = await seedProject(database, await seedOrg(database, 'new'), 'shop')
  })
  afterAll(() => database.close())

  async function addIssues(projectId: number, count: number): Promise<void> {
    await sql`
      WITH added AS (
        INSERT INTO issue (uid, org_id, project_id, fingerprint, title, culprit, search_text, platform, level, environment,
          release, status, event_count, stored_event_count, evicted_event_count, unique_user_count, first_seen_at,
          last_seen_at, first_release, is_placeholder, updated_at)
        SELECT gen_random_uuid(), ${project.orgId}, ${projectId}, gen_random_uuid(), 't', 'c', 's', 'node', 'error', 'e',
          'r', 'unresolved', 1, 1, 0, 0, ${HOUR * HOUR_MS}, ${HOUR * HOUR_MS}, 'r', 0, 1
        FROM generate_series(1, ${count}) RETURNING id)
      INSERT INTO issue_hour (org_id, issue_id, hour, event_count, stored_event_count)
      SELECT ${project.orgId}, id, ${HOUR}, 1, 1 FROM added`.execute(database.queries)
  }

  async function knownRows(table: string): Promise<number> {
    const { rows } = await sql<{ known: number }>`
      SELECT reltuples AS known FROM pg_class WHERE oid = ${table}::regclass`.execute(database.queries)
    return rows[0]!.known
  }
  const knownIssues = () => knownRows('issue')

  test('looks at small ones too, which decide how large ones are joined', async () => {
    await database.refreshStatistics()
    expect(await knownRows('project')).toBe(1)
  })

  test('looks at once at those that grew to twice their size, and later at those that changed', async () => {
    await addIssues(project.projectId, 4000)
    expect(await knownIssues()).toBe(-1)
    await database.refreshStatistics()
    expect(await knownIssues()).toBe(4000)
    await addIssues(project.projectId, 1500)
    await database.refreshStatistics()
    expect(await knownIssues()).toBe(4000)
    // PostgreSQL tells of changes with a delay.
    const afterNoRest = async () => {
      await refreshStatistics(database.queries, 0)
      return knownIssues()
    }
    await expect.poll(afterNoRest).toBe(5500)
    await addIssues(project.projectId, 6500)
    await database.refreshStatistics()
    expect(await knownIssues()).toBe(12_000)
  })
})

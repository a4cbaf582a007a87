import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { findPostgres } from '../support/database/postgres.ts'
import { asPostgres, databaseOfLogin } from '../support/database/postgres-login.ts'
import { Seeder, type SeedProject, seedOrg, seedProject } from '../support/database/seed.ts'
import { postgresMissing } from '../support/database/shared-postgres.ts'

const LOGINS = [
  { name: 'the owner of the database, no more', login: '', tenant: 'RESET ROLE' },
  {
    name: 'the owner, with roles from an administrator',
    login: 'GIVEN ROLES',
    tenant: 'SET ROLE errata_tenant',
  },
  { name: 'a superuser, who bypasses policies', login: 'SUPERUSER', tenant: 'SET ROLE errata_tenant' },
] as const
const PROJECT = { name: 'stolen', platform: 'node', created_at: 1 }
const TABLES_WITH_SEEDED_ROWS = 10

describe.skipIf(postgresMissing).each(LOGINS)(
  'row-level security, signed in as $name',
  ({ login, tenant }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'errata-rows-'))
    let url: string
    let database: Database
    let ours: SeedProject
    let theirs: SeedProject
    beforeAll(async () => {
      url = await databaseOfLogin(login)
      // Few connections, so that organizations have to share them.
      database = await openDatabase({ dataDir, databaseUrl: url, maxConnections: 2 })
      ours = await seedTenant('ours')
      theirs = await seedTenant('theirs')
    })
    afterAll(async () => {
      await database?.close()
      rmSync(dataDir, { recursive: true, force: true })
    })

    async function seedTenant(name: string): Promise<SeedProject> {
      const project = await seedProject(database, await seedOrg(database, name), name)
      const seeder = new Seeder(database)
      const event = {
        at: Date.now(),
        release: '1.0',
        userId: 'u',
        email: 'u@example.com',
        browser: 'Firefox',
      }
      const { id } = await seeder.issue({ project, title: name, events: [event, event] })
      await seeder.flush()
      const line = {
        org_id: project.orgId,
        issue_id: id,
        at: 1,
        actor_kind: 'system',
        kind: 'merged',
        details: '{}',
      } as const
      await database.queries.insertInto('issue_activity').values(line).execute()
      return project
    }
    /** Organizations that a query with no condition at all meets in each table. */
    async function visibleIn(db: OrgScope['db']): Promise<Map<string, number[]>> {
      const seen = new Map<string, number[]>()
      for (const { name, column } of await tenantTables(db)) {
        const { rows } = await sql<{
          org: number
        }>`SELECT DISTINCT ${sql.ref(column)} AS org FROM ${sql.table(name)} ORDER BY 1`.execute(db)
        seen.set(
          name,
          rows.map(({ org }) => org),
        )
      }
      return seen
    }

    it('is in force for the service', () => {
      expect(database.hasRowSecurity).toBe(true)
    })

    it('every table with an organization has a policy that binds its owner as well', async () => {
      const tables = await tenantTables(database.queries)
      expect(tables.length).toBeGreaterThan(20)
      expect(tables.filter(({ isForced }) => !isForced)).toEqual([])
    })

    it('a condition on org_id that was forgotten meets nothing of another organization', async () => {
      const all = await visibleIn(database.queries)
      const own = await visibleIn(database.scope(ours).db)
      const both = [...all].filter(([, orgs]) => orgs.length === 2).map(([name]) => name)
      expect(both.length).toBeGreaterThanOrEqual(TABLES_WITH_SEEDED_ROWS)
      for (const name of both) expect([name, own.get(name)]).toEqual([name, [ours.orgId]])
      const inTransaction = await database.inOrg(theirs, ({ db }) => visibleIn(db))
      for (const name of both) expect([name, inTransaction.get(name)]).toEqual([name, [theirs.orgId]])
    })

    it('refuses to write a row of another organization, or to give one away', async () => {
      const { db } = database.scope(ours)
      const stolen = { ...PROJECT, uid: randomUUID(), slug: 'stolen', org_id: theirs.orgId }
      await expect(db.insertInto('project').values(stolen).execute()).rejects.toThrow(/row-level security/)
      await expect(db.updateTable('project').set({ org_id: theirs.orgId }).execute()).rejects.toThrow(
        /row-level security/,
      )
    })

    it('changes and deletes its own rows only, whatever the statement says', async () => {
      const outcome = await database.inOrg(ours, async ({ db }) => {
        const updated = await db.updateTable('issue').set({ title: 'changed' }).executeTakeFirst()
        const deleted = await db.deleteFrom('issue').executeTakeFirst()
        return [Number(updated.numUpdatedRows), Number(deleted.numDeletedRows)]
      })
      expect(outcome).toEqual([1, 1])
      const left = await database.queries.selectFrom('issue').select(['org_id', 'title']).execute()
      expect(left).toEqual([{ org_id: theirs.orgId, title: 'theirs' }])
      // A row that goes with its issue goes for good: references are kept by the engine itself.
      expect((await visibleIn(database.queries)).get('event')).toEqual([theirs.orgId])
      await seedIssueAgain()
    })

    async function seedIssueAgain(): Promise<void> {
      const seeder = new Seeder(database)
      await seeder.issue({ project: ours, title: 'ours', events: [{ at: Date.now() }] })
      await seeder.flush()
    }

    it('a missing organization is an error, not an empty answer', async () => {
      await expect(asPostgres(url, [tenant, 'SELECT * FROM issue'])).rejects.toThrow(/errata\.org_id/)
      const reset = [tenant, "SET errata.org_id = '1'", 'RESET errata.org_id', 'SELECT * FROM issue']
      await expect(asPostgres(url, reset)).rejects.toThrow(/bigint/)
      const none = [tenant, "SET errata.org_id = '999999'", 'SELECT * FROM issue']
      expect(await asPostgres(url, none)).toEqual([])
    })

    if (login !== '')
      it('work on one organization cannot touch the books of the service', async () => {
        const { db } = database.scope(ours)
        for (const table of ['login_failure', 'setting', 'consumer', 'lease', 'schema_version']) {
          await expect(sql`SELECT * FROM ${sql.table(table)}`.execute(db)).rejects.toThrow(
            /permission denied/,
          )
        }
      })

    it('connections are bound again for their next user', async () => {
      const titles = (db: OrgScope['db']) => db.selectFrom('issue').select('title').orderBy('title').execute()
      const answers = await Promise.all(
        Array.from({ length: 60 }, async (_, n) => {
          const org = n % 2 === 0 ? ours : theirs
          if (n % 3 === 0) return [['ours', 'theirs'], await titles(database.queries)] as const
          if (n % 5 === 0) {
            const failing = database.inOrg(org, async ({ db }) => {
              await titles(db)
              throw new Error('rolled back')
            })
            await expect(failing).rejects.toThrow('rolled back')
          }
          const scope = database.scope(org)
          return [[org === ours ? 'ours' : 'theirs'], await titles(scope.db)] as const
        }),
      )
      for (const [expected, rows] of answers) expect(rows.map(({ title }) => title)).toEqual(expected)
    })

    it('a statement that fails leaves its connection usable, and bound', async () => {
      const { db } = database.scope(ours)
      await expect(sql`SELECT no_such_column FROM issue`.execute(db)).rejects.toThrow(/no_such_column/)
      expect(await db.selectFrom('issue').select('org_id').execute()).toEqual([{ org_id: ours.orgId }])
    })

    it('a dump has every organization', async () => {
      const program = join(findPostgres() ?? '', 'pg_dump')
      const env = { ...process.env, PGOPTIONS: '-c errata.org_id=0' }
      const dump = execFileSync(program, ['--enable-row-security', '-t', 'project', url], { env }).toString()
      for (const { projectUid } of [ours, theirs]) expect(dump).toContain(projectUid)
    })

    it('a second start finds everything in place', async () => {
      const again = await openDatabase({ dataDir, databaseUrl: url, maxConnections: 1 })
      try {
        expect(again.hasRowSecurity).toBe(true)
        expect((await visibleIn(again.scope(theirs).db)).get('issue')).toEqual([theirs.orgId])
      } finally {
        await again.close()
      }
    })
  },
)

describe.skipIf(postgresMissing)('a user who bypasses policies and may use no role', () => {
  it('is served all the same, and the service knows', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'errata-rows-'))
    const database = await openDatabase({ dataDir, databaseUrl: await databaseOfLogin('BYPASSRLS') })
    try {
      expect(database.hasRowSecurity).toBe(false)
      const org = await seedOrg(database, 'Acme')
      expect(await database.scope(org).db.selectFrom('org').select('id').execute()).toEqual([
        { id: org.orgId },
      ])
    } finally {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

/** Tables of the schema with rows of organizations, as the engine's own catalogue has them. */
async function tenantTables(
  db: OrgScope['db'],
): Promise<{ name: string; column: string; isForced: boolean }[]> {
  const { rows } = await sql<{ name: string; column: string; isForced: boolean }>`
    SELECT t.table_name AS name, t.column_name AS column,
      c.relrowsecurity AND c.relforcerowsecurity
        AND EXISTS (SELECT 1 FROM pg_policies p WHERE p.tablename = t.table_name) AS "isForced"
    FROM information_schema.columns t JOIN pg_class c ON c.oid = t.table_name::regclass
    WHERE t.table_schema = current_schema()
      AND (t.column_name = 'org_id' OR t.table_name = 'org' AND t.column_name = 'id')
    ORDER BY 1`.execute(db)
  return rows
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, Kysely } from 'kysely'
import { DATABASE_FILE, type Database, openDatabase } from '#storage/engine/database.ts'
import type { Schema } from '#storage/schema/schema.ts'
import { sqliteDialect } from '#storage/sqlite/dialect.ts'
import { directRunner, type SqliteRunner } from '#storage/sqlite/pool.ts'
import { HAS_PLAN, type PlanProbe, type Statement, type TableRead } from './plan-probe.ts'

/** The embedded engine's probe. Its plans go by the fixed figures of the migrations, however few the rows are. */
export async function openSqliteProbe(seed: (database: Database) => Promise<void>): Promise<PlanProbe> {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-plans-'))
  const made = await openDatabase({ dataDir, databaseUrl: null, threads: false })
  await seed(made)
  await made.close()
  const noted = new Map<string, readonly unknown[]>()
  const file = join(dataDir, DATABASE_FILE)
  const runner = directRunner({ file, readonly: false, cacheKib: 1024, foreignKeys: true })
  const database = notingDatabase(runner, (sql, parameters) => noted.set(sql, parameters))
  const tables = new Set((await database.queries.introspection.getTables()).map(({ name }) => name))
  async function statementsOf(ask: () => Promise<unknown>): Promise<Statement[]> {
    noted.clear()
    await ask()
    if (noted.size === 0) throw new Error('No statement was noted.')
    return [...noted]
  }

  return {
    database,
    statementsOf,
    async readsOf(ask) {
      const reads: TableRead[] = []
      for (const statement of await statementsOf(ask)) reads.push(...(await readsOfPlan(database, statement)))
      return reads.filter(({ table }) => tables.has(table))
    },
    async close() {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function notingDatabase(runner: SqliteRunner, note: (...statement: Statement) => void): Database {
  const noting: SqliteRunner = {
    close: () => runner.close(),
    run(sql, parameters) {
      if (HAS_PLAN.test(sql)) note(sql, parameters)
      return runner.run(sql, parameters)
    },
  }
  const queries = new Kysely<Schema>({ dialect: sqliteDialect(noting) })
  return {
    dialect: 'sqlite',
    hasRowSecurity: null,
    damage: { isMet: false },
    queries,
    transaction: (work) => queries.transaction().execute(work),
    scope: (org) => ({ db: queries, ...org }),
    serviceScope: (org) => ({ db: queries, ...org }),
    inOrg: (org, work) => queries.transaction().execute((db) => work({ db, ...org })),
    snapshotOf: (org, work) => work({ db: queries, ...org }),
    clearDeleted: async () => {},
    refreshStatistics: async () => {},
    close: () => queries.destroy(),
  }
}

async function readsOfPlan({ queries }: Database, [sql, parameters]: Statement): Promise<TableRead[]> {
  const statement = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
  const { rows } = await queries.executeQuery<{ detail: string }>(statement)
  const aliases = new Map(
    [...sql.matchAll(/"(\w+)" as "(\w+)"/g)].map(([, table, alias]) => [alias!, table!]),
  )
  return rows.flatMap(({ detail }) => {
    const found = /^(SCAN|SEARCH) (\w+)(?: USING .*?(?:INDEX (\w+))?(?: \((.*)\))?)?$/.exec(detail)
    if (!found) return []
    const [, how, name, index = null, conditions] = found
    const table = aliases.get(name!) ?? name!
    const reach = how === 'SCAN' ? 'table' : conditions === 'org_id=?' ? 'organization' : 'part'
    return [{ table, index, reach, line: detail }]
  })
}

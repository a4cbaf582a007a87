import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { REFERENCES } from '#storage/verify/whole-tables.ts'
import { prepareFolder } from '../support/server/prepared-folder.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'errata-references-'))
let database: Database

beforeAll(async () => {
  await prepareFolder(dataDir, 'tables')
  database = await openDatabase({ dataDir, databaseUrl: null, threads: false })
})
afterAll(async () => {
  await database?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A key within an organization names it as well; only a key to the organization itself is about that column. */
async function foreignKeys(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT owned.name || '.' || fk."from" AS name
    FROM sqlite_schema AS owned, pragma_foreign_key_list(owned.name) AS fk
    WHERE owned.type = 'table' AND (fk."from" <> 'org_id' OR fk."table" = 'org')`.execute(database.queries)
  return rows.map(({ name }) => name)
}

test('errata verify looks for orphans along every foreign key of the schema', async () => {
  const looked = REFERENCES.map(({ table, column }) => `${table}.${column}`)
  expect(looked).toEqual(expect.arrayContaining(await foreignKeys()))
})

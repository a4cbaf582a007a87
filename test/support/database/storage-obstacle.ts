import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { DATABASE_FILE } from '#storage/engine/database.ts'
import { onDatabase } from './on-database.ts'

export interface Obstacle {
  table: string
  /** A condition in SQL on the rows that may not be written; `row` stands before names of columns. */
  refuses(row: string): string
}

const ACTS = ['INSERT', 'UPDATE']

/** Makes every batch of a service fail. */
const EVERY_BATCH: Obstacle = { table: 'issue_hour', refuses: () => '1 = 1' }

/**
 * Makes writes of a running service fail, with an error that says nothing of a lost server or a full disk.
 * @returns removes it.
 */
export async function obstructStorage(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
  { table, refuses }: Obstacle = EVERY_BATCH,
): Promise<() => Promise<void>> {
  if (databaseUrl === null) {
    const run = (sql: string) => {
      const db = new Sqlite(join(dataDir, DATABASE_FILE), { timeout: 10_000 })
      db.exec(sql)
      db.close()
    }
    const trigger = (act: string) => `obstacle_${table}_${act}`
    for (const act of ACTS) {
      run(`CREATE TRIGGER ${trigger(act)} BEFORE ${act} ON ${table} WHEN ${refuses('NEW.')}
        BEGIN SELECT RAISE(ABORT, 'in the way'); END`)
    }
    return async () => run(ACTS.map((act) => `DROP TRIGGER ${trigger(act)};`).join(''))
  }
  const run = (sql: string) => onDatabase(databaseUrl, sql)
  await run(`ALTER TABLE ${table} ADD CONSTRAINT obstacle CHECK (NOT (${refuses('')})) NOT VALID`)
  return async () => void (await run(`ALTER TABLE ${table} DROP CONSTRAINT obstacle`))
}

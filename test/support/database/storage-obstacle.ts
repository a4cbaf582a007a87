import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { DATABASE_FILE } from '#storage/engine/database.ts'

/**
 * Makes every batch of a running service fail, with an error that says nothing of a lost server or a full disk: nothing
 * may be inserted into `issue_hour`. @returns removes it.
 */
export async function obstructStorage(place: {
  dataDir: string
  databaseUrl: string | null
}): Promise<() => Promise<void>> {
  const { dataDir, databaseUrl } = place
  if (databaseUrl === null) {
    const run = (sql: string) => {
      const db = new Sqlite(join(dataDir, DATABASE_FILE), { timeout: 10_000 })
      db.exec(sql)
      db.close()
    }
    run(`CREATE TRIGGER obstacle BEFORE INSERT ON issue_hour BEGIN SELECT RAISE(ABORT, 'in the way'); END`)
    return async () => run('DROP TRIGGER obstacle')
  }
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await run('ALTER TABLE issue_hour ADD CONSTRAINT obstacle CHECK (false) NOT VALID')
  return () => run('ALTER TABLE issue_hour DROP CONSTRAINT obstacle')
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import { DATABASE_FILE } from '#storage/engine/database.ts'

/** What to say if the service stores its data in PostgreSQL and a database of SQLite lies in its folder: nothing moves
 * from one to the other, and an empty service looks like lost data. */
export function unusedDatabase({ databaseUrl, dataDir }: Config): string | null {
  const file = join(dataDir, DATABASE_FILE)
  if (databaseUrl === null || !existsSync(file)) return null
  return `${file} is not used, because SVC_DATABASE_URL is set. What is in it does not move to PostgreSQL by itself.`
}

import { sql } from 'kysely'
import type { ReadHeld } from '../sqlite/held-file.ts'
import type { Queries } from './scope.ts'

const NEWEST = 'SELECT max(version) AS version FROM schema_version'

/** The version of the newest migration that was applied; 0 if there was none. */
export async function appliedSchema(db: Queries): Promise<number> {
  const { rows } = await sql.raw<{ version: number | null }>(NEWEST).execute(db)
  return versionIn(rows)
}

/** The same of the database file that `read` reads. */
export function heldSchema(read: ReadHeld): number {
  return versionIn(read(NEWEST))
}

function versionIn(rows: readonly { version?: unknown }[]): number {
  return Number(rows[0]?.version ?? 0)
}

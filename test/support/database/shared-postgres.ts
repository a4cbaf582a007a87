import { inject } from 'vitest'
import { createDatabase, findPostgres } from './postgres.ts'

/** Why tests with PostgreSQL are skipped here, or null where they run. For `describe.skipIf` and its title. */
export const postgresMissing: string | null =
  findPostgres() === null ? 'PostgreSQL not installed: apt-get install postgresql' : null

/** A new empty database in the cluster that this test run shares; returns its URL. */
export async function sharedDatabase(): Promise<string> {
  const response = await fetch(inject('postgresBroker'))
  const url = await response.text()
  if (!response.ok || url === '') throw new Error(`No PostgreSQL for tests: ${url}`)
  return createDatabase(url)
}

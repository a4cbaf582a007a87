import { sharedPart } from '../test-run.ts'
import { createDatabase, findPostgres } from './postgres.ts'

/** Why tests with PostgreSQL are skipped here, or null if they run. For `describe.skipIf` and its title. */
export const postgresMissing: string | null =
  findPostgres() === null ? 'PostgreSQL not installed: apt-get install postgresql' : null

/** A new database in the cluster that this test run shares, with every table and no row; returns its URL. */
export async function sharedDatabase(): Promise<string> {
  return createDatabase(await clusterUrl(), (await sharedPart('migrated')) ?? undefined)
}

/** The same without a table, for tests of who makes and owns them; returns its URL. */
export async function emptyDatabase(): Promise<string> {
  return createDatabase(await clusterUrl())
}

async function clusterUrl(): Promise<string> {
  const url = await sharedPart('cluster')
  if (url === null) throw new Error('No PostgreSQL for tests.')
  return url
}

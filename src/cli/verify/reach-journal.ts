import type { Config } from '#platform/config/config.ts'
import { postgresRefusal } from '#storage/postgres/refusal.ts'

/** The answer of the first question to the journal. @throws PostgresRefusedError if its PostgreSQL cannot
 * be reached, with what to do and without the password. */
export async function reachJournal<T>(
  place: Pick<Config, 'dataDir' | 'databaseUrl'>,
  ask: (place: Pick<Config, 'dataDir' | 'databaseUrl'>) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = place
  try {
    return await ask(place)
  } catch (error) {
    throw databaseUrl === null ? error : postgresRefusal(error, databaseUrl)
  }
}

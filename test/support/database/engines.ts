import { describe } from 'vitest'
import { postgresMissing, sharedDatabase } from './shared-postgres.ts'

/** A storage engine that journeys run on. */
export interface Engine {
  name: 'SQLite' | 'PostgreSQL'
  /** Why it cannot be tested on this machine; null if it can. */
  missing: string | null
  /** A new database with every table and no row; null for the embedded one, which lives in the data folder. */
  databaseUrl(): Promise<string | null>
}

export const ENGINES: readonly Engine[] = [
  { name: 'SQLite', missing: null, databaseUrl: async () => null },
  { name: 'PostgreSQL', missing: postgresMissing, databaseUrl: sharedDatabase },
]

/** For what is decided before storage is asked. Decision 0203: `ERRATA_ENGINES=both` asks it of both engines. */
export const ONE_ENGINE: readonly Engine[] =
  process.env.ERRATA_ENGINES === 'both' ? ENGINES : ENGINES.slice(0, 1)

/** A suite for each of these engines; one that is missing is skipped, and its name says why. */
export function describeOn(engines: readonly Engine[], title: string, suite: (engine: Engine) => void): void {
  for (const engine of engines) {
    const name = `${title}, on ${engine.name}${engine.missing === null ? '' : `: ${engine.missing}`}`
    describe.skipIf(engine.missing !== null)(name, () => suite(engine))
  }
}

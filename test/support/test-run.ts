/** What the files of one test run share, and who asks for the first time makes (global-setup.ts). */
export const SHARED = {
  /** URL of the PostgreSQL cluster. */
  cluster: '/cluster',
  /** Name of a database in it that has every table, and nothing else. */
  migrated: '/migrated',
  /** A data folder as the first start of the service leaves it. */
  dataFolder: '/data-folder',
  /** A data folder with every table, and nothing else. */
  tables: '/tables',
} as const
export type SharedPart = keyof typeof SHARED

/** Where the run's main process answers. Scripts that use the same support share nothing. */
const ADDRESS = 'ERRATA_TEST_RUN'

/** Has every worker of the run ask at `url`. */
export function answerAt(url: string): void {
  process.env[ADDRESS] = url
}

/** @returns the part; null outside a test run, or where this machine cannot have it. */
export async function sharedPart(part: SharedPart): Promise<string | null> {
  const address = process.env[ADDRESS]
  if (address === undefined) return null
  const response = await fetch(new URL(SHARED[part], address))
  const answer = await response.text()
  if (!response.ok) throw new Error(`The test run has no ${part}: ${answer}`)
  return answer === '' ? null : answer
}

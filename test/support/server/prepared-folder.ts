import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedPart } from '../test-run.ts'

/** Files of a data folder when nobody uses it any more. */
const DATABASES = ['errata.db', 'journal.db']

/**
 * Copies what the test run has prepared into a new data folder: what a first start leaves (`dataFolder`), or every table
 * and no row (`tables`). Outside of a test run the folder stays empty, and its databases are made when they are opened.
 */
export async function prepareFolder(dataDir: string, part: 'dataFolder' | 'tables'): Promise<void> {
  const prepared = await sharedPart(part)
  if (prepared === null) return
  for (const file of DATABASES) copyFileSync(join(prepared, file), join(dataDir, file))
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { noteIn, ownStatements } from './database/own-statements.ts'
import { type PostgresCluster, startPostgres } from './database/postgres.ts'
import { makeRamFolder, removeRamFolder } from './ram-folder.ts'
import { looseStatements, statementsRun } from './rules/tenant-statements.ts'
import { buildServer, Service } from './server/service.ts'
import { answerAt, SHARED, type SharedPart } from './test-run.ts'

/** Of a statement that is shown. */
const SHOWN_CHARS = 600

/** What a test run shares is made when a test asks for it, once, and ends with the run. */
export default async function setup(): Promise<() => Promise<void>> {
  process.env.TMPDIR ??= makeRamFolder() ?? tmpdir()
  buildServer()
  const notes = join(mkdtempSync(join(tmpdir(), 'errata-run-')), 'statements')
  writeFileSync(notes, '')
  noteIn(notes)
  const ends: (() => unknown)[] = [() => rmSync(dirname(notes), { recursive: true })]
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'errata-prepared-'))
    ends.push(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }
  const cluster = once(async () => {
    const started = await startPostgres({ isDurable: false, keepsStatements: true })
    if (started) ends.push(() => started.stop())
    return started
  })
  const migrated = once(async () => {
    const name = await migratedDatabase(await cluster())
    if (name !== null)
      ends.unshift(async () => reportLooseStatements((await cluster())!.url, { migrated: name, notes }))
    return name
  })
  const parts: Record<SharedPart, () => Promise<string | null>> = {
    cluster: async () => (await cluster())?.url ?? null,
    migrated,
    dataFolder: once(async () => startedOnce(newFolder())),
    tables: once(async () => {
      const dataDir = newFolder()
      await makeTables({ dataDir, databaseUrl: null })
      return dataDir
    }),
  }
  // Connections are kept as long as the run: one that ends just when a worker asks again fails its test.
  const broker = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const asked = (Object.keys(parts) as SharedPart[]).find((part) => SHARED[part] === request.url)
    try {
      response.end(asked ? ((await parts[asked]()) ?? '') : '')
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve))
  const address = broker.address()
  if (typeof address !== 'object' || !address) throw new Error('The broker has no address.')
  answerAt(`http://127.0.0.1:${address.port}`)
  return async () => {
    broker.closeAllConnections()
    broker.close()
    const failures: unknown[] = []
    for (const end of ends) await Promise.try(end).catch((error: unknown) => failures.push(error))
    removeRamFolder()
    if (failures.length > 0) throw failures[0]
  }
}

/** After a failure, the next who asks tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}

/** Fails the run for statements that it made on PostgreSQL and that don't say for which organization. Decision 0103. */
async function reportLooseStatements(
  cluster: string,
  { migrated, notes }: { migrated: string; notes: string },
): Promise<void> {
  const asked = process.env.ERRATA_STATEMENTS ?? 'fail'
  if (asked === 'off') return
  const database = Object.assign(new URL(cluster), { pathname: `/${migrated}` }).href
  const loose = await looseStatements(database, await statementsRun(cluster), ownStatements(notes))
  if (loose.length === 0) return
  const list = loose.map(({ table, statement }) => `${table}: ${statement.slice(0, SHOWN_CHARS)}`).join('\n')
  const found =
    `Statements that don't name the organization of a table by equality. Add it, or list them in ` +
    `test/support/rules/spanning-statements.ts with the reason:\n${list}\n`
  if (asked === 'fail') throw new Error(found)
  process.stderr.write(found)
}

/** A first start with the usual settings; what it wrote is all in its folder when it has stopped. */
async function startedOnce(dataDir: string): Promise<string> {
  const service = new Service({ dataDir })
  await service.start()
  await service.stop()
  return dataDir
}

/** @returns the name of a database with every table of both stores. Nobody may be connected to what is copied. */
async function migratedDatabase(cluster: PostgresCluster | null): Promise<string | null> {
  if (!cluster) return null
  const databaseUrl = await cluster.createDatabase()
  await makeTables({ dataDir: '', databaseUrl })
  return new URL(databaseUrl).pathname.slice(1)
}

/** Makes every table of both stores. */
async function makeTables(place: { dataDir: string; databaseUrl: string | null }): Promise<void> {
  // Only here: most runs need no storage in this process.
  const { openDatabase } = await import('#storage/engine/database.ts')
  const { openJournalWriter } = await import('#journal/open-journal.ts')
  const database = await openDatabase(place)
  await database.close()
  const journal = await openJournalWriter(place)
  await journal.close()
}

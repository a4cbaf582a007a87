import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresCluster, startPostgres } from './database/postgres.ts'
import { buildServer, Service } from './server/service.ts'
import { answerAt, SHARED, type SharedPart } from './test-run.ts'

/** What a test run shares is made when a test asks for it, once, and ends with the run. */
export default async function setup(): Promise<() => Promise<void>> {
  buildServer()
  const ends: (() => unknown)[] = []
  const cluster = once(async () => {
    const started = await startPostgres({ isDurable: false })
    ends.push(() => started?.stop())
    return started
  })
  const parts: Record<SharedPart, () => Promise<string | null>> = {
    cluster: async () => (await cluster())?.url ?? null,
    migrated: once(async () => migratedDatabase(await cluster())),
    dataFolder: once(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'errata-prepared-'))
      ends.push(() => rmSync(folder, { recursive: true, force: true }))
      return startedOnce(folder)
    }),
  }
  const broker = createServer(async (request, response) => {
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
    for (const end of ends) await end()
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
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
  // Only here: most runs need no storage in this process.
  const { openDatabase } = await import('#storage/engine/database.ts')
  const { openJournalWriter } = await import('#journal/open-journal.ts')
  const place = { dataDir: '', databaseUrl: await cluster.createDatabase() }
  const database = await openDatabase(place)
  await database.close()
  const journal = await openJournalWriter(place)
  await journal.close()
  return new URL(place.databaseUrl).pathname.slice(1)
}

import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { type PostgresCluster, startPostgres } from './database/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the URL of the PostgreSQL cluster that a test run shares, starting it for the first asker. */
    postgresBroker: string
  }
}

/** One PostgreSQL cluster per test run, and none when no test asks for one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<PostgresCluster | null> | null = null
  const broker = createServer(async (_request, response) => {
    cluster ??= startPostgres({ isDurable: false })
    try {
      const started = await cluster
      response.end(started?.url ?? '')
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve))
  const address = broker.address()
  if (typeof address !== 'object' || !address) throw new Error('The broker has no address.')
  project.provide('postgresBroker', `http://127.0.0.1:${address.port}/`)
  return async () => {
    broker.closeAllConnections()
    broker.close()
    const started = await cluster
    await started?.stop()
  }
}

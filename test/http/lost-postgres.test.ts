import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { isEngineFailure } from '#storage/engine/engine-failure.ts'
import { postgresMissing, sharedDatabase } from '../support/database/shared-postgres.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { silentProxyOfTest } from '../support/server/silent-proxy.ts'

const QUERY_TIMEOUT_MS = 400
const CONNECTIONS = 3

describe.skipIf(postgresMissing)('a PostgreSQL that is lost without a word', () => {
  const probe = (database: Database) => sql<{ one: number }>`SELECT 1 AS one`.execute(database.queries)

  it('holds nobody for longer than the limit, in a transaction neither, and is used again once it is back', async () => {
    const proxy = await silentProxyOfTest(await sharedDatabase())
    const database = await openDatabase({
      dataDir: tmpdir(),
      databaseUrl: proxy.url,
      maxConnections: CONNECTIONS,
      queryTimeoutMs: QUERY_TIMEOUT_MS,
    })
    onTestFinished(() => database.close())
    await Promise.all(Array.from({ length: CONNECTIONS }, () => probe(database)))
    const before = performance.now()
    const inTransaction = database.transaction(async (db) => {
      await sql`SELECT 1`.execute(db)
      proxy.silence()
      await sql`SELECT 2`.execute(db)
    })
    const asked = [
      inTransaction,
      ...Array.from({ length: CONNECTIONS - 1 }, () => inTransaction.catch(() => probe(database))),
    ]
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'))
    for (const outcome of outcomes) {
      expect(outcome.status === 'rejected' && isEngineFailure(outcome.reason)).toBe(true)
    }
    // Each waits once for its query, and the second ones for a connection besides.
    expect(performance.now() - before).toBeLessThan(DEADLINE_MS / 2)
    proxy.recover()
    await vi.waitFor(async () => expect((await probe(database)).rows).toEqual([{ one: 1 }]), DEADLINE_MS)
  })
})

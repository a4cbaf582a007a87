import { describe, expect, it } from 'vitest'
import { findPostgres, startPostgres } from '../support/database/postgres.ts'
import { SEED } from '../support/fuzz/seed.ts'
import { runCrashRounds } from './crash-rounds.ts'

/** Few by default; `.ci/long` asks for more. */
const ROUNDS = Number(process.env.ERRATA_CRASH_ROUNDS ?? 2)
/** Each of these rounds starts a node among others, and takes two or three times as long. */
const NODE_KILLS = Math.max(2, Math.ceil(ROUNDS / 2))
const POSTGRES_KILLS = Math.max(1, Math.ceil(ROUNDS / 4))
const NODES = 3
const TOLD_ROUNDS = Math.max(1, Math.ceil(ROUNDS / 4))
const MS_PER_ROUND = 90_000
const SETUP_MS = 60_000
/** What was in hand at the last kill is told a minute later. */
const TOLD_MS = 90_000

const log = (line: string) => process.stdout.write(`crash test, seed ${SEED}: ${line}\n`)

describe('killed at random moments under load, nothing accepted is lost or counted twice', () => {
  it(`the service, embedded, ${ROUNDS} times`, { timeout: SETUP_MS + ROUNDS * MS_PER_ROUND }, async () => {
    const summary = await runCrashRounds({ rounds: ROUNDS, seed: SEED, databaseUrl: null, faults: true, log })
    expect(summary.violations).toEqual([])
    expect(summary.accepted).toBeGreaterThan(ROUNDS)
  })

  // Beside one another: they wait for webhooks, nodes that take over, and connections.
  describe.concurrent('and', () => {
    it(`told once each to webhooks, ${TOLD_ROUNDS} times`, {
      timeout: SETUP_MS + TOLD_MS + TOLD_ROUNDS * MS_PER_ROUND,
    }, async ({ expect }) => {
      const summary = await runCrashRounds({ rounds: TOLD_ROUNDS, seed: SEED, databaseUrl: null, log })
      expect(summary.violations).toEqual([])
    })

    it.skipIf(!findPostgres())(
      `one of three nodes on PostgreSQL, ${NODE_KILLS} times`,
      {
        timeout: SETUP_MS + NODE_KILLS * MS_PER_ROUND,
      },
      async ({ expect, onTestFinished }) => {
        const cluster = (await startPostgres())!
        onTestFinished(() => cluster.stop())
        const databaseUrl = await cluster.createDatabase()
        const options = { rounds: NODE_KILLS, seed: SEED, databaseUrl, nodes: NODES, faults: true }
        const summary = await runCrashRounds({ ...options, log })
        expect(summary.violations).toEqual([])
        expect(summary.accepted).toBeGreaterThan(NODE_KILLS)
      },
    )

    it.skipIf(!findPostgres())(
      `PostgreSQL itself, ${POSTGRES_KILLS} times`,
      {
        timeout: SETUP_MS + TOLD_MS + POSTGRES_KILLS * MS_PER_ROUND,
      },
      async ({ expect, onTestFinished }) => {
        const database = (await startPostgres())!
        onTestFinished(() => database.stop())
        const databaseUrl = await database.createDatabase()
        const summary = await runCrashRounds({
          rounds: POSTGRES_KILLS,
          seed: SEED,
          databaseUrl,
          database,
          log,
        })
        expect(summary.violations).toEqual([])
        expect(summary.accepted).toBeGreaterThan(POSTGRES_KILLS)
      },
    )
  })
})

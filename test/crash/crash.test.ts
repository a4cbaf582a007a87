import { describe, expect, it, onTestFinished } from 'vitest'
import { findPostgres, startPostgres } from '../support/postgres.ts'
import { freshSeed } from '../support/seeded-random.ts'
import { runCrashRounds } from './crash-rounds.ts'

/** Few by default; `.ci/run` asks for more. */
const ROUNDS = Number(process.env.ERRATA_CRASH_ROUNDS ?? 3)
const POSTGRES_KILLS = Math.max(1, Math.ceil(ROUNDS / 4))
const MS_PER_ROUND = 20_000
const SETUP_MS = 60_000

describe('killed at random moments under load, nothing accepted is lost or counted twice', () => {
  const seed = freshSeed()
  const log = (line: string) => process.stdout.write(`crash test, seed ${seed}: ${line}\n`)

  it(`the service, embedded, ${ROUNDS} times`, { timeout: SETUP_MS + ROUNDS * MS_PER_ROUND }, async () => {
    const summary = await runCrashRounds({ rounds: ROUNDS, seed, databaseUrl: null, log })
    expect(summary.violations).toEqual([])
    expect(summary.accepted).toBeGreaterThan(ROUNDS)
  })

  describe.skipIf(!findPostgres())('with PostgreSQL', () => {
    it(`the service, ${ROUNDS} times`, { timeout: SETUP_MS + ROUNDS * MS_PER_ROUND }, async () => {
      const cluster = (await startPostgres())!
      onTestFinished(() => cluster.stop())
      const databaseUrl = await cluster.createDatabase()
      const summary = await runCrashRounds({ rounds: ROUNDS, seed, databaseUrl, log })
      expect(summary.violations).toEqual([])
      expect(summary.accepted).toBeGreaterThan(ROUNDS)
    })

    it(`PostgreSQL itself, ${POSTGRES_KILLS} times`, {
      timeout: SETUP_MS + POSTGRES_KILLS * MS_PER_ROUND,
    }, async () => {
      const database = (await startPostgres())!
      onTestFinished(() => database.stop())
      const databaseUrl = await database.createDatabase()
      const summary = await runCrashRounds({ rounds: POSTGRES_KILLS, seed, databaseUrl, database, log })
      expect(summary.violations).toEqual([])
      expect(summary.accepted).toBeGreaterThan(POSTGRES_KILLS)
    })
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import type { VerifyProgress } from '#storage/verify/progress.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { seedIssue, seedOrg, seedProject } from '../support/database/seed.ts'

const START = Date.UTC(2026, 10, 20, 10, 30)
/** More than are read together, twice. */
const EVENTS = 4_500

describeOn(ENGINES, 'errata verify with issues of more events than it reads together', (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-many-'))
  let database: Database

  beforeAll(async () => {
    const databaseUrl = await engine.databaseUrl()
    database = await openDatabase({ dataDir, databaseUrl, threads: false })
    const project = await seedProject(database, await seedOrg(database, 'Test'), 'shop')
    for (const count of [3, EVENTS, 5]) {
      // Many are of the same time, so that parts begin between these.
      const events = Array.from({ length: count }, (_, n) => ({
        at: START - Math.floor(n / 700) * 60_000,
        release: `1.${n % 7}`,
        browser: 'Firefox',
        os: `System ${n % 3}`,
      }))
      await seedIssue(database, { project, title: `Error of ${count}`, events })
    }
  })
  afterAll(async () => {
    await database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** What is found, but for what the seed leaves out. */
  async function found(): Promise<string[]> {
    const { differences, events } = await verifyDatabase(database.queries)
    expect(events).toBe(EVENTS + 8)
    const leftOut = [
      'issue.fingerprint',
      'event.payload',
      'consumer.next_event_number',
      'project.first_event_at',
    ]
    return differences.map(({ check }) => check).filter((check) => !leftOut.includes(check))
  }

  test('each event is counted once', async () => {
    expect(await found()).toEqual([])
  })

  test('one event too many or too few of a value is found', async () => {
    const change = (by: number) =>
      sql`UPDATE issue_facet SET event_count = event_count + ${sql.lit(by)} WHERE facet = 'os' AND value = 'System 2'
          AND event_count > 100`.execute(database.queries)
    await change(1)
    expect(await found()).toContain('facet.os')
    await change(-2)
    expect(await found()).toContain('facet.os')
    await change(1)
  })

  test('it says how far it is', async () => {
    const said: VerifyProgress[] = []
    await verifyDatabase(database.queries, { onProgress: (progress) => said.push(progress) })
    expect(said[0]).toEqual({ what: 'issues', checked: 3, total: 3 })
    expect(said.at(-1)).toMatchObject({ what: 'references' })
  })
})

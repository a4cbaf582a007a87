import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { type TakeSnapshot, withSnapshots } from '#storage/engine/snapshot.ts'
import { moveIssues, refreshFamily } from '#storage/issue/family.ts'
import { verifyInSteps } from '#storage/verify/verify-database.ts'
import { describeOn, ENGINES, ONE_ENGINE } from '../support/database/engines.ts'
import { type SeedProject, seedOrg, seedProject } from '../support/database/seed.ts'
import { sweepAllowed } from '../support/database/sweep-retention.ts'
import { type FedEvent, PipelineFeed } from '../support/pipeline/pipeline-feed.ts'

const START = Date.UTC(2026, 10, 20, 10, 30)
const HOUR = 3_600_000
/** Two pages of issues, and two parts of the documents of one. */
const ISSUES = 250

describeOn(ENGINES, 'errata verify while all of it changes', (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-steps-'))
  let databaseUrl: string | null
  let database: Database
  let project: SeedProject
  let feed: PipelineFeed

  beforeAll(async () => {
    databaseUrl = await engine.databaseUrl()
    database = await openDatabase({ dataDir, databaseUrl, threads: false })
    project = await seedProject(database, await seedOrg(database, 'Test'), 'shop')
    feed = await PipelineFeed.start(database)
    for (const age of [200, 100, 0]) {
      const events = Array.from({ length: ISSUES }, (_, n) => eventOf(n, START - age * HOUR))
      await feed.send(project, events)
    }
  })
  afterAll(async () => {
    await database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  let round = 0
  /** Between two pictures events come in, issues are merged and split, and old events go. */
  async function change(): Promise<void> {
    round += 1
    const some = Array.from({ length: 15 }, (_, n) => eventOf((round * 37 + n * 11) % ISSUES, START + round))
    await feed.send(project, some)
    const scope = { db: database.queries, ...project }
    const ids = await database.queries.selectFrom('issue').select('id').orderBy('id').execute()
    const [root, child] = [ids[round]!.id, ids[ISSUES - round]!.id]
    await database.transaction(async (db) => {
      await moveIssues({ ...scope, db }, [child], { rootId: root, now: START })
      await refreshFamily({ ...scope, db }, root, START)
    })
    if (round % 10 === 0) await sweepAllowed({ database, clock: () => START + 90 * 24 * HOUR - 150 * HOUR })
  }

  // All that a quick look reads is read in a deep one, too.
  test.each(ONE_ENGINE.includes(engine) ? [false, true] : [true])(
    'finds nothing wrong, and holds no picture for long (deep: %s)',
    async (isDeep) => {
      const seen: number[] = []
      const { differences, issues } = await withSnapshots({ dataDir, databaseUrl }, (take) => {
        const takeChanged: TakeSnapshot = async (work) => {
          await change()
          return take(async (db) => {
            const { last } = await db
              .selectFrom('issue')
              .select((eb) => eb.fn.max('last_seen_at').as('last'))
              .executeTakeFirstOrThrow()
            seen.push(last - START)
            return work(db)
          })
        }
        return verifyInSteps(takeChanged, { isDeep })
      })
      expect({ differences, issues }).toEqual({ differences: [], issues: ISSUES })
      // Each picture is of its own moment: pages, parts of their documents, and each table.
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.length).toBeGreaterThan(isDeep ? 40 : 30)
    },
    120_000,
  )
})

function eventOf(n: number, at: number): FedEvent {
  const user = { id: `${n % 50}`, email: `${n % 50}@example.com` }
  return {
    kind: `Error${[...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`,
    at,
    release: `${n % 9}`,
    user,
  }
}

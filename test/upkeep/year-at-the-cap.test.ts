import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { type SeedProject, seedOrg, seedProject } from '../support/database/seed.ts'
import { sweepAllowed } from '../support/database/sweep-retention.ts'
import { type FedEvent, PipelineFeed } from '../support/pipeline/pipeline-feed.ts'

const DAY = 24 * 3_600_000
const START = Date.UTC(2026, 0, 1)
const YEAR_DAYS = 364
/** When all that is kept is full: events and what hangs on them, and issues nobody touched. */
const FULL_DAYS = 238
const DAYS_PER_SWEEP = 14
/** The cap of this project, so to say. */
const EVENTS_PER_DAY = 20
const NEW_ISSUES_PER_DAY = 2
const EVENTS_KEPT_DAYS = 90
const QUIET_ISSUE_DAYS = 180

const STORED = EVENTS_PER_DAY * EVENTS_KEPT_DAYS
/** And the one issue that never rests. */
const ISSUES = NEW_ISSUES_PER_DAY * QUIET_ISSUE_DAYS + 1
/** Values of a facet that an issue keeps, and those of the latest batch. */
const VALUES_KEPT = 1_000 + 250 + EVENTS_PER_DAY * DAYS_PER_SWEEP
/** The most rows that docs/operations.md ("What grows, and where it ends") allows after so many days. */
const BOUNDS: Record<string, (days: number) => number> = {
  event: () => STORED,
  event_payload: () => STORED,
  issue: () => ISSUES,
  issue_fingerprint: () => ISSUES,
  issue_preview: () => NEW_ISSUES_PER_DAY * EVENTS_KEPT_DAYS + 1,
  issue_email: () => STORED + EVENTS_PER_DAY,
  email_address: () => STORED + EVENTS_PER_DAY,
  issue_hour: (days) => ISSUES - 1 + 24 + (days - EVENTS_KEPT_DAYS) + STORED,
  issue_day: (days) => ISSUES - 1 + days,
  project_hour: () => STORED,
  issue_facet: () => 2 * (ISSUES - 1 + VALUES_KEPT),
  release: () => STORED + ISSUES - 1 + VALUES_KEPT,
  org: () => 1,
  project: () => 1,
  consumer: () => 1,
}
/** A row of `issue_user`, its index, and what is free in their pages. */
const BYTES_PER_USER = 64
/** One row per day of the issue that never rests; folded further after 400 days. */
const HISTORY = new Set(['issue_hour', 'issue_day'])

describe('A year at the cap, with ever new people, releases, values and errors', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-year-'))
  let database: Database
  let project: SeedProject
  const rows = new Map<number, Record<string, number>>()
  const bytes = new Map<number, number>()
  const full = () => rows.get(FULL_DAYS)!
  const atTheEnd = () => rows.get(YEAR_DAYS)!

  beforeAll(async () => {
    database = await openDatabase({ dataDir, databaseUrl: null, threads: false })
    const org = await seedOrg(database, 'Test')
    project = await seedProject(database, org, 'shop')
    await database.queries.updateTable('project').set({ created_at: START }).execute()
    const feed = await PipelineFeed.start(database)
    for (let day = DAYS_PER_SWEEP; day <= YEAR_DAYS; day += DAYS_PER_SWEEP) {
      await feed.send(project, eventsBefore(day))
      await sweepAllowed({ database, clock: () => START + day * DAY })
      if (day !== FULL_DAYS && day !== YEAR_DAYS) continue
      rows.set(day, await countRows())
      bytes.set(day, await databaseBytes())
    }
  })
  afterAll(async () => {
    await database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** With what is still in the write-ahead log: when that is emptied is a matter of time. */
  async function databaseBytes(): Promise<number> {
    const { rows } = await sql<{ bytes: number }>`
      SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`.execute(
      database.queries,
    )
    return rows[0]!.bytes
  }

  async function countRows(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const { name } of await database.queries.introspection.getTables()) {
      const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(name)}`.execute(
        database.queries,
      )
      counts[name] = rows[0]!.count
    }
    return counts
  }

  test('each table has at most the rows that the documentation names', () => {
    for (const [days, counts] of rows) {
      for (const [table, count] of Object.entries(counts)) {
        if (table === 'schema_version' || table === 'issue_user') continue
        expect([days, table, count], `${table} after ${days} days`).toEqual([
          days,
          table,
          Math.min(count, BOUNDS[table]?.(days) ?? 0),
        ])
      }
    }
  })

  test('no table or file grows further once what is kept is full', () => {
    const grown = Object.keys(full()).filter((table) => atTheEnd()[table]! > full()[table]!)
    expect(grown.filter((table) => !HISTORY.has(table) && table !== 'issue_user')).toEqual([])
    for (const table of HISTORY) {
      expect(atTheEnd()[table]! - full()[table]!).toBeLessThanOrEqual(YEAR_DAYS - FULL_DAYS + 24)
    }
    // Users of an issue stay, so that they are counted once forever.
    const newUsers = atTheEnd().issue_user! - full().issue_user!
    const allowed = 1.03 * bytes.get(FULL_DAYS)! + newUsers * BYTES_PER_USER
    expect(bytes.get(YEAR_DAYS)).toBeLessThanOrEqual(allowed)
  })

  test('every number follows from the rows it is made of', async () => {
    expect((await verifyDatabase(database.queries)).differences).toEqual([])
  })
})

/** In each event everything is new: its person, release and environment; one in ten is an error of its own. */
function eventsBefore(day: number): FedEvent[] {
  return Array.from({ length: EVENTS_PER_DAY * DAYS_PER_SWEEP }, (_, n) => {
    const id = `${day}-${n}`
    const isNew = n % (EVENTS_PER_DAY / NEW_ISSUES_PER_DAY) === 0
    return {
      kind: isNew ? `Error${letters(day)}Of${letters(n)}` : 'Steady',
      at: START + (day - DAYS_PER_SWEEP) * DAY + (n * DAY) / EVENTS_PER_DAY,
      release: `shop@${id}`,
      environment: `env-${id}`,
      user: { id, email: `${id}@example.com` },
    }
  })
}

/** Digits would be taken out of the grouping. */
function letters(n: number): string {
  return [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
}

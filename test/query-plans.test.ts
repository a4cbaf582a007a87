import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueListQuery } from '#contract/issue.ts'
import { ISSUE_SORTS } from '#contract/vocabulary.ts'
import { trendRange } from '#domain/time-buckets.ts'
import { DATABASE_FILE, type Database, openDatabase } from '#storage/database.ts'
import { sumProjectHours } from '#storage/issue-hour.ts'
import type { Schema } from '#storage/schema.ts'
import { sqliteDialect } from '#storage/sqlite-dialect.ts'
import { directRunner, type SqliteRunner } from '#storage/sqlite-pool.ts'
import { completeSearch } from '#triage/complete-search.ts'
import { issueEvents } from '#triage/issue-events.ts'
import { issueHistory } from '#triage/issue-history.ts'
import { issueTimeline } from '#triage/issue-timeline.ts'
import { issueTrends } from '#triage/issue-trends.ts'
import { listIssues } from '#triage/list-issues.ts'
import { projectReleases } from '#triage/project-releases.ts'
import { readEvent } from '#triage/read-event.ts'
import { readFeedback } from '#triage/read-feedback.ts'
import { readIssue } from '#triage/read-issue.ts'
import { type SeedProject, seedIssue, seedOrg, seedProject } from './support/seed.ts'

const NOW = Date.UTC(2026, 10, 20)
const EVENT = '0f8fad5b-d9cb-469f-a165-70867728950e'

let dataDir: string
let database: Database
let project: SeedProject
let issueId: string
/** Statements since the last look, with the parameters of their last run. */
const statements = new Map<string, readonly unknown[]>()

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'errata-plans-'))
  const made = await openDatabase({ dataDir, databaseUrl: null, threads: false })
  project = await seedProject(made, await seedOrg(made, 'plans'), 'shop')
  const events = [{ at: NOW, eventId: EVENT, release: '1.0', payload: {} }, { at: NOW - 1 }]
  issueId = (await seedIssue(made, { project, title: 'TypeError: x', events })).uid
  await made.close()
  database = recorded(
    directRunner({ file: join(dataDir, DATABASE_FILE), readonly: false, cacheKib: 1024, foreignKeys: true }),
  )
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A database on a runner whose statements are noted. */
function recorded(runner: SqliteRunner): Database {
  const noting: SqliteRunner = {
    waiting: 0,
    close: () => runner.close(),
    run(sql, parameters) {
      if (!sql.startsWith('explain')) statements.set(sql, parameters)
      return runner.run(sql, parameters)
    },
  }
  const queries = new Kysely<Schema>({ dialect: sqliteDialect({ writer: noting, readers: [noting] }) })
  return {
    dialect: 'sqlite',
    queries,
    transaction: (work) => queries.transaction().execute(work),
    close: () => queries.destroy(),
  }
}

/** Tables that grow with events; reading all rows of an organization reads about the whole of them. */
const LARGE = ['event', 'event_payload', 'issue', 'issue_hour', 'issue_facet', 'issue_user', 'issue_email']

/** Lines of the plans of everything `ask` ran that read a whole table or a whole organization. */
async function wholeReads(ask: () => Promise<unknown>): Promise<string[]> {
  statements.clear()
  await ask()
  expect(statements.size).toBeGreaterThan(0)
  const tables = (await database.queries.introspection.getTables()).map((table) => table.name)
  const found: string[] = []
  for (const [sql, parameters] of statements) {
    for (const detail of await planOf(sql, parameters)) {
      const scanned = /^SCAN (\w+)/.exec(detail)?.[1] ?? ''
      const searched = /^SEARCH (\w+) .*\(org_id=\?\)$/.exec(detail)?.[1] ?? ''
      if (tables.includes(scanned) || LARGE.includes(searched)) found.push(`${detail} in ${sql}`)
    }
  }
  return found
}

async function planOf(sql: string, parameters: readonly unknown[]): Promise<string[]> {
  const statement = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
  const { rows } = await database.queries.executeQuery<{ detail: string }>(statement)
  return rows.map((row) => row.detail)
}

const deps = () => ({ database, clock: () => NOW })
const scope = () => ({ db: database.queries, orgId: project.orgId, orgUid: project.orgUid })
const list = (query: Record<string, string>) => () => listIssues(deps(), project, issueListQuery.parse(query))

test.each([
  ...ISSUE_SORTS.map((sort) => ({ sort })),
  ...ISSUE_SORTS.map((sort) => ({ sort, window: '90d' })),
  { q: 'is:unresolved !is:snoozed level:error' },
  { q: 'env:production' },
  { q: 'release:1.0' },
  { q: 'TypeError x' },
])('no table is read whole for the list %j', async (query) => {
  expect(await wholeReads(list(query))).toEqual([])
  expect(await wholeReads(list({ ...query, project_id: project.projectUid }))).toEqual([])
})

test.each<[string, () => Promise<unknown>]>([
  ['an issue', () => readIssue(deps(), project, issueId)],
  ['trends', () => issueTrends(deps(), project, { issue_ids: [issueId], window: '7d' })],
  ['a timeline', () => issueTimeline(deps(), project, { issueId, query: { window: 'all' } })],
  ['events', () => issueEvents(deps(), project, { issueId, query: { limit: 50, offset: 0 } })],
  [
    'events of a release',
    () => issueEvents(deps(), project, { issueId, query: { limit: 50, offset: 0, release: '1.0' } }),
  ],
  ['an event', () => readEvent(deps(), project, EVENT)],
  ['feedback', () => readFeedback(deps(), project, EVENT)],
  ['activity', () => issueHistory(deps(), project, issueId)],
  ['releases', () => projectReleases(deps(), project, project.projectUid)],
  ['usage', () => sumProjectHours(scope(), project.projectId, trendRange('24h', NOW))],
  ['environments', () => completeSearch(deps(), project, { key: 'env', prefix: 'p', limit: 9 })],
  ['release values', () => completeSearch(deps(), project, { key: 'release', prefix: '', limit: 9 })],
])('no table is read whole for %s', async (_, ask) => {
  expect(await wholeReads(ask)).toEqual([])
})

test.each<[string, () => Promise<unknown>]>([
  ['the addresses of an organization, for a part of one', list({ q: 'user.email:ada' })],
  [
    'the narrow index of issues, for their levels',
    () => completeSearch(deps(), project, { key: 'level', prefix: '', limit: 9 }),
  ],
])('known to be read whole: %s', async (_, ask) => {
  expect(await wholeReads(ask)).toEqual([expect.stringContaining('USING COVERING INDEX')])
})

test('the check sees what is read whole', async () => {
  const { queries } = database
  expect(await wholeReads(() => queries.selectFrom('event').select('seq').execute())).toHaveLength(1)
  const ofOrg = queries.selectFrom('event').select('seq').where('org_id', '=', 1)
  expect(await wholeReads(() => ofOrg.execute())).toHaveLength(1)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { issueListQuery } from '#contract/issue.ts'
import { ISSUE_SORTS } from '#contract/vocabulary.ts'
import { type Database, openDatabase } from '#storage/database.ts'
import { completeSearch } from '#triage/complete-search.ts'
import { issueEvents } from '#triage/issue-events.ts'
import { issueTimeline } from '#triage/issue-timeline.ts'
import { issueTrends } from '#triage/issue-trends.ts'
import { listIssues } from '#triage/list-issues.ts'
import { readEvent } from '#triage/read-event.ts'
import { readIssue } from '#triage/read-issue.ts'
import { findQueryData, type QueryData, seedQueryData } from './seed-queries.ts'

/**
 * Times the reads behind the API, warm, on an installation of a given size: `node bench/queries.ts
 * [--small] [--rounds 30] [--only TEXT] [--database-url postgres://…] [--data-dir FOLDER]`. Prints median and p95
 * of the time, and the processor time, in milliseconds. A folder that is named is kept, and used again as it is.
 */
const FULL = { issues: 50_000, events: 1_000_000, projects: 10, hotEvents: 25_000 }
const SMALL = { issues: 2_000, events: 40_000, projects: 3, hotEvents: 12_000 }
const WARM_UP = 5

/** One thing to time. */
interface Question {
  name: string
  ask: () => Promise<unknown>
}

/** Tokens of the query language: common, rare and absent values of each. */
const SEARCHES = [
  'is:unresolved',
  'is:unresolved,regression !is:snoozed',
  'is:snoozed',
  'env:staging',
  'env:nowhere',
  'release:app@1.2.3',
  'release:never',
  'level:fatal',
  'cart',
  'error',
  'socket cache',
  'step 31234',
  'xyzzy',
  'user.email:user1999@example.com',
  'user.email:user1999*',
  'user.email:nobody@nowhere',
  'is:unresolved env:production level:error cart',
]

const { values: options } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '30' },
    'database-url': { type: 'string' },
    'data-dir': { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
await run(options.small ? SMALL : FULL, Number(options.rounds))

async function run(size: typeof FULL, rounds: number): Promise<void> {
  const kept = options['data-dir']
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'errata-bench-'))
  const database = await openDatabase({ dataDir, databaseUrl: options['database-url'] ?? null })
  try {
    const { data, now } = (await findQueryData(database)) ?? (await seed(database, size))
    for (const question of await questions(database, data, now)) {
      if (question.name.includes(options.only)) report(question.name, await time(question, rounds))
    }
  } finally {
    await database.close()
    if (kept === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
}

async function seed(database: Database, size: typeof FULL): Promise<{ data: QueryData; now: number }> {
  const now = Date.now()
  const began = performance.now()
  const data = await seedQueryData(database, size, now)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`${database.dialect}: ${size.issues} issues, ${size.events} events, seeded in ${seconds} s`)
  return { data, now }
}

async function questions(database: Database, data: QueryData, now: number): Promise<Question[]> {
  const deps = { database, clock: () => now }
  const list = (name: string, query: Record<string, string>): Question => ({
    name,
    ask: () => listIssues(deps, data, issueListQuery.parse(query)),
  })
  const project = { project_id: data.projects[0]!.projectUid }
  const lists = (['7d', '90d'] as const).flatMap((window) => [
    ...ISSUE_SORTS.map((sort) => list(`list ${window} ${sort}`, { window, sort })),
    list(`list ${window} of a project by events`, { window, sort: 'events_desc', ...project }),
  ])
  const tokens = SEARCHES.map((q) => list(`list 90d q=${q}`, { window: '90d', q }))
  const busiest = await listIssues(
    deps,
    data,
    issueListQuery.parse({ window: '90d', sort: 'events_desc', limit: '200' }),
  )
  const ids = busiest.issues.map((issue) => issue.id)
  return [...lists, ...tokens, ...(await ofIssues(deps, data, ids))]
}

async function ofIssues(
  deps: { database: Database; clock: () => number },
  data: QueryData,
  busiestIds: string[],
): Promise<Question[]> {
  const issueId = data.hotIssue.uid
  const events = (query: { offset: number; release?: string; limit?: number }) => () =>
    issueEvents(deps, data, { issueId, query: { limit: 50, ...query } })
  const { events: shown } = await events({ offset: 5_000 })()
  const { id, release } = shown[0]!
  return [
    ...(['24h', '7d', '90d'] as const).map((window) => ({
      name: `trends of the 200 busiest issues, ${window}`,
      ask: () => issueTrends(deps, data, { issue_ids: busiestIds, window }),
    })),
    ...(['7d', '30d', 'all'] as const).map((window) => ({
      name: `timeline ${window} of the busiest issue`,
      ask: () => issueTimeline(deps, data, { issueId, query: { window } }),
    })),
    { name: 'issue with facets', ask: () => readIssue(deps, data, issueId) },
    { name: 'events, first page of 50', ask: events({ offset: 0 }) },
    { name: 'events at offset 10,000', ask: events({ offset: 10_000 }) },
    { name: 'events of a release', ask: events({ offset: 0, release }) },
    { name: 'one event with its place', ask: () => readEvent(deps, data, id) },
    ...(['env', 'release', 'level'] as const).map((key) => ({
      name: `completion of ${key}`,
      ask: () => completeSearch(deps, data, { key, prefix: '', limit: 20 }),
    })),
  ]
}

interface Timing {
  /** Sorted, ms. */
  walls: number[]
  /** Of one question, all threads, ms: what the machine's other work does not disturb. */
  cpu: number
}

async function time({ ask }: Question, rounds: number): Promise<Timing> {
  for (let n = 0; n < WARM_UP; n++) await ask()
  const walls: number[] = []
  const before = process.cpuUsage()
  for (let n = 0; n < rounds; n++) {
    const began = performance.now()
    await ask()
    walls.push(performance.now() - began)
  }
  const { user, system } = process.cpuUsage(before)
  return { walls: walls.sort((a, b) => a - b), cpu: (user + system) / 1000 / rounds }
}

function report(name: string, { walls, cpu }: Timing): void {
  const at = (share: number): string => shown(walls[Math.floor((walls.length - 1) * share)]!)
  console.log(`${name.padEnd(56)} median ${at(0.5)}  p95 ${at(0.95)}  cpu ${shown(cpu)} ms`)
}

function shown(ms: number): string {
  return ms.toFixed(2).padStart(8)
}

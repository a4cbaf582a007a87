import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { startPostgres } from '../test/support/database/postgres.ts'
import { queryQuestions } from './query-questions.ts'
import type { Question } from './reads/question.ts'
import { readsTable, type TimedRead } from './reads/reads-table.ts'
import { findQueryData, type QueryData, seedQueryData } from './seed/queries.ts'

/**
 * Times the reads behind the API, warm, on an installation of a given size: `node bench/queries.ts
 * [--engine sqlite|postgres] [--small | --large] [--rounds 20] [--only TEXT] [--database-url postgres://…]
 * [--data-dir FOLDER]`. Prints median and p95 of the time and the processor time of this process, in
 * milliseconds, and ends with exit code 1 if one is not within its goal. PostgreSQL is one of our own, started
 * for the run, unless a URL is given. A folder or database that is named is kept, and used again as it is.
 */
const FULL = { issues: 50_000, events: 1_000_000, projects: 10, hotEvents: 25_000, families: 500 }
const LARGE = { issues: 400_000, events: 3_000_000, projects: 300, hotEvents: 100_000, families: 800 }
const SMALL = { issues: 2_000, events: 80_000, projects: 3, hotEvents: 15_000, families: 20 }
const GOALS = { sqlite: { median: 10, p95: 25 }, postgres: { median: 20, p95: 50 } }
const WARM_UP = 3

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    small: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    'database-url': { type: 'string' },
    'data-dir': { type: 'string' },
  },
})
const databaseUrl = options['database-url']
if (options.engine === 'sqlite' || databaseUrl !== undefined) await runOn(databaseUrl ?? null)
else if (options.engine === 'postgres') await runOnOwnPostgres()
else throw new Error(`--engine is sqlite or postgres, not ${options.engine}.`)

async function runOnOwnPostgres(): Promise<void> {
  const cluster = await startPostgres()
  if (cluster === null) throw new Error('There is no PostgreSQL on this machine; give a --database-url.')
  try {
    await runOn(await cluster.createDatabase())
  } finally {
    await cluster.stop()
  }
}

async function runOn(databaseUrl: string | null): Promise<void> {
  const kept = options['data-dir']
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'errata-bench-'))
  const database = await openDatabase({ dataDir, databaseUrl })
  try {
    const { data, now } = (await findQueryData(database)) ?? (await seed(database, databaseUrl))
    const questions = await queryQuestions(database, data, now)
    const missed = await timeAll(
      database,
      questions.filter(({ name }) => name.includes(options.only)),
    )
    if (missed > 0) process.exitCode = 1
  } finally {
    await database.close()
    if (kept === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
}

async function seed(
  database: Database,
  databaseUrl: string | null,
): Promise<{ data: QueryData; now: number }> {
  const size = options.small ? SMALL : options.large ? LARGE : FULL
  const now = Date.now()
  const began = performance.now()
  const data = await seedQueryData(database, size, now)
  if (databaseUrl !== null) await vacuum(databaseUrl)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`${size.issues} issues, ${size.events} events, seeded in ${seconds} s`)
  return { data, now }
}

/** What PostgreSQL has done by itself by the time this many events have come in. */
async function vacuum(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.end()
}

/** @returns how many questions missed their goal. */
async function timeAll({ dialect }: Database, questions: Question[]): Promise<number> {
  const goal = GOALS[dialect]
  console.log(`${dialect}; goal: median under ${goal.median} ms, p95 under ${goal.p95} ms`)
  const reads: TimedRead[] = []
  for (const question of questions) {
    const { median, p95, cpu } = await time(question)
    const isWithinGoal = median < goal.median && p95 < goal.p95
    const verdict = isWithinGoal ? '' : question.hasGoal ? 'MISSED' : '(no goal)'
    reads.push({ ...question, medianMs: median, isWithinGoal })
    const times = `median ${shown(median)}  p95 ${shown(p95)}  cpu ${shown(cpu)} ms`
    console.log(`${question.name.padEnd(58)} ${times}  ${verdict}`.trimEnd())
  }
  const lists = reads.filter(({ name }) => name.startsWith('list '))
  const others = reads.filter((read) => !lists.includes(read))
  console.log(`\n${readsTable('list', lists)}\n\n${readsTable('read', others)}\n`)
  const missed = reads.filter(({ hasGoal, isWithinGoal }) => hasGoal && !isWithinGoal).length
  console.log(missed === 0 ? 'All within their goals.' : `${missed} of ${reads.length} missed their goal.`)
  return missed
}

interface Timing {
  median: number
  p95: number
  /** Of one question, all threads of this process: what the machine's other work does not disturb. */
  cpu: number
}

async function time({ ask }: Question): Promise<Timing> {
  const rounds = Number(options.rounds)
  for (let n = 0; n < WARM_UP; n++) await ask()
  const walls: number[] = []
  const before = process.cpuUsage()
  for (let n = 0; n < rounds; n++) {
    const began = performance.now()
    await ask()
    walls.push(performance.now() - began)
  }
  const { user, system } = process.cpuUsage(before)
  walls.sort((a, b) => a - b)
  const at = (share: number): number => walls[Math.floor((walls.length - 1) * share)]!
  return { median: at(0.5), p95: at(0.95), cpu: (user + system) / 1000 / rounds }
}

function shown(ms: number): string {
  return ms.toFixed(2).padStart(7)
}

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { JournalWriter } from '#journal/journal.ts'
import { openJournalWriter } from '#journal/open-journal.ts'
import { findPostgres, startPostgres } from '../test/support/database/postgres.ts'

/**
 * What a backup costs accepts on PostgreSQL: `node bench/backup.ts [seconds [turns]]`. Four clients append events of 5 KB one
 * after the other: by themselves and beside `pg_basebackup`, in turns, of which the ratios count, on a busy machine of many short ones; then one client beside a snapshot that is held, as
 * `pg_dump` holds one for as long as it runs.
 */
const SECONDS = Number(process.argv[2] ?? 10)
const HELD_SECONDS = 6 * SECONDS
const TURNS = Number(process.argv[3] ?? 3)
const CLIENTS = 4
const REPORT_EVERY_S = 5
/** Per second: a copy as fast as it goes takes the disk from everybody else. */
const RATE = '20M'

const body = randomBytes(4850)
const meta = {
  ...({ format: 'envelope', encoding: 'gzip', eventStart: 180, eventEnd: 15_000 } as const),
  summary: { title: 'E', level: 'error', environment: 'production', release: '1.0.0', platform: 'node' },
}

/** Appends for some seconds. Prints how many there were in each five of them. @returns the appends per second. */
async function appendFor(
  writer: JournalWriter,
  name: string,
  { seconds: length = SECONDS, clients = CLIENTS } = {},
): Promise<number> {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  const counts: number[] = []
  let refused = 0
  let accepted = 0
  async function client(): Promise<void> {
    while (seconds() < length) {
      const limits = { hourlyCap: 1e9, spikePerMinute: 1e9, place: 1, user: 0 }
      const ids = { orgId: 1, projectId: 1, eventId: randomBytes(16), preview: '00'.repeat(16) }
      const request = { ...ids, ...limits, receivedAt: Date.now(), meta, body }
      const result = await writer.append(request).catch(() => null)
      if (result?.status === 'accepted') accepted += 1
      else refused += 1
      const slot = Math.floor(seconds() / REPORT_EVERY_S)
      counts[slot] = (counts[slot] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const rates = counts.slice(0, length / REPORT_EVERY_S).map((count) => Math.round(count / REPORT_EVERY_S))
  console.log(`${name}: ${rates.join(', ')} appends/s, every ${REPORT_EVERY_S} s; ${refused} refused`)
  return accepted / seconds()
}

/** Takes one physical backup after the other until told to stop. */
async function backUp(url: string, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    const folder = mkdtempSync(join(tmpdir(), 'errata-basebackup-'))
    const flags = [
      '--dbname',
      url,
      '--pgdata',
      join(folder, 'copy'),
      '--checkpoint',
      'fast',
      '--max-rate',
      RATE,
    ]
    const backup = spawn(join(findPostgres()!, 'pg_basebackup'), flags, { stdio: 'inherit' })
    await new Promise((resolve) => backup.once('exit', resolve))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** So much that one backup takes as long as a turn: each begins with a checkpoint, and ends with a flush. */
async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'CREATE TABLE ballast AS SELECT repeat(md5(n::text), 60) FROM generate_series(1, 60000) AS n',
  )
  await client.query('CHECKPOINT')
  await client.end()
}

async function besideBackup(): Promise<number> {
  let isDone = false
  const backups = backUp(databaseUrl, () => isDone)
  const rate = await appendFor(writer, 'beside pg_basebackup')
  isDone = true
  await backups
  return rate
}

const cluster = await startPostgres()
if (!cluster) throw new Error('PostgreSQL is not installed.')
const databaseUrl = await cluster.createDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'errata-bench-'))
const writer = await openJournalWriter({ dataDir, databaseUrl })
await fill(databaseUrl)
await appendFor(writer, 'warming up')
const ratios: number[] = []
for (let turn = 0; turn < TURNS; turn++) {
  const isSecond = turn % 2 === 1
  let beside = isSecond ? await besideBackup() : 0
  const alone = await appendFor(writer, 'alone')
  if (!isSecond) beside = await besideBackup()
  ratios.push(beside / alone)
}
const [least, middle, most] = [0, ratios.length >> 1, ratios.length - 1].map((at) =>
  ratios.toSorted((a, b) => a - b)[at]!.toFixed(2),
)
console.log(`beside pg_basebackup / alone: median ${middle} (${least}–${most})`)
const holder = new pg.Client({ connectionString: databaseUrl })
await holder.connect()
await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1')
const alone = { clients: 1 }
await appendFor(writer, 'one client', alone)
await appendFor(writer, 'one client, a snapshot held', { ...alone, seconds: HELD_SECONDS })
await holder.end()
await sleep(2_000)
await appendFor(writer, 'one client, after it', alone)
await writer.close()
await cluster.stop()
rmSync(dataDir, { recursive: true, force: true })

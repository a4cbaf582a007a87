import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppendRequest, JournalReader, JournalWriter } from '#journal/journal.ts'
import { openJournalReader, openJournalWriter } from '#journal/open-journal.ts'
import { startPostgres } from '../test/support/database/postgres.ts'

/**
 * Appends per second, and CPU per append, of the journal alone: `node bench/journal.ts [appends]`.
 * 64 in flight, bodies of 4.85 KB, 200 previews, while a reader reads and trims behind.
 */
const APPENDS = Number(process.argv[2] ?? 100_000)
const IN_FLIGHT = 64
const BODY_BYTES = 4850
const READ_RECORDS = 512

const bodies = Array.from({ length: 50 }, () => randomBytes(BODY_BYTES))
const previews = Array.from({ length: 200 }, () => randomBytes(16).toString('hex'))

function request(index: number): AppendRequest {
  return {
    orgId: 1,
    projectId: 1 + (index % 16),
    eventId: randomBytes(16),
    preview: previews[index % previews.length]!,
    receivedAt: Date.now(),
    hourlyCap: 1e9,
    spikePerMinute: 1e9,
    place: 1,
    user: 0,
    meta: {
      format: 'envelope',
      encoding: 'gzip',
      eventStart: 180,
      eventEnd: 15_000,
      summary: {
        title: 'TypeError: x is not a function',
        level: 'error',
        environment: 'production',
        release: '1.0.0',
        platform: 'javascript',
      },
      userKey: 'id:4711',
    },
    body: bodies[index % bodies.length]!,
  }
}

/** Microseconds of CPU so far: of this thread, and of all others of this process. */
function cpu(): { main: number; others: number } {
  const thread = process.threadCpuUsage()
  const all = process.cpuUsage()
  const main = thread.user + thread.system
  return { main, others: all.user + all.system - main }
}

async function appendAll(writer: JournalWriter, count: number): Promise<number[]> {
  const latencies: number[] = []
  let next = 0
  async function client(): Promise<void> {
    while (next < count) {
      const start = performance.now()
      const result = await writer.append(request(next++))
      if (result.status !== 'accepted') throw new Error(`Unexpected ${result.status}`)
      latencies.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, client))
  return latencies.sort((a, b) => a - b)
}

/** Reads and trims behind the writer until `isDone` and nothing is left. */
async function follow(writer: JournalWriter, reader: JournalReader, isDone: () => boolean): Promise<void> {
  const after = new Map((await reader.positions()).map(({ lane, trimmedTo }) => [lane, trimmedTo]))
  for (;;) {
    const wasDone = isDone()
    let records = 0
    for (const [lane, offset] of after) {
      const batch = await reader.read(lane, offset, { maxRecords: READ_RECORDS, maxBytes: 8 << 20 })
      records += batch.length
      const last = batch.at(-1)
      if (!last) continue
      after.set(lane, last.offset)
      await writer.trim(lane, last.offset)
    }
    if (records === 0 && wasDone) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function measure(name: string, databaseUrl: string | null): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-bench-'))
  const writer = await openJournalWriter({ dataDir, databaseUrl })
  const reader = await openJournalReader({ dataDir, databaseUrl })
  await appendAll(writer, 5000)
  for (const isFollowed of [false, true]) {
    let isDone = false
    const following = isFollowed ? follow(writer, reader, () => isDone) : null
    const [before, start] = [cpu(), performance.now()]
    const latencies = await appendAll(writer, APPENDS)
    const [after, end] = [cpu(), performance.now()]
    isDone = true
    await following
    const at = (share: number) => latencies[Math.floor(latencies.length * share)]!.toFixed(2)
    const perAppend = (from: number, to: number) => `${((to - from) / APPENDS).toFixed(1)} µs`
    console.log(
      `${name}${isFollowed ? ', read and trimmed' : ''}: ${Math.round((APPENDS / (end - start)) * 1000)} appends/s, ` +
        `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(0.99999)} ms, CPU main ` +
        `${perAppend(before.main, after.main)}, other threads ${perAppend(before.others, after.others)}`,
    )
  }
  await reader.close()
  await writer.close()
  rmSync(dataDir, { recursive: true, force: true })
}

await measure('embedded', null)
const cluster = await startPostgres()
if (cluster) {
  await measure('PostgreSQL', await cluster.createDatabase())
  await cluster.stop()
} else {
  console.log('PostgreSQL: not installed')
}

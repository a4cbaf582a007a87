import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openJournalReader } from '#journal/open-journal.ts'
import { yieldToOthers } from '#platform/thread-priority.ts'
import { BatchWriter } from '#storage/batch/write-batch.ts'
import { type Database, openDatabase, QUERY_TIMEOUT_MS } from '#storage/database.ts'
import { listRetentionDays } from '#storage/project-retention.ts'
import { LaneConsumer } from './consume-lane.ts'
import {
  PIPELINE_NICE,
  type PipelineCommand,
  type PipelineReport,
  type PipelineThreadOptions,
} from './messages.ts'
import { Preparer } from './preparer.ts'

/** A commit notice may be missed; records are looked for this often in any case. */
const POLL_MS = 250
const RETRY_MS = 500
const RETENTION_REFRESH_MS = 5_000

if (!parentPort) throw new Error('pipeline-thread runs as a worker thread only')
const port = parentPort
const options = workerData as PipelineThreadOptions

function report(message: PipelineReport): void {
  port.postMessage(message)
}

/** A flag that sleepers wait on: set by a commit notice, or by time. */
class Alarm {
  #ring: (() => void) | null = null
  #rung = false

  ring(): void {
    this.#rung = true
    this.#ring?.()
  }

  async wait(timeoutMs: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs)
        this.#ring = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#ring = null
    this.#rung = false
  }
}

/** Tells the preparer how long projects keep events, now and then anew. */
async function followRetention(database: Database, preparer: Preparer): Promise<void> {
  preparer.setRetention(await listRetentionDays(database.queries))
  const refresh = setInterval(async () => {
    try {
      preparer.setRetention(await listRetentionDays(database.queries))
    } catch {
      // The database is away; what was known still holds.
    }
  }, RETENTION_REFRESH_MS)
  refresh.unref()
}

async function run(): Promise<void> {
  yieldToOthers(PIPELINE_NICE)
  const { dataDir, databaseUrl } = options
  // A batch locks the projects and issues it refers to before it writes: checking each row again finds nothing.
  const database = await openDatabase({
    dataDir,
    databaseUrl,
    threads: false,
    foreignKeys: false,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
  })
  const reader = await openJournalReader({ dataDir, databaseUrl })
  const preparer = new Preparer(options)
  await followRetention(database, preparer)
  const lanes = (await reader.positions()).map(({ lane }) => lane)
  const alarms = new Map(lanes.map((lane) => [lane, new Alarm()]))
  let stopping = false
  port.on('message', (command: PipelineCommand) => {
    if (command.kind === 'wake') alarms.get(command.lane)?.ring()
    else {
      stopping = true
      for (const alarm of alarms.values()) alarm.ring()
    }
  })
  report({ kind: 'ready' })
  const deps = { database, reader, preparer, now: Date.now }
  await Promise.all(
    lanes.map(async (lane) => {
      const consumer = new LaneConsumer({ ...deps, writer: new BatchWriter(database, options) }, lane)
      while (!stopping) await runStep(consumer, lane, alarms.get(lane)!)
    }),
  )
  await preparer.close()
  await reader.close()
  await database.close()
  report({ kind: 'stopped' })
  port.close()
}

async function runStep(consumer: LaneConsumer, lane: number, alarm: Alarm): Promise<void> {
  try {
    const result = await consumer.step()
    report({ kind: 'beat' })
    if (result.idle) await alarm.wait(POLL_MS)
    else report({ kind: 'progress', lane, offset: result.offset, outcome: result.outcome })
  } catch (error) {
    report({ kind: 'trouble', lane, message: (error as Error).message })
    // Not the alarm: it rings with every event that comes in, and what is in the way is seldom gone so soon.
    await sleep(RETRY_MS)
  }
}

await run()

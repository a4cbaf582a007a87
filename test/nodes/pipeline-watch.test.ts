import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { appendEvent } from '#ingest/accept-event.ts'
import { readStoreEvent } from '#ingest/read-event.ts'
import { openJournalReader, openJournalWriter } from '#journal/open-journal.ts'
import { checkContinuity } from '#pipeline/check-continuity.ts'
import { startPipeline } from '#pipeline/start-pipeline.ts'
import { openDatabase } from '#storage/engine/database.ts'
import { seedOrg, seedProject } from '../support/database/seed.ts'

/** Longer than a thread takes to start on a busy machine, shorter than SQLite waits for a lock. */
const LIMITS = { stuckAfterMs: 6000, watchEveryMs: 100, closeGraceMs: 12_000 }
const OPTIONS = { databaseUrl: null, retentionDays: 90, newIssuesPerHour: 0 }
const HANGS = 'the pipeline thread is stuck and is restarted'

/** A watched pipeline on a folder of its own, what it reports, and a way to give it an event. */
async function watchedPipeline() {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-watch-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const place = { dataDir, databaseUrl: null }
  const database = await openDatabase({ ...place, threads: false })
  const project = await seedProject(database, await seedOrg(database, 'Test'), 'shop')
  const journal = await openJournalWriter(place)
  const reader = await openJournalReader(place)
  await checkContinuity(database, reader, Date.now())
  await reader.close()
  await database.close()
  const troubles: string[] = []
  let committed = 0
  const listeners = {
    onProgress: () => {
      committed += 1
    },
    onTrouble: (message: string) => {
      troubles.push(message)
    },
  }
  const pipeline = await startPipeline({ ...OPTIONS, dataDir, artifactsDir: dataDir }, listeners, LIMITS)
  onTestFinished(async () => {
    await pipeline.close()
    await journal.close()
  })
  journal.onCommitted((lane) => pipeline.wake(lane))
  const send = async (): Promise<void> => {
    const deps = { journal, clock: Date.now, ingestHourlyCap: 1000, spikeEventsPerMinute: 1000 }
    const bytes = Buffer.from('{"message":"hello"}')
    const event = readStoreEvent({ bytes, encoding: 'identity', maxBytes: bytes.length })
    await appendEvent(deps, { ...project, hourlyCap: null }, event)
  }
  return { dataDir, pipeline, troubles, send, committed: () => committed }
}

/** Keeps this thread from everything, timers and messages included. */
function blockThisThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

describe('the watch over the pipeline thread', () => {
  it('leaves a healthy one alone, however long the main thread was blocked', async () => {
    const { pipeline, troubles, send, committed } = await watchedPipeline()
    for (let n = 1; n <= 2; n++) {
      blockThisThread(1.5 * LIMITS.stuckAfterMs)
      expect(pipeline.silentForMs()).toBeLessThan(LIMITS.stuckAfterMs)
      await sleep(3 * LIMITS.watchEveryMs)
      expect(troubles).toEqual([])
      await send()
      await expect.poll(committed).toBe(n)
    }
  })

  it('replaces one that hangs, and the event it hung at is processed', async () => {
    const { dataDir, troubles, send, committed } = await watchedPipeline()
    const other = new Sqlite(join(dataDir, 'errata.db'))
    // A thread that waits for this lock answers nothing meanwhile.
    other.exec('BEGIN IMMEDIATE')
    await send()
    await expect.poll(() => troubles).toContain(HANGS)
    expect(committed()).toBe(0)
    other.exec('ROLLBACK')
    other.close()
    await expect.poll(committed).toBe(1)
  })
})

import { parentPort, workerData } from 'node:worker_threads'
import type { JournalReader } from '#journal/journal.ts'
import { openJournalReader } from '#journal/open-journal.ts'
import { steadyClock, systemClock } from '#platform/clock.ts'
import { saveMemory } from '#platform/threads/save-memory.ts'
import { yieldToOthers } from '#platform/threads/thread-priority.ts'
import { Turns } from '#platform/turns/turns.ts'
import { BatchWriter } from '#storage/batch/write-batch.ts'
import { type Database, openDatabase, QUERY_TIMEOUT_MS } from '#storage/engine/database.ts'
import { listFingerprintRules, listRetentionDays, listScrubRules } from '#storage/project/retention.ts'
import { SharedClock } from '#storage/upkeep/shared-clock.ts'
import { Alarm } from './alarm.ts'
import { DiskRoom } from './disk-room.ts'
import { beat } from './heartbeat.ts'
import { LaneConsumer } from './lane/consume-lane.ts'
import { LaneFollower } from './lane/follow-lanes.ts'
import { EVERY_LANE, LaneLeases } from './lane/leases.ts'
import { workLane } from './lane/work-lane.ts'
import {
  PIPELINE_NICE,
  type PipelineCommand,
  type PipelineReport,
  type PipelineThreadData,
} from './messages.ts'
import { Preparer } from './prepare/preparer.ts'

/** A commit notice may be missed: records are looked for this often. On PostgreSQL `LaneFollower` does. */
const LONGEST_WAIT_MS = { embedded: 250, postgres: 5_000 }
const READER_CONNECTIONS = 2
const SETTINGS_REFRESH_MS = 2_000
const BEAT_MS = 250
const SETTINGS_NOT_READ = 'The settings of projects could not be read again, so earlier ones stay in use: '

if (!parentPort) throw new Error('pipeline-thread runs as a worker thread only')
const port = parentPort
const { heartbeat, node, ...options } = workerData as PipelineThreadData
const room = options.databaseUrl === null ? new DiskRoom(options.dataDir) : null

function report(message: PipelineReport): void {
  port.postMessage(message)
}

/** Tells the preparer what projects set themselves, now and then again. */
async function followSettings({ queries }: Database, preparer: Preparer): Promise<void> {
  const read = async (): Promise<void> => {
    const retentionDays = await listRetentionDays(queries)
    const scrubRules = await listScrubRules(queries)
    const fingerprintRules = await listFingerprintRules(queries)
    preparer.setSettings({ retentionDays, scrubRules, fingerprintRules })
  }
  const readLater = (): void => {
    setTimeout(
      () =>
        void read()
          .catch((error: Error) => report({ kind: 'trouble', message: SETTINGS_NOT_READ + error.message }))
          .finally(readLater),
      SETTINGS_REFRESH_MS,
    ).unref()
  }
  await read()
  readLater()
}

async function run(): Promise<void> {
  yieldToOthers(PIPELINE_NICE)
  saveMemory()
  const beats = setInterval(() => beat(heartbeat), BEAT_MS)
  const { dataDir, databaseUrl } = options
  // A batch locks the projects and issues it refers to before it writes: checking each row again finds nothing.
  const database = await openDatabase({
    dataDir,
    databaseUrl,
    threads: false,
    foreignKeys: false,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    applicationName: 'errata pipeline',
  })
  const reader = await openJournalReader({ dataDir, databaseUrl, maxConnections: READER_CONNECTIONS })
  const clock = await SharedClock.follow(database)
  const preparer = new Preparer(options)
  await followSettings(database, preparer)
  const lanes = (await reader.positions()).map(({ lane }) => lane)
  const alarms = new Map(lanes.map((lane) => [lane, new Alarm()]))
  const isStopping = followCommands(alarms)
  const leases = databaseUrl === null ? null : leasesOf(database, lanes, alarms)
  const follower = leases && followerOf(leases, reader, alarms)
  report({ kind: 'ready' })
  const suspects = new Turns({ running: 1 })
  await Promise.all(
    lanes.map((lane) => {
      const writer = new BatchWriter(database, options)
      const deps = { database, reader, preparer, suspects, writer, now: clock.now }
      return workLane({
        lane,
        consumer: new LaneConsumer(deps, lane),
        tenure: leases ?? EVERY_LANE,
        alarm: alarms.get(lane)!,
        isStopping,
        requireRoom: () => room?.require(),
        onProgress: ({ offset, outcome }) => report({ kind: 'progress', lane, offset, outcome }),
        onTrouble: (message) => report({ kind: 'trouble', message }),
        longestWaitMs: databaseUrl === null ? LONGEST_WAIT_MS.embedded : LONGEST_WAIT_MS.postgres,
      })
    }),
  )
  await follower?.close().catch(() => {})
  clearInterval(beats)
  await preparer.close()
  await reader.close()
  await clock.close()
  await database.close()
  report({ kind: 'stopped' })
  port.close()
}

/** @returns whether it was told to stop. */
function followCommands(alarms: ReadonlyMap<number, Alarm>): () => boolean {
  let stopping = false
  port.on('message', (command: PipelineCommand) => {
    if (command.kind === 'wake') alarms.get(command.lane)?.ring()
    else {
      stopping = true
      for (const alarm of alarms.values()) alarm.ring()
    }
  })
  return () => stopping
}

function leasesOf(
  database: Database,
  lanes: readonly number[],
  alarms: ReadonlyMap<number, Alarm>,
): LaneLeases {
  const onChange = (): void => {
    for (const alarm of alarms.values()) alarm.ring()
  }
  return new LaneLeases({ database, node, lanes, clock: systemClock, steady: steadyClock, onChange })
}

function followerOf(
  leases: LaneLeases,
  reader: JournalReader,
  alarms: ReadonlyMap<number, Alarm>,
): LaneFollower {
  return new LaneFollower({ leases, reader, onGrown: (lane) => alarms.get(lane)?.ring() })
}

await run()

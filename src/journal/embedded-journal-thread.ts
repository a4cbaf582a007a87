import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { createAccept } from './embedded-accept.ts'
import { openJournalFile } from './embedded-file.ts'
import { LaneState } from './embedded-lane.ts'
import { EmbeddedMemory } from './embedded-memory.ts'
import type {
  FromJournalThread,
  JournalQuery,
  JournalThreadOptions,
  ToJournalThread,
} from './embedded-messages.ts'
import { truncateWal, Upkeep } from './embedded-upkeep.ts'
import type { JournalStats } from './journal.ts'

/** Worker: the one writer of the journal's file. A message with records is one transaction is one answer. */
const TICK_MS = 100

function start(options: JournalThreadOptions, send: (message: FromJournalThread) => void) {
  const db = openJournalFile(options.file)
  const memory = new EmbeddedMemory(db)
  const lane = new LaneState(db)
  const accept = createAccept({ db, memory, lane })
  const upkeep = new Upkeep({ file: options.file, db, memory, lane })
  let isDiskLow = isBelowFloor(options)
  let isStepping = false

  function append({ id, batch }: ToJournalThread & { kind: 'append' }): void {
    if (lane.pendingBytes > options.maxBacklogBytes) {
      send({ kind: 'refused', id, reason: 'full', message: 'The journal waits for its reader.' })
    } else if (isDiskLow) {
      send({ kind: 'refused', id, reason: 'disk', message: `Little disk space is left for ${options.file}.` })
    } else {
      try {
        const verdicts = accept(batch)
        upkeep.appended()
        send({ kind: 'appended', id, verdicts })
      } catch (error) {
        send({ kind: 'refused', id, reason: reasonOf(error), message: String(error) })
      }
    }
  }

  function ask(query: JournalQuery): boolean | number | JournalStats {
    switch (query.name) {
      case 'was_accepted':
        return memory.isAccepted(query.projectId, query.eventId, query.at)
      case 'cap_used':
        return memory.capUsed(query.projectId, query.hour)
      case 'stats': {
        const { pendingRecords, pendingBytes } = lane
        return { pendingRecords, pendingBytes, oldestReceivedAt: lane.oldestReceivedAt() }
      }
      default:
        return query satisfies never
    }
  }

  function stepWhenQuiet(): void {
    isStepping = upkeep.whenQuiet()
    if (isStepping) setImmediate(stepWhenQuiet)
  }

  const ticker = setInterval(() => {
    isDiskLow = isBelowFloor(options)
    upkeep.underLoad()
    if (!isStepping) stepWhenQuiet()
  }, TICK_MS)

  return {
    append,
    trim(offset: number): void {
      lane.allowTrim(offset)
    },
    query(id: number, query: JournalQuery): void {
      try {
        send({ kind: 'answer', id, value: ask(query) })
      } catch (error) {
        send({ kind: 'query_failed', id, message: String(error) })
      }
    },
    async close(): Promise<void> {
      clearInterval(ticker)
      await upkeep.close()
      truncateWal(db)
      db.close()
    },
  }
}

function isBelowFloor(options: JournalThreadOptions): boolean {
  const { bavail, bsize } = statfsSync(dirname(options.file))
  return bavail * bsize < options.minFreeBytes
}

function reasonOf(error: unknown): 'disk' | 'engine' {
  const isDisk =
    error instanceof Sqlite.SqliteError && /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY)/.test(error.code)
  return isDisk ? 'disk' : 'engine'
}

const port = parentPort
if (!port) throw new Error('embedded-journal-thread.ts runs as a worker only.')
const send = (message: FromJournalThread): void => port.postMessage(message)

try {
  const journal = start(workerData as JournalThreadOptions, send)
  port.on('message', (message: ToJournalThread) => {
    switch (message.kind) {
      case 'append':
        return journal.append(message)
      case 'trim':
        return journal.trim(message.offset)
      case 'query':
        return journal.query(message.id, message.query)
      case 'close':
        return void journal.close().then(() => port.close())
      default:
        return message satisfies never
    }
  })
  send({ kind: 'ready' })
} catch (error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  send({ kind: 'not_opened', name, message })
  port.close()
}

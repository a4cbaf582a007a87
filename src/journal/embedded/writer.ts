import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { SlotViews } from '../batch-slots.ts'
import { type AcceptedEvent, JOURNAL_FULL, type JournalStats } from '../journal.ts'
import { type AppendFailure, appendFailure, recentFailure } from '../recent-failure.ts'
import { createAccept } from './accept.ts'
import { openJournalFile } from './format/file.ts'
import { EmbeddedLane } from './lane.ts'
import { EmbeddedMemory } from './memory.ts'
import type { FromJournalThread, JournalQuery, JournalThreadOptions, ToJournalThread } from './messages.ts'
import { truncateWal, Upkeep } from './upkeep.ts'

const TICK_MS = 100

/** The journal file's one writer, in its own thread: one message, one transaction, one answer. */
export class EmbeddedWriter {
  readonly #options: JournalThreadOptions
  readonly #send: (message: FromJournalThread) => void
  readonly #db: Sqlite.Database
  readonly #memory: EmbeddedMemory
  readonly #lane: EmbeddedLane
  readonly #accept: ReturnType<typeof createAccept>
  readonly #slots = new SlotViews()
  readonly #upkeep: Upkeep
  readonly #ticker: NodeJS.Timeout
  #isDiskLow: boolean
  /** Why records could not be written last, and when; null once some were. */
  #failure: AppendFailure | null = null
  #isStepping = false

  /** Opens the file. Throws JournalCorruptError, JournalVersionError, or what SQLite throws. */
  constructor(options: JournalThreadOptions, send: (message: FromJournalThread) => void) {
    this.#options = options
    this.#send = send
    this.#db = openJournalFile(options.file)
    this.#memory = new EmbeddedMemory(this.#db)
    this.#lane = new EmbeddedLane(this.#db)
    const parts = { file: options.file, db: this.#db, memory: this.#memory, lane: this.#lane }
    this.#accept = createAccept(parts)
    this.#upkeep = new Upkeep({
      ...parts,
      onError: ({ code, message }, task) => send({ kind: 'upkeep_failed', task, code, message }),
    })
    this.#isDiskLow = isBelowFloor(options, false)
    this.#ticker = setInterval(() => this.#tick(), TICK_MS)
  }

  handle(message: Exclude<ToJournalThread, { kind: 'close' }>): void {
    switch (message.kind) {
      case 'append':
        this.#append(message)
        break
      case 'trim':
        this.#lane.allowTrim(message.offset)
        break
      case 'query':
        this.#answer(message)
        break
      default:
        message satisfies never
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#ticker)
    await this.#upkeep.close()
    truncateWal(this.#db)
    this.#db.close()
  }

  #append({ id, batch: slotted }: ToJournalThread & { kind: 'append' }): void {
    const batch = this.#slots.open(slotted)
    const refusal = this.#refusal()
    if (refusal) {
      this.#send({ kind: 'refused', id, ...refusal })
      return
    }
    try {
      const verdicts = this.#accept(batch)
      this.#failure = null
      this.#upkeep.appended()
      this.#send({ kind: 'appended', id, verdicts })
    } catch (error) {
      this.#failure = appendFailure(String(error))
      this.#send({ kind: 'refused', id, reason: reasonOf(error), message: String(error) })
    }
  }

  #refusal(): { reason: 'full' | 'disk'; message: string } | null {
    const { file, maxBacklogBytes } = this.#options
    if (this.#lane.pendingBytes > maxBacklogBytes) {
      return { reason: 'full', message: JOURNAL_FULL }
    }
    return this.#isDiskLow ? { reason: 'disk', message: `Little disk space is left for ${file}.` } : null
  }

  #answer({ id, query }: ToJournalThread & { kind: 'query' }): void {
    try {
      this.#send({ kind: 'answer', id, value: this.#ask(query) })
    } catch (error) {
      this.#send({ kind: 'query_failed', id, message: String(error) })
    }
  }

  #ask(query: JournalQuery): AcceptedEvent | number | null | JournalStats {
    switch (query.name) {
      case 'find_accepted':
        return this.#memory.findAccepted(query.projectId, Buffer.from(query.eventId), query.at)
      case 'cap_used':
        return this.#memory.capUsed(query.projectId, query.hour)
      case 'stats': {
        const { pendingRecords, pendingBytes } = this.#lane
        const refusal = this.#refusal()?.message ?? recentFailure(this.#failure)
        return { pendingRecords, pendingBytes, oldestReceivedAt: this.#lane.oldestReceivedAt(), refusal }
      }
      case 'oldest_after':
        return this.#lane.oldestReceivedAt(query.offset)
      default:
        return query satisfies never
    }
  }

  #tick(): void {
    this.#isDiskLow = isBelowFloor(this.#options, this.#isDiskLow)
    this.#upkeep.underLoad()
    if (!this.#isStepping) this.#step()
  }

  /** Steps follow one another through the event loop, so that records get in between. */
  #step(): void {
    this.#isStepping = this.#upkeep.whenQuiet()
    if (this.#isStepping) setImmediate(() => this.#step())
  }
}

/** As before if the file system does not say: a commit that the disk cannot take fails anyway. */
function isBelowFloor(options: JournalThreadOptions, before: boolean): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(options.file))
    return bavail * bsize < options.minFreeBytes
  } catch {
    return before
  }
}

function reasonOf(error: unknown): 'disk' | 'engine' {
  const isDisk =
    error instanceof Sqlite.SqliteError && /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY)/.test(error.code)
  return isDisk ? 'disk' : 'engine'
}

import { statfsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { epochHour } from '#contract/time.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { makeFolder } from '#platform/folders.ts'
import { addsRecord, resultOf } from '../accept-rules.ts'
import { AppendQueue, memoryBudget, type PendingAppend } from '../append-queue.ts'
import { BatchSlots } from '../batch-slots.ts'
import {
  type AcceptedEvent,
  type AppendRequest,
  type AppendResult,
  JournalCorruptError,
  type JournalStats,
  JournalUnavailableError,
  JournalVersionError,
  type JournalWriter,
  journalClosed,
  type LaneOffset,
  type OnUpkeepError,
} from '../journal.ts'
import { journalFile } from './format/file.ts'
import type { FromJournalThread, JournalQuery, JournalThreadOptions, ToJournalThread } from './messages.ts'

export interface EmbeddedJournalOptions {
  dataDir: string
  clock?: Clock
  onThreadEnded?: ((error: Error) => void) | undefined
  onUpkeepError?: OnUpkeepError | undefined
  /** Bytes of records waiting in memory beyond which `append` refuses; default 64 MiB. */
  maxMemoryBytes?: number
  /** Bytes of records waiting in the file beyond which `append` refuses; default 4 GiB. */
  maxBacklogBytes?: number
  /** Free disk space below which `append` refuses, bytes; default 256 MiB, or a tenth of a smaller file system. */
  minFreeBytes?: number
}

/** The thread keeps little, and makes a lot of short-lived rubbish; unlimited, that would spread over 100 MB. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 512 }
/** Batches handed to the thread and not answered: one it commits, one it finds when that is done. */
const BATCHES_UNDER_WAY = 2

/** One SQLite file, written by its own thread. @throws JournalCorruptError, JournalVersionError */
export async function openEmbeddedJournal(options: EmbeddedJournalOptions): Promise<JournalWriter> {
  makeFolder(options.dataDir)
  const threadOptions: JournalThreadOptions = {
    file: journalFile(options.dataDir),
    maxBacklogBytes: options.maxBacklogBytes ?? 4 * 1024 ** 3,
    minFreeBytes: options.minFreeBytes ?? defaultFloor(options.dataDir),
  }
  const thread = new Worker(new URL('./journal-thread.ts', import.meta.url), {
    name: 'journal',
    workerData: threadOptions,
    resourceLimits: THREAD_MEMORY,
  })
  await opened(thread)
  return new EmbeddedJournal(thread, options)
}

function defaultFloor(dataDir: string): number {
  const { blocks, bsize } = statfsSync(dataDir)
  // Above the reserve of a small file system: what is released for people must not be taken by events.
  return Math.min(256 * 1024 ** 2, Math.floor((blocks * bsize) / 10))
}

function opened(thread: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = (code: number) =>
      reject(new Error(`The journal thread ended before it was ready (exit code ${code}).`))
    thread.once('error', reject)
    thread.once('exit', ended)
    thread.once('message', (message: FromJournalThread) => {
      thread.off('error', reject)
      thread.off('exit', ended)
      if (message.kind === 'ready') resolve()
      else reject(openingError(message))
    })
  })
}

function openingError(message: FromJournalThread): Error {
  if (message.kind !== 'not_opened')
    return new Error(`Unexpected message of the journal thread: ${message.kind}`)
  if (message.name === 'JournalCorruptError') return new JournalCorruptError(message.message)
  if (message.name === 'JournalVersionError') return new JournalVersionError(message.message)
  return new Error(
    `The journal cannot be opened: ${message.message}. Check that the disk of the data folder has space and that this user can write to it.`,
  )
}

interface PendingQuery {
  resolve: (value: never) => void
  reject: (error: Error) => void
}

class EmbeddedJournal implements JournalWriter {
  readonly lanes = 1
  readonly #thread: Worker
  readonly #clock: Clock
  readonly #queue: AppendQueue
  readonly #slots = new BatchSlots(BATCHES_UNDER_WAY)
  readonly #batches = new Map<number, { appends: PendingAppend[]; slot: number }>()
  readonly #queries = new Map<number, PendingQuery>()
  readonly #onThreadEnded: ((error: Error) => void) | undefined
  readonly #onUpkeepError: OnUpkeepError | undefined
  readonly #listeners: ((lane: number) => void)[] = []
  #lastId = 0
  #isFlushing = false
  #closing: Promise<void> | null = null
  #failure: JournalUnavailableError | null = null

  constructor(thread: Worker, options: EmbeddedJournalOptions) {
    this.#thread = thread
    this.#clock = options.clock ?? systemClock
    this.#onThreadEnded = options.onThreadEnded
    this.#onUpkeepError = options.onUpkeepError
    this.#queue = new AppendQueue(memoryBudget(options.maxMemoryBytes))
    thread.on('message', (message: FromJournalThread) => this.#received(message))
    thread.on('error', (error) => this.#failed(error))
    thread.on('exit', () => this.#failed(new Error('The journal thread has ended.')))
  }

  append(request: AppendRequest): Promise<AppendResult> {
    if (this.#closing) return Promise.reject(journalClosed())
    if (this.#failure) return Promise.reject(this.#failure)
    const promise = this.#queue.add(request)
    this.#flushSoon()
    return promise
  }

  findAccepted(projectId: number, eventId: Uint8Array): Promise<AcceptedEvent | null> {
    return this.#ask({
      name: 'find_accepted',
      projectId,
      eventId: Uint8Array.from(eventId),
      at: this.#clock(),
    })
  }

  capUsed(projectId: number): Promise<number> {
    return this.#ask({ name: 'cap_used', projectId, hour: epochHour(this.#clock()) })
  }

  async stats(): Promise<JournalStats> {
    return this.#ask({ name: 'stats' })
  }

  oldestWaiting(after: readonly LaneOffset[]): Promise<(number | null)[]> {
    return Promise.all(
      after.map(({ lane, offset }) =>
        lane === 0 ? this.#ask<number | null>({ name: 'oldest_after', offset }) : null,
      ),
    )
  }

  async trim(lane: number, offset: number): Promise<void> {
    if (lane === 0 && !this.#closing && !this.#failure) this.#send({ kind: 'trim', offset })
  }

  onCommitted(listener: (lane: number) => void): void {
    this.#listeners.push(listener)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#queue.whenEmpty()
    if (this.#failure) return
    const ended = new Promise((resolve) => this.#thread.once('exit', resolve))
    this.#send({ kind: 'close' })
    await ended
  }

  /** After the present turn of the event loop, so that requests that arrived together are committed together. */
  #flushSoon(): void {
    if (this.#isFlushing || !this.#slots.hasFree) return
    this.#isFlushing = true
    setImmediate(() => {
      this.#isFlushing = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#failure || !this.#slots.hasFree) return
    const appends = this.#queue.take()
    if (appends.length === 0) return
    try {
      const batch = this.#slots.fill(appends.map(({ request }) => request))
      this.#lastId += 1
      this.#batches.set(this.#lastId, { appends, slot: batch.slot })
      this.#send({ kind: 'append', id: this.#lastId, batch })
    } catch (cause) {
      const message = `The journal could not write a batch: ${(cause as Error).message}`
      this.#queue.reject(appends, new JournalUnavailableError('engine', message, { cause }))
    }
  }

  #received(message: FromJournalThread): void {
    switch (message.kind) {
      case 'appended':
        this.#appended(this.#settleable(message.id), message.verdicts)
        break
      case 'refused':
        this.#refused(
          this.#settleable(message.id),
          new JournalUnavailableError(message.reason, message.message),
        )
        break
      case 'answer':
        this.#query(message.id)?.resolve(message.value as never)
        break
      case 'query_failed':
        this.#query(message.id)?.reject(new JournalUnavailableError('engine', message.message))
        break
      case 'upkeep_failed':
        this.#onUpkeepError?.(Object.assign(new Error(message.message), { code: message.code }), message.task)
        break
      case 'ready':
      case 'not_opened':
        break
      default:
        message satisfies never
    }
  }

  #refused(appends: PendingAppend[], error: JournalUnavailableError): void {
    this.#queue.reject(appends, error)
    this.#flush()
  }

  #appended(appends: PendingAppend[], verdicts: Uint8Array): void {
    this.#flush()
    this.#queue.resolve(appends, (append, index) => resultOf(verdicts[index]!, append.request.receivedAt))
    if (verdicts.some(addsRecord)) for (const listener of this.#listeners) listener(0)
  }

  #settleable(id: number): PendingAppend[] {
    const batch = this.#batches.get(id)
    if (!batch) return []
    this.#batches.delete(id)
    this.#slots.release(batch.slot)
    return batch.appends
  }

  #query(id: number): PendingQuery | undefined {
    const query = this.#queries.get(id)
    this.#queries.delete(id)
    return query
  }

  #ask<T>(query: JournalQuery): Promise<T> {
    if (this.#closing) return Promise.reject(journalClosed())
    if (this.#failure) return Promise.reject(this.#failure)
    this.#lastId += 1
    const id = this.#lastId
    return new Promise<T>((resolve, reject) => {
      this.#queries.set(id, { resolve, reject })
      this.#send({ kind: 'query', id, query })
    })
  }

  #send(message: ToJournalThread): void {
    this.#thread.postMessage(message)
  }

  /** The thread is gone: fails everything pending, and everything that comes later. */
  #failed(cause: Error): void {
    const failure = new JournalUnavailableError('engine', cause.message, { cause })
    if (!this.#failure && !this.#closing) this.#onThreadEnded?.(cause)
    this.#failure ??= failure
    for (const { appends } of this.#batches.values()) this.#queue.reject(appends, failure)
    this.#batches.clear()
    this.#queue.reject(this.#queue.takeAll(), failure)
    for (const query of this.#queries.values()) query.reject(failure)
    this.#queries.clear()
  }
}

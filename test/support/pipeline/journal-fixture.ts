import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppendRequest, JournalReader, JournalRecord, JournalWriter } from '#journal/journal.ts'
import { type OpenJournalOptions, openJournalReader, openJournalWriter } from '#journal/open-journal.ts'
import { DatabaseClock } from '../database/database-clock.ts'
import { sharedDatabase } from '../database/shared-postgres.ts'
import { DEADLINE_MS } from '../deadline.ts'

/** 2026-09-21T14:40:00Z: twenty minutes before the end of a clock hour. */
export const NOW = 1_790_001_600_000

/** An event of project 3 as ingest would hand it over; `changes` replace fields. */
export function event(changes: Partial<AppendRequest> = {}): AppendRequest {
  return {
    orgId: 7,
    projectId: 3,
    eventId: randomBytes(16),
    preview: 'ab'.repeat(16),
    receivedAt: NOW,
    hourlyCap: 5000,
    spikePerMinute: 100,
    place: 1,
    user: 0,
    meta: {
      format: 'envelope',
      encoding: 'gzip',
      eventStart: 12,
      eventEnd: 345,
      summary: {
        title: 'Ünïcode: \u{1f980}',
        level: 'error',
        environment: 'e',
        release: 'r',
        platform: 'p',
      },
    },
    body: randomBytes(300),
    ...changes,
  }
}

export function events(count: number, changes: Partial<AppendRequest> = {}): AppendRequest[] {
  return Array.from({ length: count }, () => event(changes))
}

export function appendAll(writer: JournalWriter, requests: AppendRequest[]) {
  return Promise.all(requests.map((request) => writer.append({ ...request })))
}

/** Every record that is not trimmed, lane by lane. */
export async function readAll(reader: JournalReader): Promise<JournalRecord[]> {
  const records: JournalRecord[] = []
  for (const { lane, trimmedTo } of await reader.positions()) {
    let after = trimmedTo
    for (;;) {
      const batch = await reader.read(lane, after, { maxRecords: 1000, maxBytes: 1 << 20 })
      if (batch.length === 0) break
      records.push(...batch)
      after = batch.at(-1)!.offset
    }
  }
  return records
}

/** Waits until `condition` holds; throws at the deadline. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('What was waited for did not happen in time.')
    await sleep(20)
  }
}

export function countOf(results: { status: string }[], status: string): number {
  return results.filter((result) => result.status === status).length
}

export function wholeOf(records: JournalRecord[]): number {
  return records.filter((record) => record.body !== null).length
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** A writer whose database is told first what time it is. */
function atTimeOf(writer: JournalWriter, clock: DatabaseClock, fixture: { now: number }): JournalWriter {
  const at = <T>(time: number, ask: () => Promise<T>) =>
    clock.stands(time) ? ask() : clock.set(time).then(ask)
  return {
    lanes: writer.lanes,
    append: (request) => at(request.receivedAt, () => writer.append(request)),
    findAccepted: (...asked) => at(fixture.now, () => writer.findAccepted(...asked)),
    capUsed: (...asked) => at(fixture.now, () => writer.capUsed(...asked)),
    trim: (...range) => writer.trim(...range),
    stats: () => writer.stats(),
    oldestWaiting: (after) => writer.oldestWaiting(after),
    onCommitted: (listener) => writer.onCommitted(listener),
    close: () => writer.close(),
  }
}

/** A journal of its own for one test: opened as often as wanted, closed and removed by `dispose`. */
export class JournalFixture {
  readonly directory = mkdtempSync(join(tmpdir(), 'errata-journal-'))
  /** What the journal's clock says, epoch ms. */
  now = NOW
  readonly #databaseUrl: string | null
  #databaseClock: Promise<DatabaseClock> | null = null
  readonly #opened: { close(): Promise<void> }[] = []

  constructor(databaseUrl: string | null) {
    this.#databaseUrl = databaseUrl
  }

  static async create(engine: 'embedded' | 'postgres'): Promise<JournalFixture> {
    return new JournalFixture(engine === 'postgres' ? await sharedDatabase() : null)
  }

  get options(): OpenJournalOptions {
    return { dataDir: this.directory, databaseUrl: this.#databaseUrl, clock: () => this.now }
  }

  /** One that goes by the fixture's clock on both engines. */
  async openWriter(): Promise<JournalWriter> {
    if (this.#databaseUrl === null) return this.closedLater(await openJournalWriter(this.options))
    this.#databaseClock ??= DatabaseClock.of(this.#databaseUrl, NOW)
    const clock = await this.#databaseClock
    const writer = await openJournalWriter(this.options)
    return this.closedLater(atTimeOf(writer, clock, this))
  }

  async openReader(): Promise<JournalReader> {
    return this.closedLater(await openJournalReader(this.options))
  }

  closedLater<T extends { close(): Promise<void> }>(journal: T): T {
    this.#opened.push(journal)
    return journal
  }

  async dispose(): Promise<void> {
    for (const journal of this.#opened) await journal.close()
    rmSync(this.directory, { recursive: true, force: true })
  }
}

import type Sqlite from 'better-sqlite3'
import type { AcceptedId, AcceptMemory } from '../accept-rules.ts'
import { DedupeTime } from '../dedupe-time.ts'
import type { AcceptedEvent } from '../journal.ts'
import { acceptedIn } from '../journal-batch.ts'
import { REMEMBERED_SECONDS, type SpikeWindow } from '../spike-window.ts'
import { EmbeddedCaps } from './caps.ts'
import { type HeadRow, headColumns } from './format/head.ts'
import { EmbeddedIds } from './ids.ts'
import { EmbeddedSpikes } from './spikes.ts'

/** Exact after restart and rollback. The caller owns the transaction: `save` in it, `reload` if it failed. */
export class EmbeddedMemory implements AcceptMemory<Buffer> {
  /** Newest receivedAt ever accepted here, epoch ms; 0 before the first. */
  latestReceivedAt = 0
  readonly caps: EmbeddedCaps
  readonly ids: EmbeddedIds
  readonly #spikes = new EmbeddedSpikes()
  readonly #dedupeTime = new DedupeTime()
  readonly #statements: ReturnType<typeof prepare>

  constructor(db: Sqlite.Database) {
    this.caps = new EmbeddedCaps(db)
    this.ids = new EmbeddedIds(db)
    this.#statements = prepare(db)
    this.reload()
    if (this.latestReceivedAt > 0) this.#dedupeTime.know(this.latestReceivedAt)
  }

  capUsed(subject: number, hour: number): number {
    return this.caps.used(subject, hour)
  }

  addCapUse(subject: number, hour: number): void {
    this.caps.add(subject, hour)
  }

  isAccepted(projectId: number, eventId: Buffer, receivedAt: number): boolean {
    return this.ids.isAccepted(projectId, eventId, this.#dedupeTime.trusted(receivedAt))
  }

  findAccepted(projectId: number, eventId: Buffer, at: number): AcceptedEvent | null {
    return this.ids.find(projectId, eventId, this.#dedupeTime.trusted(at))
  }

  remember(event: AcceptedId<Buffer>): boolean {
    const { projectId, eventId, receivedAt } = event
    if (this.isAccepted(projectId, eventId, receivedAt)) return false
    this.ids.add(event)
    if (receivedAt > this.latestReceivedAt) this.latestReceivedAt = receivedAt
    return true
  }

  spikeWindow(projectId: number, preview: string, receivedAt: number): SpikeWindow {
    return this.#spikes.window(projectId, preview, receivedAt)
  }

  /** Writes what the head of the batch does not hold, inside the caller's transaction. */
  save(): void {
    this.caps.save()
    this.#spikes.forgetSome(this.latestReceivedAt)
  }

  /** Reads everything back from the file; at the start and after a roll-back. */
  reload(): void {
    this.caps.reset()
    this.ids.reset()
    this.#spikes.reset()
    for (const head of this.#unmergedHeads()) {
      for (const event of acceptedIn(headColumns(head))) {
        this.ids.add(event)
        this.latestReceivedAt = Math.max(this.latestReceivedAt, event.receivedAt)
      }
    }
    for (const head of this.#lastHeads()) {
      for (const { projectId, preview, receivedAt, isWhole } of acceptedIn(headColumns(head))) {
        if (isWhole) this.#spikes.restore(projectId, preview, receivedAt)
      }
    }
  }

  #unmergedHeads(): IterableIterator<HeadRow> {
    return this.#statements.unmerged.iterate() as IterableIterator<HeadRow>
  }

  /** The heads that may hold bodies of the last minute, oldest first. */
  #lastHeads(): IterableIterator<HeadRow> {
    let newest = 0
    let from = 0
    for (const [offset, second] of this.#statements.secondsFromTheEnd.raw().iterate() as IterableIterator<
      [number, number]
    >) {
      newest = Math.max(newest, second)
      if (second < newest - REMEMBERED_SECONDS) break
      from = offset
    }
    return this.#statements.from.iterate(from) as IterableIterator<HeadRow>
  }
}

function prepare(db: Sqlite.Database) {
  const columns = 'numbers, event_ids AS eventIds, previews'
  return {
    unmerged: db.prepare(`SELECT ${columns} FROM head
      WHERE last_offset > (SELECT ids_merged_to FROM lane) ORDER BY first_offset`),
    secondsFromTheEnd: db.prepare('SELECT first_offset, newest_second FROM head ORDER BY first_offset DESC'),
    from: db.prepare(`SELECT ${columns} FROM head WHERE first_offset >= ? ORDER BY first_offset`),
  }
}

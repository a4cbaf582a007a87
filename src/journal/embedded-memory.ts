import type Sqlite from 'better-sqlite3'
import { type AcceptMemory, DEDUPE_MS } from './accept-rules.ts'
import { admitWholeBody, isSpent, newestSecond, type SpikeWindow } from './spike-window.ts'

interface CapRow {
  projectId: number
  hour: number
  used: number
  isChanged: boolean
}

/** Hours whose cap use is kept at hand. More than one, since requests of two hours meet at the hour's end. */
const HOURS_AT_HAND = 3
const SPENT_WINDOWS_PER_SAVE = 256

/**
 * The embedded journal's AcceptMemory. Accepted ids are looked up in their table. Cap use and spike windows are
 * mirrors of theirs, read back exactly after a restart or a roll-back; a mirror holds what the last minute and
 * the present hour need and no more. The caller owns the transaction: `save` within it, `reload` after it failed.
 */
export class EmbeddedMemory implements AcceptMemory {
  /** Newest receivedAt ever judged here, epoch ms; 0 before the first. */
  latestReceivedAt = 0
  readonly #caps = new Map<number, Map<number, CapRow>>()
  #changedCaps: CapRow[] = []
  /** In the order of their newest second, so that the spent ones come first. */
  readonly #windows = new Map<string, SpikeWindow>()
  #wholeBodies: (number | string)[] = []
  #newestWholeBody = 0
  readonly #statements: ReturnType<typeof prepare>

  constructor(db: Sqlite.Database) {
    this.#statements = prepare(db)
    this.reload()
  }

  capUsed(projectId: number, hour: number): number {
    return this.#capRow(projectId, hour).used
  }

  addCapUse(projectId: number, hour: number): void {
    const row = this.#capRow(projectId, hour)
    row.used += 1
    if (row.isChanged) return
    row.isChanged = true
    this.#changedCaps.push(row)
  }

  isAccepted(projectId: number, eventId: Uint8Array, receivedAt: number): boolean {
    const acceptedAt = this.#statements.acceptedAt.get(projectId, eventId)
    return acceptedAt !== undefined && (acceptedAt as number) > receivedAt - DEDUPE_MS
  }

  remember(projectId: number, eventId: Uint8Array, receivedAt: number): boolean {
    if (receivedAt > this.latestReceivedAt) this.latestReceivedAt = receivedAt
    return this.#statements.remember.run(projectId, eventId, receivedAt).changes === 1
  }

  spikeWindow(projectId: number, preview: string, receivedAt: number): SpikeWindow {
    const key = `${projectId}:${preview}`
    const known = this.#windows.get(key)
    if (known && newestSecond(known) === Math.floor(receivedAt / 1000)) return known
    const window = known ?? []
    this.#windows.delete(key)
    this.#windows.set(key, window)
    return window
  }

  /** Notes that the spike window admitted a whole body, for the log from which the windows are read back. */
  noteWholeBody(projectId: number, preview: string, receivedAt: number): void {
    const second = Math.floor(receivedAt / 1000)
    this.#wholeBodies.push(second, `${projectId}:${preview}`)
    this.#newestWholeBody = Math.max(this.#newestWholeBody, second)
  }

  /** Writes what changed since the last `save`, inside the caller's transaction. */
  save(): void {
    for (const row of this.#changedCaps) {
      this.#statements.saveCap.run(row.hour, row.projectId, row.used)
      row.isChanged = false
    }
    this.#changedCaps = []
    if (this.#wholeBodies.length > 0) {
      this.#statements.logWholeBodies.run(this.#newestWholeBody, JSON.stringify(this.#wholeBodies))
      this.#wholeBodies = []
      this.#newestWholeBody = 0
    }
    this.#letGo()
  }

  /** Reads the mirrors back from the file; to be called after a roll-back. */
  reload(): void {
    this.#caps.clear()
    this.#changedCaps = []
    this.#windows.clear()
    this.#wholeBodies = []
    for (const entries of this.#statements.spikeLog.iterate() as IterableIterator<string>) {
      const admitted = JSON.parse(entries) as (number | string)[]
      for (let i = 0; i < admitted.length; i += 2)
        this.#restore(admitted[i] as number, admitted[i + 1] as string)
    }
  }

  #restore(second: number, key: string): void {
    const window = this.#windows.get(key) ?? []
    admitWholeBody(window, second * 1000, Number.POSITIVE_INFINITY)
    this.#windows.delete(key)
    this.#windows.set(key, window)
  }

  #capRow(projectId: number, hour: number): CapRow {
    const ofHour = this.#caps.get(hour) ?? this.#loadHour(hour)
    let row = ofHour.get(projectId)
    if (!row) {
      row = { projectId, hour, used: 0, isChanged: false }
      ofHour.set(projectId, row)
    }
    return row
  }

  #loadHour(hour: number): Map<number, CapRow> {
    const ofHour = new Map<number, CapRow>()
    const rows = this.#statements.capsOfHour.all(hour) as { projectId: number; used: number }[]
    for (const { projectId, used } of rows) ofHour.set(projectId, { projectId, hour, used, isChanged: false })
    this.#caps.set(hour, ofHour)
    return ofHour
  }

  #letGo(): void {
    for (const hour of this.#caps.keys()) {
      if (this.#caps.size <= HOURS_AT_HAND) break
      this.#caps.delete(hour)
    }
    const second = Math.floor(this.latestReceivedAt / 1000)
    let left = SPENT_WINDOWS_PER_SAVE
    for (const [key, window] of this.#windows) {
      if (left === 0 || !isSpent(window, second)) break
      this.#windows.delete(key)
      left -= 1
    }
  }
}

function prepare(db: Sqlite.Database) {
  return {
    acceptedAt: db.prepare('SELECT accepted_at FROM accepted WHERE project_id = ? AND event_id = ?').pluck(),
    remember: db.prepare(`INSERT INTO accepted (project_id, event_id, accepted_at) VALUES (?, ?, ?)
      ON CONFLICT (project_id, event_id) DO UPDATE SET accepted_at = excluded.accepted_at
      WHERE accepted_at <= excluded.accepted_at - ${DEDUPE_MS}`),
    capsOfHour: db.prepare('SELECT project_id AS projectId, used FROM cap_use WHERE hour = ?'),
    saveCap: db.prepare(`INSERT INTO cap_use (hour, project_id, used) VALUES (?, ?, ?)
      ON CONFLICT (hour, project_id) DO UPDATE SET used = excluded.used`),
    logWholeBodies: db.prepare('INSERT INTO spike_log (second, entries) VALUES (?, ?)'),
    spikeLog: db.prepare('SELECT entries FROM spike_log ORDER BY id').pluck(),
  }
}

import type Sqlite from 'better-sqlite3'

interface CapRow {
  projectId: number
  hour: number
  used: number
  isChanged: boolean
}

/** Hours kept at hand. More than one, since requests of two hours meet at the hour's end. */
const HOURS_AT_HAND = 3
/** Hours whose rows are kept, so that a clock set back finds its count again. */
const HOURS_KEPT = 48

/** Cap use per project and epoch hour: a mirror of its table, written back by `save` in the caller's transaction. */
export class EmbeddedCaps {
  readonly #hours = new Map<number, Map<number, CapRow>>()
  #changed: CapRow[] = []
  readonly #statements: ReturnType<typeof prepare>

  constructor(db: Sqlite.Database) {
    this.#statements = prepare(db)
  }

  used(projectId: number, hour: number): number {
    return this.#row(projectId, hour).used
  }

  add(projectId: number, hour: number): void {
    const row = this.#row(projectId, hour)
    row.used += 1
    if (row.isChanged) return
    row.isChanged = true
    this.#changed.push(row)
  }

  save(): void {
    for (const row of this.#changed) {
      this.#statements.save.run(row.hour, row.projectId, row.used)
      row.isChanged = false
    }
    this.#changed = []
    for (const hour of this.#hours.keys()) {
      if (this.#hours.size <= HOURS_AT_HAND) break
      this.#hours.delete(hour)
    }
  }

  /** Deletes what is long past, seen from epoch hour `hour`. */
  forgetBefore(hour: number): void {
    this.#statements.forget.run(hour - HOURS_KEPT)
  }

  /** Forgets the mirror; it is read again when asked. */
  reset(): void {
    this.#hours.clear()
    this.#changed = []
  }

  #row(projectId: number, hour: number): CapRow {
    const ofHour = this.#hours.get(hour) ?? this.#load(hour)
    let row = ofHour.get(projectId)
    if (!row) {
      row = { projectId, hour, used: 0, isChanged: false }
      ofHour.set(projectId, row)
    }
    return row
  }

  #load(hour: number): Map<number, CapRow> {
    const rows = this.#statements.ofHour.all(hour) as { projectId: number; used: number }[]
    const ofHour = new Map(rows.map((row) => [row.projectId, { ...row, hour, isChanged: false }]))
    this.#hours.set(hour, ofHour)
    return ofHour
  }
}

function prepare(db: Sqlite.Database) {
  return {
    ofHour: db.prepare('SELECT project_id AS projectId, used FROM cap_use WHERE hour = ?'),
    save: db.prepare(`INSERT INTO cap_use (hour, project_id, used) VALUES (?, ?, ?)
      ON CONFLICT (hour, project_id) DO UPDATE SET used = excluded.used`),
    forget: db.prepare('DELETE FROM cap_use WHERE hour < ?'),
  }
}

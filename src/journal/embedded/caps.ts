import type Sqlite from 'better-sqlite3'

interface CapRow {
  subject: number
  hour: number
  used: number
  isChanged: boolean
}

/** Hours kept at hand. More than one, since requests of two hours meet at the hour's end. */
const HOURS_AT_HAND = 3

/** Cap use per epoch hour, saved in the caller's transaction. `project_id` holds a key's subject, below 0. */
export class EmbeddedCaps {
  readonly #hours = new Map<number, Map<number, CapRow>>()
  #changed: CapRow[] = []
  readonly #statements: ReturnType<typeof prepare>

  constructor(db: Sqlite.Database) {
    this.#statements = prepare(db)
  }

  used(subject: number, hour: number): number {
    return this.#row(subject, hour).used
  }

  add(subject: number, hour: number): void {
    const row = this.#row(subject, hour)
    row.used += 1
    if (row.isChanged) return
    row.isChanged = true
    this.#changed.push(row)
  }

  save(): void {
    for (const row of this.#changed) {
      this.#statements.save.run(row.hour, row.subject, row.used)
      row.isChanged = false
    }
    this.#changed = []
    for (const hour of this.#hours.keys()) {
      if (this.#hours.size <= HOURS_AT_HAND) break
      this.#hours.delete(hour)
    }
  }

  forgetBefore(hour: number): void {
    this.#statements.forget.run(hour)
  }

  reset(): void {
    this.#hours.clear()
    this.#changed = []
  }

  #row(subject: number, hour: number): CapRow {
    const ofHour = this.#hours.get(hour) ?? this.#load(hour)
    let row = ofHour.get(subject)
    if (!row) {
      row = { subject, hour, used: 0, isChanged: false }
      ofHour.set(subject, row)
    }
    return row
  }

  #load(hour: number): Map<number, CapRow> {
    const rows = this.#statements.ofHour.all(hour) as { subject: number; used: number }[]
    const ofHour = new Map(rows.map((row) => [row.subject, { ...row, hour, isChanged: false }]))
    this.#hours.set(hour, ofHour)
    return ofHour
  }
}

function prepare(db: Sqlite.Database) {
  return {
    ofHour: db.prepare('SELECT project_id AS subject, used FROM cap_use WHERE hour = ?'),
    save: db.prepare(`INSERT INTO cap_use (hour, project_id, used) VALUES (?, ?, ?)
      ON CONFLICT (hour, project_id) DO UPDATE SET used = excluded.used`),
    forget: db.prepare('DELETE FROM cap_use WHERE hour < ?'),
  }
}

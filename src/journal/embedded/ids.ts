import type Sqlite from 'better-sqlite3'
import { type AcceptedId, DEDUPE_MS } from '../accept-rules.ts'
import type { AcceptedEvent } from '../journal.ts'

/** Recent ids at which merging begins; a few MB. The more there are, the more of them share a page when merged. */
const RECENT_IDS = 32_768
/** Recent ids are kept apart by the first byte of the event id; one such part is merged at a time. */
const PARTS = 256
const ID_BYTES = 16
const WALK_STEP_IDS = 1000

interface Accepted {
  acceptedAt: number
  /** Null: merged by a version that did not keep it. */
  preview: string | null
}

/**
 * Accepted event ids. They are random: a page of I/O each. So recent ones stay in memory (and in heads,
 * for restarts) and are merged part by part, in key order, within later batches.
 */
export class EmbeddedIds {
  #parts: Map<string, Accepted>[] = emptyParts()
  #recent = 0
  #nextPart = 0
  /** Ids of records up to this offset will all be in the table when the round over the parts is complete. */
  #roundCovers = 0
  #walk: { eventId: Buffer; projectId: number } | null = null
  readonly #recentIds: number
  readonly #statements: ReturnType<typeof prepare>

  /** @param recentIds how many recent ids there must be for `mergeStep` to merge some. */
  constructor(db: Sqlite.Database, recentIds = RECENT_IDS) {
    this.#recentIds = recentIds
    this.#statements = prepare(db)
  }

  isAccepted(projectId: number, eventId: Buffer, receivedAt: number): boolean {
    return this.find(projectId, eventId, receivedAt) !== null
  }

  find(projectId: number, eventId: Buffer, receivedAt: number): AcceptedEvent | null {
    const recent = this.#parts[eventId[0]!]!.get(keyOf(projectId, eventId))
    const known = recent ?? (this.#statements.find.get(eventId, projectId) as Accepted | undefined)
    return known && known.acceptedAt > receivedAt - DEDUPE_MS ? { preview: known.preview } : null
  }

  /** Keeps the id as recent; that its batch's head is stored makes it durable. */
  add({ projectId, eventId, receivedAt, preview }: AcceptedId<Buffer>): void {
    const part = this.#parts[eventId[0]!]!
    const before = part.size
    part.set(keyOf(projectId, eventId), { acceptedAt: receivedAt, preview })
    this.#recent += part.size - before
  }

  /** In the caller's transaction, if ids are many. Null, or up to which offset all ids are in the table. */
  mergeStep(lastOffset: number): number | null {
    if (this.#recent < this.#recentIds) return null
    const part = this.#parts[this.#nextPart]!
    for (const [key, { acceptedAt, preview }] of [...part].sort(([a], [b]) => (a < b ? -1 : 1))) {
      this.#statements.merge.run(
        Buffer.from(key.slice(0, ID_BYTES), 'latin1'),
        Number(key.slice(ID_BYTES)),
        acceptedAt,
        preview,
      )
    }
    this.#recent -= part.size
    this.#parts[this.#nextPart] = new Map()
    this.#nextPart = (this.#nextPart + 1) % PARTS
    if (this.#nextPart !== 0) return null
    const covered = this.#roundCovers
    this.#roundCovers = lastOffset
    return covered === 0 ? null : covered
  }

  reset(): void {
    this.#parts = emptyParts()
    this.#recent = 0
    this.#nextPart = 0
    this.#roundCovers = 0
  }

  /** Deletes ids accepted at `before` or earlier, a step at a time. True until the walk is complete. */
  walkStep(before: number): boolean {
    const from = this.#walk ?? { eventId: Buffer.alloc(0), projectId: -1 }
    const to = this.#statements.stepEnd.get(from.eventId, from.projectId) as typeof from | undefined
    const end = to ?? { eventId: Buffer.alloc(ID_BYTES + 1, 0xff), projectId: 0 }
    this.#statements.forget.run(from.eventId, from.projectId, end.eventId, end.projectId, before)
    this.#walk = to ?? null
    return to !== undefined
  }

  get isWalking(): boolean {
    return this.#walk !== null
  }
}

function emptyParts(): Map<string, Accepted>[] {
  return Array.from({ length: PARTS }, () => new Map<string, Accepted>())
}

/** The id's bytes as characters, then the project. */
function keyOf(projectId: number, eventId: Buffer): string {
  return `${eventId.toString('latin1', 0, ID_BYTES)}${projectId}`
}

function prepare(db: Sqlite.Database) {
  return {
    find: db.prepare(`SELECT accepted_at AS acceptedAt, nullif(lower(hex(preview)), '') AS preview FROM accepted
      WHERE event_id = ? AND project_id = ?`),
    merge:
      db.prepare(`INSERT INTO accepted (event_id, project_id, accepted_at, preview) VALUES (?, ?, ?, unhex(?))
      ON CONFLICT (event_id, project_id)
        DO UPDATE SET accepted_at = max(accepted_at, excluded.accepted_at), preview = excluded.preview`),
    stepEnd: db.prepare(`SELECT event_id AS eventId, project_id AS projectId FROM accepted
      WHERE (event_id, project_id) > (?, ?) ORDER BY event_id, project_id LIMIT 1 OFFSET ${WALK_STEP_IDS}`),
    forget: db.prepare(`DELETE FROM accepted WHERE (event_id, project_id) > (?, ?)
      AND (event_id, project_id) <= (?, ?) AND accepted_at <= ?`),
  }
}

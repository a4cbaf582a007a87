import { createHash } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEDUPE_MS } from '../accept-rules.ts'
import { EmbeddedIds } from './ids.ts'

const NOW = 1_790_001_600_000

/** What a journal does with its ids: the heads of its batches are `log`, a restart is `reopen`. */
class Model {
  readonly db = new Sqlite(':memory:')
  readonly log: { offset: number; number: number; at: number }[] = []
  ids: EmbeddedIds
  mergedTo = 0

  constructor() {
    this.db.exec(`CREATE TABLE accepted (event_id BLOB, project_id INTEGER, accepted_at INTEGER,
      preview BLOB, PRIMARY KEY (event_id, project_id)) WITHOUT ROWID`)
    this.ids = new EmbeddedIds(this.db, 20)
  }

  add(number: number, at: number): void {
    this.log.push({ offset: this.log.length + 1, number, at })
    this.ids.add(acceptedId(number, at))
    this.mergedTo = this.ids.mergeStep(this.log.length) ?? this.mergedTo
  }

  reopen(): void {
    this.ids = new EmbeddedIds(this.db, 20)
    for (const { offset, number, at } of this.log) {
      if (offset > this.mergedTo) this.ids.add(acceptedId(number, at))
    }
  }

  has(number: number, at: number): boolean {
    return this.ids.isAccepted(projectOf(number), eventIdOf(number), at)
  }
}

const acceptedId = (number: number, receivedAt: number) => ({
  projectId: projectOf(number),
  eventId: eventIdOf(number),
  receivedAt,
  preview: previewOf(number),
})
const previewOf = (number: number) =>
  createHash('md5')
    .update(`${number % 7}`)
    .digest('hex')
const projectOf = (number: number) => 1 + (number % 3)
const eventIdOf = (number: number) => createHash('sha256').update(`${number}`).digest().subarray(0, 16)

describe('accepted ids', () => {
  test('are known while recent, while merged and after a restart at any moment', () => {
    let mergedRounds = 0
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1500 }),
        fc.integer({ min: 0, max: 1500 }),
        (count, restartAt) => {
          const model = new Model()
          for (let number = 0; number < count; number++) {
            if (number === restartAt) model.reopen()
            expect(model.has(number, NOW)).toBe(false)
            model.add(number, NOW)
          }
          model.reopen()
          for (let number = 0; number < count; number++) {
            const found = model.ids.find(projectOf(number), eventIdOf(number), NOW)
            expect(found).toEqual({ preview: previewOf(number) })
          }
          if (model.mergedTo > 0) mergedRounds += 1
        },
      ),
      { numRuns: 25 },
    )
    expect(mergedRounds).toBeGreaterThan(0)
  })

  test('are known per project, and for 48 h', () => {
    const model = new Model()
    model.add(1, NOW)
    expect(model.ids.isAccepted(9, eventIdOf(1), NOW)).toBe(false)
    expect(model.has(1, NOW + DEDUPE_MS - 1)).toBe(true)
    expect(model.has(1, NOW + DEDUPE_MS)).toBe(false)
  })

  test('a walk deletes the expired ones and no others', () => {
    const model = new Model()
    for (let number = 0; number < 6000; number++) model.add(number, number % 2 === 0 ? NOW : NOW + 1000)
    const merged = model.db.prepare('SELECT count(*) FROM accepted WHERE accepted_at = ?').pluck()
    const kept = merged.get(NOW + 1000)
    expect(merged.get(NOW)).toBeGreaterThan(2000)
    let steps = 1
    while (model.ids.walkStep(NOW)) steps += 1
    expect(steps).toBeGreaterThan(2)
    expect(merged.get(NOW)).toBe(0)
    expect(merged.get(NOW + 1000)).toBe(kept)
  })
})

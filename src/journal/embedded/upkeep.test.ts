import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { REMEMBERED_SECONDS } from '../spike-window.ts'
import { openJournalFile } from './format/file.ts'
import { EmbeddedLane } from './lane.ts'
import { EmbeddedMemory } from './memory.ts'
import { Upkeep } from './upkeep.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 22)

function newUpkeep() {
  const folder = mkdtempSync(join(tmpdir(), 'errata-journal-'))
  const file = join(folder, 'journal.db')
  const db = openJournalFile(file)
  const memory = new EmbeddedMemory(db)
  db.prepare('INSERT INTO accepted (event_id, project_id, accepted_at) VALUES (?, 1, ?)').run(
    Buffer.alloc(16, 7),
    NOW - HOUR,
  )
  memory.latestReceivedAt = NOW
  const failures: unknown[] = []
  const onError = (error: { code?: string }, task: string) => failures.push([task, error.code])
  const upkeep = new Upkeep({ file, db, memory, lane: new EmbeddedLane(db), onError })
  onTestFinished(async () => {
    await upkeep.close()
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  /** How many ids are known after the journal did what it does under load, at these times. */
  const idsAt = (wall: number, steady: number): number => {
    vi.spyOn(Date, 'now').mockReturnValue(wall)
    vi.spyOn(performance, 'now').mockReturnValue(steady)
    // The next event, whose receive time is the clock's.
    memory.latestReceivedAt = Math.max(memory.latestReceivedAt, wall)
    for (let step = 0; step < 3; step++) upkeep.underLoad()
    return db.prepare('SELECT count(*) FROM accepted').pluck().get() as number
  }
  return { idsAt, failures, db }
}

test('a clock that jumps ahead makes no accepted id forgotten, also when events come in by it', () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const { idsAt } = newUpkeep()
  const steady = performance.now()
  for (let hour = 1; hour < 47; hour++) {
    expect(idsAt(NOW + 100 * DAY + hour * HOUR, steady + hour * HOUR)).toBe(1)
  }
  // 48 h have truly passed by now, whatever the clock says.
  for (const hour of [50, 52]) idsAt(NOW + 100 * DAY + hour * HOUR, steady + hour * HOUR)
  expect(idsAt(NOW + 100 * DAY + 54 * HOUR, steady + 54 * HOUR)).toBe(0)
})

test('without a jump ids are forgotten after 48 h', () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const { idsAt } = newUpkeep()
  const steady = performance.now()
  expect(idsAt(NOW + 46 * HOUR, steady + 46 * HOUR)).toBe(1)
  expect(idsAt(NOW + 48 * HOUR, steady + 48 * HOUR)).toBe(0)
})

test('a database that cannot be written is reported, and tried again after a pause', () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const { idsAt, failures, db } = newUpkeep()
  const steady = performance.now()
  db.pragma('query_only = on')
  expect(idsAt(NOW + 46 * HOUR, steady + 46 * HOUR)).toBe(1)
  expect(idsAt(NOW + 48 * HOUR, steady + 48 * HOUR)).toBe(1)
  expect(failures).toContainEqual(['prune', 'SQLITE_READONLY'])
  db.pragma('query_only = off')
  expect(idsAt(NOW + 49 * HOUR, steady + 49 * HOUR)).toBe(0)
})

test('a clock that is set back prolongs no pause after a failure', () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const { idsAt, db } = newUpkeep()
  const steady = performance.now()
  db.pragma('query_only = on')
  expect(idsAt(NOW + 48 * HOUR, steady + 48 * HOUR)).toBe(1)
  db.pragma('query_only = off')
  expect(idsAt(NOW + 47 * HOUR, steady + 49 * HOUR)).toBe(0)
})

test('heads go in order, and stay while their records, their ids or their second are needed', () => {
  const { db } = newUpkeep()
  const second = NOW / 1000
  const old = second - REMEMBERED_SECONDS
  const insert =
    db.prepare(`INSERT INTO head (first_offset, last_offset, newest_second, numbers, event_ids, previews)
    VALUES (?, ?, ?, x'', x'', x'')`)
  for (const head of [
    [1, 4, old],
    [5, 6, old],
    [7, 8, old],
    [9, 9, old + 1],
  ])
    insert.run(...head)
  db.prepare('UPDATE lane SET last_offset = 9, trimmed_to = 7, ids_merged_to = 5').run()
  const lane = new EmbeddedLane(db)
  const left = (): unknown[] =>
    db.prepare('SELECT first_offset FROM head ORDER BY first_offset').pluck().all()

  expect(lane.headStep(second)).toBe(true)
  expect(left()).toEqual([5, 7, 9])
  expect(lane.headStep(second)).toBe(false)
  lane.idsMerged(9)
  expect(lane.headStep(second)).toBe(true)
  expect(left()).toEqual([7, 9])
  lane.allowTrim(9)
  lane.trimStep()
  expect(lane.headStep(second)).toBe(true)
  expect(left()).toEqual([9])
  expect([lane.headStep(second), lane.headStep(second + 1)]).toEqual([false, true])
})

import type Sqlite from 'better-sqlite3'
import { judge, verdictCode } from '../accept-rules.ts'
import { candidates, type JournalBatch, keptPart, type StoredBatch } from '../journal-batch.ts'
import { headRow } from './format/head.ts'
import type { EmbeddedLane } from './lane.ts'
import type { EmbeddedMemory } from './memory.ts'

export interface AcceptParts {
  db: Sqlite.Database
  memory: EmbeddedMemory
  lane: EmbeddedLane
}

/** What a record takes beside its body and its meta, about, bytes. */
const RECORD_BYTES = 128

/**
 * Judges and records a batch in one durable transaction; trimming and merging ids join in, without a sync.
 * @returns one verdict code per record. Throws what SQLite throws; then nothing happened.
 */
export function createAccept({ db, memory, lane }: AcceptParts): (batch: JournalBatch) => Uint8Array {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const insertHead = db.prepare('INSERT INTO head VALUES (?, ?, ?, ?, ?, ?)')
  const insertContent = db.prepare('INSERT INTO content VALUES (?, ?, ?, ?, ?)')

  function store(kept: StoredBatch): void {
    const { count, metas, bodies } = kept
    const bytes = bodies.byteLength + metas.length + count * RECORD_BYTES
    const first = lane.handOut(count, bytes)
    const last = first + count - 1
    const newestSecond = Math.floor(memory.latestReceivedAt / 1000)
    const { numbers, eventIds, previews } = headRow(kept)
    insertHead.run(first, last, newestSecond, numbers, eventIds, previews)
    insertContent.run(first, last, bytes, metas, bufferOf(bodies))
  }

  function work(batch: JournalBatch): Uint8Array {
    const verdicts = Array.from(candidates(batch), (candidate) => judge(candidate, memory))
    const kept = keptPart(batch, verdicts)
    if (kept.count > 0) store(kept)
    memory.save()
    const mergedTo = memory.ids.mergeStep(lane.lastOffset)
    if (mergedTo !== null) lane.idsMerged(mergedTo)
    lane.trimStep()
    lane.save()
    return Uint8Array.from(verdicts, verdictCode)
  }

  return (batch) => {
    begin.run()
    try {
      const verdicts = work(batch)
      commit.run()
      return verdicts
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK')
      lane.reload()
      memory.reload()
      throw error
    }
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
}

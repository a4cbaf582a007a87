import type Sqlite from 'better-sqlite3'
import { judge, type Verdict, verdictCode } from './accept-rules.ts'
import type { LaneState } from './embedded-lane.ts'
import type { EmbeddedMemory } from './embedded-memory.ts'
import { type BatchRecord, batchRecord, type JournalBatch } from './journal-batch.ts'

export interface EmbeddedAccept {
  db: Sqlite.Database
  memory: EmbeddedMemory
  lane: LaneState
}

/**
 * Judges and records one batch in one transaction; when it returns, the batch is on stable storage. Trimmed
 * records go in the same transaction, about as many as came, so that under load trimming costs no sync of its own.
 * @returns one verdict code per record. Throws what SQLite throws; then nothing of the batch happened.
 */
export function createAccept({ db, memory, lane }: EmbeddedAccept): (batch: JournalBatch) => Uint8Array {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const insert = db.prepare('INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?)')

  function add(record: BatchRecord, verdict: Verdict): void {
    const body = verdict === 'whole' ? record.body : null
    const { orgId, projectId, receivedAt, eventId, meta } = record
    const preview = Buffer.from(record.preview, 'hex')
    insert.run(lane.handOut(body), orgId, projectId, receivedAt, eventId, preview, meta, body)
    if (body) memory.noteWholeBody(projectId, record.preview, receivedAt)
  }

  function work(batch: JournalBatch): Uint8Array {
    const verdicts = new Uint8Array(batch.count)
    for (let index = 0; index < batch.count; index++) {
      const record = batchRecord(batch, index)
      const verdict = judge(record, memory)
      if (verdict === 'whole' || verdict === 'counted_only') add(record, verdict)
      verdicts[index] = verdictCode(verdict)
    }
    memory.save()
    lane.trimStep(batch.count + 32)
    lane.save()
    return verdicts
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

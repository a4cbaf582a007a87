import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { type CheckpointOutcome, CheckpointWorker } from './checkpoint-worker.ts'
import { openJournalFile } from './format/file.ts'

function newJournal() {
  const folder = mkdtempSync(join(tmpdir(), 'errata-journal-'))
  const file = join(folder, 'journal.db')
  const db = openJournalFile(file)
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { file, db }
}

function newWorker(file: string) {
  const answers: CheckpointOutcome[] = []
  const worker = new CheckpointWorker(file, (answer) => answers.push(answer))
  onTestFinished(() => worker.close())
  return { worker, answers }
}

const framesLeft = (db: Sqlite.Database) => {
  const [{ log, checkpointed }] = db.pragma('wal_checkpoint(NOOP)') as [{ log: number; checkpointed: number }]
  return log - checkpointed
}

test('a checkpoint copies the log into the file, each time it is asked for', async () => {
  const { file, db } = newJournal()
  const { worker, answers } = newWorker(file)
  for (const round of [1, 2]) {
    db.prepare('INSERT INTO content VALUES (?, ?, 1, ?, ?)').run(round, round, '[]', Buffer.alloc(1_000_000))
    expect(framesLeft(db)).toBeGreaterThan(200)
    worker.run()
    await expect.poll(() => worker.isBusy).toBe(false)
    expect(framesLeft(db)).toBe(0)
    expect(answers).toHaveLength(round)
  }
  expect(answers).toEqual([{ kind: 'done' }, { kind: 'done' }])
  expect(statSync(file).size).toBeGreaterThan(2_000_000)
})

test('a thread that is closed finishes its checkpoint, and the next one gets a new thread', async () => {
  const { file, db } = newJournal()
  const { worker, answers } = newWorker(file)
  worker.run()
  await worker.close()
  expect(answers).toEqual([{ kind: 'done' }])
  db.prepare('INSERT INTO content VALUES (1, 1, 1, ?, ?)').run('[]', Buffer.alloc(1_000_000))
  worker.run()
  await expect.poll(() => answers.length).toBe(2)
  expect(framesLeft(db)).toBe(0)
})

test('a thread that cannot open the file says so', async () => {
  const { worker, answers } = newWorker('/nonexistent/journal.db')
  worker.run()
  await expect
    .poll(() => answers)
    .toEqual([{ kind: 'no_thread', message: expect.stringContaining('no journal') }])
  expect(worker.isBusy).toBe(false)
})

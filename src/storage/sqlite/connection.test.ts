import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { msOf, quickest } from '../../../test/support/timing.ts'
import { openSqliteConnection, type SqliteConnection, TRUNCATE_LOG } from './connection.ts'

const MIB = 1024 * 1024
const LIMIT_MIB = 64
const ROW = Buffer.alloc(MIB, 'x')

function newDatabase(): { file: string; connection: SqliteConnection } {
  const folder = mkdtempSync(join(tmpdir(), 'errata-log-'))
  const file = join(folder, 'test.db')
  const connection = openSqliteConnection({ file, readonly: false, cacheKib: 1024, foreignKeys: true })
  onTestFinished(() => {
    connection.close()
    rmSync(folder, { recursive: true, force: true })
  })
  connection.run('CREATE TABLE filler (data BLOB)', [])
  return { file, connection }
}

function write(connection: SqliteConnection, mib: number): void {
  for (let n = 0; n < mib; n++) connection.run('INSERT INTO filler VALUES (?)', [ROW])
}

const logMib = (file: string) => statSync(`${file}-wal`).size / MIB

/** Holds a picture of the data, as a long read does, on a thread of its own; lets go after `heldMs`. */
async function readElsewhere(file: string, heldMs: number): Promise<Worker> {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    const db = new (require('better-sqlite3'))(workerData.file, { readonly: true })
    db.exec('BEGIN')
    db.prepare('SELECT count(*) FROM filler').get()
    parentPort.postMessage('reading')
    parentPort.once('message', () => setTimeout(() => db.close(), workerData.heldMs))`
  const reader = new Worker(code, { eval: true, workerData: { file, heldMs } })
  onTestFinished(() => void reader.terminate())
  await new Promise((resolve) => reader.once('message', resolve))
  return reader
}

describe('the write-ahead log', () => {
  it('is cut to its limit when a read that held it is over and the log starts over', () => {
    const { file, connection } = newDatabase()
    const reader = new Sqlite(file, { readonly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM filler').get()
    write(connection, LIMIT_MIB + 30)
    expect(logMib(file)).toBeGreaterThan(LIMIT_MIB + 20)
    reader.close()
    write(connection, 2)
    expect(logMib(file)).toBeLessThanOrEqual(LIMIT_MIB)
  })

  it('is emptied within its patience past the limit, although someone reads at that moment', async () => {
    const { file, connection } = newDatabase()
    const reader = await readElsewhere(file, 60)
    write(connection, LIMIT_MIB + 10)
    reader.postMessage('let go')
    connection.run(TRUNCATE_LOG, [])
    expect(logMib(file)).toBe(0)
  })

  it('is waited for no longer than that, and not at all below the limit', async () => {
    const { file, connection } = newDatabase()
    await readElsewhere(file, 0)
    write(connection, 5)
    const truncate = () => connection.run(TRUNCATE_LOG, [])
    expect(await quickest(150, () => msOf(truncate))).toBeLessThan(150)
    expect(logMib(file)).toBeGreaterThan(4)
    write(connection, LIMIT_MIB)
    expect(await quickest(2_000, () => msOf(truncate))).toBeLessThan(2_000)
    expect(logMib(file)).toBeGreaterThan(LIMIT_MIB)
  })
})

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  appendAll,
  event,
  events,
  hex,
  JournalFixture,
  readAll,
  until,
} from '../../../test/support/pipeline/journal-fixture.ts'
import { JournalCorruptError, JournalVersionError } from '../journal.ts'
import { openEmbeddedJournal } from './journal.ts'
import { openEmbeddedReader } from './journal-reader.ts'

let fixture: JournalFixture
let file: string

beforeEach(() => {
  fixture = new JournalFixture(null)
  file = join(fixture.directory, 'journal.db')
})
afterEach(() => fixture.dispose())

test('a journal of format 1, which kept previews as text and not of merged ids, is opened and goes on', async () => {
  const [before, after] = events(2)
  const first = await fixture.openWriter()
  await first.append(before!)
  await first.close()
  const db = new Sqlite(file)
  db.prepare('INSERT INTO accepted (event_id, project_id, accepted_at) VALUES (?, 9, ?)').run(
    before!.eventId,
    before!.receivedAt,
  )
  db.exec('ALTER TABLE accepted DROP COLUMN preview')
  const { orgId, projectId, receivedAt, body, preview } = before!
  const numbers = Buffer.from(new Float64Array([orgId, projectId, receivedAt, body.byteLength]).buffer)
  expect(db.prepare('UPDATE head SET numbers = ?, previews = ?').run(numbers, preview).changes).toBe(1)
  db.pragma('user_version = 1')
  db.close()
  expect(() => openEmbeddedReader({ dataDir: fixture.directory })).toThrow('Start the service once')
  const again = await fixture.openWriter()
  await again.append(after!)
  expect(await again.findAccepted(9, before!.eventId)).toEqual({ preview: null })
  expect(await again.findAccepted(3, before!.eventId)).toEqual({ preview: before!.preview })
  expect(await again.findAccepted(3, after!.eventId)).toEqual({ preview: after!.preview })
  const reader = openEmbeddedReader({ dataDir: fixture.directory })
  const records = await readAll(reader)
  await reader.close()
  expect(records.map(({ preview }) => preview)).toEqual([before!.preview, after!.preview])
})

const size = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0

/** Appends one by one, so that each is a commit, then leaves the files as a kill at this moment would. */
async function crashedCopy(commits: number): Promise<{ ids: string[]; dataDir: string; wal: string }> {
  const writer = await fixture.openWriter()
  const requests = events(commits)
  for (const request of requests) await writer.append({ ...request })
  const dataDir = join(fixture.directory, 'crashed')
  mkdirSync(dataDir)
  for (const name of ['journal.db', 'journal.db-wal'])
    copyFileSync(join(fixture.directory, name), join(dataDir, name))
  return { ids: requests.map((one) => hex(one.eventId)), dataDir, wal: join(dataDir, 'journal.db-wal') }
}

async function idsIn(dataDir: string): Promise<string[]> {
  const writer = await openEmbeddedJournal({ dataDir })
  const reader = openEmbeddedReader({ dataDir })
  const records = await readAll(reader)
  await reader.close()
  await writer.close()
  return records.map((record) => hex(record.eventId))
}

describe('a journal after a crash', () => {
  test('holds everything accepted before SIGKILL', async () => {
    const script = new URL('../../../test/support/pipeline/append-until-killed.ts', import.meta.url).pathname
    const ledger = join(fixture.directory, 'accepted.txt')
    for (let round = 0; round < 3; round++) {
      const before = size(ledger)
      const child = spawn(process.execPath, [script, fixture.directory, ledger], { stdio: 'inherit' })
      const ended = once(child, 'exit')
      await until(() => size(ledger) > before || child.exitCode !== null)
      await sleep(100 + round * 150)
      child.kill('SIGKILL')
      await ended
    }
    const accepted = readFileSync(ledger, 'latin1')
      .split('\n')
      .filter((line) => line.length === 32)
    await fixture.openWriter()
    const records = await readAll(await fixture.openReader())
    const stored = records.map((record) => hex(record.eventId))
    expect(accepted.length).toBeGreaterThan(100)
    const isStored = new Set(stored)
    expect(accepted.filter((id) => !isStored.has(id))).toEqual([])
    expect(isStored.size).toBe(stored.length)
    expect(records.map((record) => record.offset)).toEqual(records.map((_, index) => index + 1))
  })

  test('is whole again after a torn last write', async () => {
    const { ids, dataDir, wal } = await crashedCopy(20)
    truncateSync(wal, size(wal) - 1000)
    expect(await idsIn(dataDir)).toEqual(ids.slice(0, 19))
  })

  test('is whole with rubbish behind its end', async () => {
    const { ids, dataDir, wal } = await crashedCopy(20)
    writeFileSync(wal, Buffer.concat([readFileSync(wal), Buffer.alloc(9000, 7)]))
    expect(await idsIn(dataDir)).toEqual(ids)
  })

  test('is refused when commits in the middle of its log are damaged', async () => {
    const { dataDir, wal } = await crashedCopy(20)
    const log = openSync(wal, 'r+')
    writeSync(log, Buffer.alloc(64, 7), 0, 64, Math.floor(size(wal) / 2))
    await expect(openEmbeddedJournal({ dataDir })).rejects.toThrow(JournalCorruptError)
    await expect(openEmbeddedJournal({ dataDir })).rejects.toThrow(
      /crashed\/journal\.db is damaged .* Keep a copy/,
    )
  })
})

describe('a file that cannot be used', () => {
  test('a damaged page', async () => {
    const writer = await fixture.openWriter()
    await appendAll(writer, events(200))
    await writer.close()
    writeSync(openSync(file, 'r+'), Buffer.alloc(4096, 7), 0, 4096, 4 * 4096)
    await expect(openEmbeddedJournal({ dataDir: fixture.directory })).rejects.toThrow(JournalCorruptError)
  })

  test('no database at all', async () => {
    writeFileSync(file, 'x'.repeat(5000))
    await expect(openEmbeddedJournal({ dataDir: fixture.directory })).rejects.toThrow(JournalCorruptError)
  })

  test('another database', async () => {
    new Sqlite(file).exec('CREATE TABLE other (id)').close()
    await expect(openEmbeddedJournal({ dataDir: fixture.directory })).rejects.toThrow(/not a journal/)
  })

  test('a newer format', async () => {
    await (await fixture.openWriter()).close()
    const db = new Sqlite(file)
    db.pragma('user_version = 99')
    db.close()
    await expect(openEmbeddedJournal({ dataDir: fixture.directory })).rejects.toThrow(JournalVersionError)
    await expect(fixture.openReader()).rejects.toThrow(/format 99/)
  })

  test('no journal yet, for a reader', async () => {
    await expect(fixture.openReader()).rejects.toThrow(/start the service first/)
  })
})

describe('limits', () => {
  const open = async (options: Partial<Parameters<typeof openEmbeddedJournal>[0]>) =>
    fixture.closedLater(await openEmbeddedJournal({ dataDir: fixture.directory, ...options }))

  test('bytes waiting in memory', async () => {
    const writer = await open({ maxMemoryBytes: 100_000 })
    const results = await Promise.allSettled(
      events(20, { body: Buffer.alloc(10_000) }).map((one) => writer.append(one)),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(11)
    expect(refused[0]!.reason).toMatchObject({ name: 'JournalUnavailableError', reason: 'full' })
    expect((await writer.append(event())).status).toBe('accepted')
  })

  test('bytes waiting in the file, until they are trimmed', async () => {
    const writer = await open({ maxBacklogBytes: 50_000 })
    await appendAll(writer, events(10, { body: Buffer.alloc(10_000) }))
    await expect(writer.append(event())).rejects.toMatchObject({ reason: 'full' })
    await writer.trim(0, 10)
    await until(async () => (await writer.stats()).pendingRecords === 0)
    expect((await writer.append(event())).status).toBe('accepted')
  })

  test('free disk space', async () => {
    const writer = await open({ minFreeBytes: 1e18 })
    await expect(writer.append(event())).rejects.toMatchObject({ reason: 'disk' })
  })

  test('after a drain the file and its log are small', async () => {
    const writer = await fixture.openWriter()
    const reader = await fixture.openReader()
    for (let i = 0; i < 10; i++)
      await appendAll(writer, events(200, { body: Buffer.alloc(5000, i), spikePerMinute: 1e9 }))
    expect(size(file) + size(`${file}-wal`)).toBeGreaterThan(8_000_000)
    await writer.trim(0, 2000)
    await until(() => size(`${file}-wal`) === 0 && size(file) < 500_000)
    expect(await reader.read(0, 0, { maxRecords: 10, maxBytes: 1000 })).toEqual([])
    await writer.append(event())
    expect((await readAll(reader)).map((record) => record.offset)).toEqual([2001])
  })
})

/** A file system of 8 MiB; only root may mount one, and not everywhere. */
function mountSmall(directory: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', directory], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

test('a full disk rejects events, loses nothing, and recovers by itself', async ({ skip }) => {
  const dataDir = join(fixture.directory, 'small')
  mkdirSync(dataDir)
  if (!mountSmall(dataDir)) return skip('cannot mount a small file system here')
  try {
    const writer = await openEmbeddedJournal({ dataDir, minFreeBytes: 0 })
    const ballast = join(dataDir, 'ballast')
    writeFileSync(ballast, Buffer.alloc(4 << 20))
    let accepted = 0
    const full = (async () => {
      for (;;) {
        await writer.append(event({ body: Buffer.alloc(50_000), spikePerMinute: 1e9 }))
        accepted += 1
      }
    })()
    await expect(full).rejects.toMatchObject({ name: 'JournalUnavailableError', reason: 'disk' })
    expect(accepted).toBeGreaterThan(5)
    await expect(
      writer.append(event({ body: Buffer.alloc(500_000), spikePerMinute: 1e9 })),
    ).rejects.toMatchObject({
      reason: 'disk',
    })
    truncateSync(ballast, 0)
    expect((await writer.append(event({ spikePerMinute: 1e9 }))).status).toBe('accepted')
    await writer.close()
    expect(await idsIn(dataDir)).toHaveLength(accepted + 1)
  } finally {
    execFileSync('umount', ['-l', dataDir])
  }
})

test('a record that cannot be handed over is refused, and those after it are taken', async () => {
  const writer = await fixture.openWriter()
  const circular = { ...event().meta, self: null as unknown }
  circular.self = circular
  for (let n = 0; n < 5; n++) {
    await expect(writer.append(event({ meta: circular }))).rejects.toMatchObject({ reason: 'engine' })
  }
  expect(await writer.append(event())).toEqual({ status: 'accepted', countedOnly: false })
})

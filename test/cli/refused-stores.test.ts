import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectClearRefusal } from '../support/server/clear-refusal.ts'
import { errata } from '../support/server/run-errata.ts'
import { fillUp, OTHERS, smallDisk } from '../support/small-disk.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-stores-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('serve', () => {
  it('refuses a PostgreSQL that does not answer, and does not print its password', async () => {
    const settings = { SVC_PORT: '0', SVC_DATA_DIR: temporaryFolder() }
    const url = 'postgres://someone:hunter2@localhost:1/errata'
    for (const command of [['serve'], ['verify'], ['journal', 'adopt']]) {
      const outcome = await errata(command, { ...settings, SVC_DATABASE_URL: url })
      expectClearRefusal(
        outcome,
        /PostgreSQL at someone@localhost:1\/errata .*ECONNREFUSED.*SVC_DATABASE_URL/,
      )
      expect(outcome.stderr).not.toContain('hunter2')
    }
  })

  it('refuses the URL of a PostgreSQL without a host, other than of a socket', async () => {
    const serveWith = (SVC_DATABASE_URL: string) =>
      errata(['serve'], { SVC_PORT: '0', SVC_DATA_DIR: temporaryFolder(), SVC_DATABASE_URL })
    expectClearRefusal(
      await serveWith('postgres:///errata'),
      /SVC_DATABASE_URL must look like postgres:\/\/user/,
    )
    expectClearRefusal(await serveWith('postgres:///errata?host=/nowhere'), /ENOENT \/nowhere/)
  })

  it.each(['errata.db', 'journal.db-shm'])('names a file that it cannot write: %s', async (name) => {
    const folder = temporaryFolder()
    // Instead of a read-only file, which an administrator may write.
    mkdirSync(join(folder, name))
    const outcome = await errata(['serve'], { SVC_PORT: '0', SVC_DATA_DIR: folder })
    expectClearRefusal(outcome, new RegExp(`cannot write the file ${join(folder, name)} `))
  })

  it('refuses a data folder that is a file', async () => {
    const file = join(temporaryFolder(), 'data')
    writeFileSync(file, '')
    expectClearRefusal(await errata(['serve'], { SVC_PORT: '0', SVC_DATA_DIR: file }), /data/)
  })
})

describe('verify', () => {
  it('says what to do about a first start that was killed', async () => {
    const folder = temporaryFolder()
    const database = join(folder, 'errata.db')
    writeFileSync(database, '')
    const settings = { SVC_DATA_DIR: folder }
    expectClearRefusal(await errata(['verify'], settings), /has no tables yet: start the service once/)
    leaveUnfinishedWrite(database)
    expectClearRefusal(
      await errata(['verify'], settings),
      /errata\.db was left in the middle of a write.*Start it once/,
    )
    // The service does start on it.
    expect((await errata(['doctor'], settings)).stdout).toMatch(
      /^warn +database .* in the middle of a write.*\n +→ The service undoes that write when it starts\.$/m,
    )
  })
})

it('a command that writes on a full disk says what to check', async ({ skip }) => {
  const disk = smallDisk(8)
  if (disk === null) return skip('this user may not mount a file system')
  onTestFinished(() => disk.unmount())
  const settings = { SVC_DATA_DIR: disk.folder }
  const made = await errata(
    [
      'org',
      'create',
      '--name',
      'A',
      '--owner-email',
      'a@example.com',
      '--owner-password',
      'correct horse battery staple',
    ],
    settings,
  )
  expect(made.code).toBe(0)
  fillUp(disk.folder)
  // Enough to open the database, and too little to change it.
  const others = join(disk.folder, OTHERS)
  truncateSync(others, statSync(others).size - 76 * 1024)
  expectClearRefusal(
    await errata(['project', 'create', '--name', 'shop'], settings),
    /The database cannot be written \(.*\)\. Check that the disk of the data folder has space/,
  )
})

/** As a process leaves it that is killed while it writes. */
function leaveUnfinishedWrite(to: string): void {
  const file = join(temporaryFolder(), 'writing.db')
  const writing = new Sqlite(file)
  // What a small cache has no room for is written before the transaction ends.
  writing.exec('PRAGMA cache_size = 1; CREATE TABLE t (a); BEGIN')
  const insert = writing.prepare('INSERT INTO t VALUES (randomblob(3000))')
  for (let count = 0; count < 100; count++) insert.run()
  for (const end of ['', '-journal']) copyFileSync(file + end, to + end)
  writing.close()
}

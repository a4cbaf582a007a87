import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ApiClient, type Project, signedIn } from '../support/client/api-client.ts'
import { ofTest } from '../support/of-suite.ts'
import { errata, errataProcess } from '../support/server/run-errata.ts'
import { Service, startService } from '../support/server/service.ts'
import { smallDisk } from '../support/small-disk.ts'

/** Taken one after the other while events come in. */
const COPIES = 2
/** Of each sender between two events: what a copy holds is counted and verified afterwards. */
const PAUSE_MS = 20

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function running(dataDir: string): Promise<Service> {
  const service = await ofTest(startService({ dataDir, env: { SVC_SPIKE_EVENTS_PER_MINUTE: '100000' } }))
  return service
}

function send(url: string, project: Project): Promise<Response> {
  const path = `/api/${project.number}/store/?sentry_key=${project.keys[0]!.public_key}`
  const body = JSON.stringify({ message: 'Disk almost full', extra: { filling: 'x'.repeat(2_000) } })
  return fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

/** Sends until it is stopped. @returns how many events were accepted so far, and the end. */
function load(url: string, project: Project) {
  const state = { accepted: 0, isDone: false }
  const sender = async () => {
    while (!state.isDone) {
      if ((await send(url, project)).status === 200) state.accepted += 1
      await sleep(PAUSE_MS)
    }
  }
  const senders = Array.from({ length: 8 }, sender)
  const end = async () => {
    state.isDone = true
    await Promise.all(senders)
  }
  return { state, end }
}

async function upload(url: string, project: Project, content: string): Promise<number> {
  const [key] = project.keys
  const form = new FormData()
  form.set('file', new Blob([content]), 'app.js.map')
  const path = `/api/${project.number}/releases/1.0/files/?sentry_key=${key!.public_key}`
  return (await fetch(url + path, { method: 'POST', body: form })).status
}

const counted = async (client: ApiClient, project: Project) =>
  (await client.allIssues(project.id)).reduce((sum, issue) => sum + issue.event_count, 0)

describe('errata backup and errata restore', () => {
  it('copies a live instance under load: the copy starts, has every event accepted before, and adds up', async () => {
    const [dataDir, backups] = [newFolder(), newFolder()]
    const service = await running(dataDir)
    const project = await (await signedIn(service.url)).createProject()
    expect(await upload(service.url, project, 'a map')).toBeLessThan(300)
    const { state, end } = load(service.url, project)
    const ranges: { folder: string; least: number; most: number }[] = []
    for (let n = 0; n < COPIES; n++) {
      const folder = join(backups, `copy ${n}`)
      const least = state.accepted
      const done = await errata(['backup', folder, '--json'], { SVC_DATA_DIR: dataDir })
      expect([done.code, done.stderr]).toEqual([0, ''])
      expect(JSON.parse(done.stdout)).toMatchObject({ folder, release_files: { files: 1, bytes: 5 } })
      expect(readdirSync(folder).sort()).toEqual(['artifacts', 'backup.json', 'errata.db', 'journal.db'])
      // Sent, and perhaps accepted, before its answer was seen.
      ranges.push({ folder, least, most: state.accepted + 8 })
    }
    await end()
    await service.stop()
    expect(readdirSync(backups)).toHaveLength(COPIES)
    for (const { folder, least, most } of ranges) {
      const restored = join(newFolder(), 'data')
      const done = await errata(['restore', folder], { SVC_DATA_DIR: restored })
      expect([done.code, done.stderr]).toEqual([0, ''])
      const copy = await running(restored)
      const client = await signedIn(copy.url)
      await client.untilCounted(project.id, least)
      await expect.poll(async () => (await client.get<{ status: string }>('/readyz')).status).toBe('ok')
      expect(await counted(client, project)).toBeLessThanOrEqual(most)
      await copy.stop()
      const verified = await errata(['verify', '--deep'], { SVC_DATA_DIR: restored })
      expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('Every number matches')])
    }
    expect(ranges.at(-1)!.least).toBeGreaterThan(ranges[0]!.least)
  }, 120_000)

  it('replaces data only when told to, keeps it, and not while a service uses it', async () => {
    const [dataDir, backup] = [newFolder(), join(newFolder(), 'copy')]
    const service = await running(dataDir)
    const client = await signedIn(service.url)
    const project = await client.createProject()
    await send(service.url, project)
    await client.untilCounted(project.id, 1)
    expect(await upload(service.url, project, 'a map')).toBeLessThan(300)
    const env = { SVC_DATA_DIR: dataDir }
    expect((await errata(['backup', backup], env)).stdout).toMatch(
      /^Backed up to .*copy: [\d.]+ MB, 1 release file\.$/m,
    )
    await send(service.url, project)
    await client.untilCounted(project.id, 2)
    const used = await errata(['restore', backup, '--yes'], env)
    expect([used.code, used.stderr]).toEqual([1, expect.stringContaining('Stop it first')])
    await service.stop()
    // A restore that ends among the release files, which come first.
    const cut = join(newFolder(), 'data')
    const unusable = { SVC_DATA_DIR: cut, SVC_ARTIFACTS_DIR: join(backup, 'backup.json', 'no folder') }
    expect((await errata(['restore', backup], unusable)).code).toBe(1)
    await expect(new Service({ dataDir: cut }).start()).rejects.toThrow('did not finish. Run it again')
    const unasked = await errata(['restore', backup], env)
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('again with --yes')])
    const done = JSON.parse((await errata(['restore', backup, '--yes', '--json'], env)).stdout)
    expect(readdirSync(done.kept)).toEqual(expect.arrayContaining(['errata.db', 'journal.db']))
    expect(existsSync(join(dataDir, 'restore.partial'))).toBe(false)
    // As a kill leaves it when the old databases are out, and the new ones not yet in.
    mkdirSync(join(dataDir, 'restore.partial'))
    for (const name of ['errata.db', 'journal.db']) {
      renameSync(join(dataDir, name), join(dataDir, 'restore.partial', name))
      await expect(new Service({ dataDir }).start()).rejects.toThrow('did not finish. Run it again')
      expect(existsSync(join(dataDir, 'errata.db'))).toBe(false)
    }
    expect((await errata(['restore', backup, '--yes'], env)).code).toBe(0)
    // As a kill leaves it while the new ones are copied.
    mkdirSync(join(dataDir, 'restore.partial'))
    writeFileSync(join(dataDir, 'restore.partial', 'errata.db'), 'half')
    const again = await running(dataDir)
    expect(await counted(await signedIn(again.url), project)).toBe(1)
    expect(existsSync(join(dataDir, 'restore.partial'))).toBe(false)
  })

  it('says what is wrong with a folder, and leaves nothing behind', async () => {
    const [dataDir, backups] = [newFolder(), newFolder()]
    const backup = join(backups, 'copy')
    const service = await running(dataDir)
    await service.stop()
    const env = { SVC_DATA_DIR: dataDir }
    expect((await errata(['backup', backup], env)).code).toBe(0)
    writeFileSync(join(backups, 'file'), '')
    const postgres = { ...env, SVC_DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' }
    const cases: [string[], Record<string, string>, number, RegExp][] = [
      [['backup'], env, 2, /needs a new folder/],
      [['backup', backup], env, 2, /already exists/],
      [['backup', join(backups, 'file')], env, 2, /already exists/],
      [['backup', join(backups, 'file', 'below')], env, 2, /cannot be created/],
      [['backup', join(dataDir, 'artifacts', 'copy')], env, 2, /inside the artifacts folder/],
      [
        ['backup', join(backups, 'b')],
        { SVC_DATA_DIR: join(backups, 'misspelt') },
        2,
        /There is no .*errata.db/,
      ],
      [['backup', join(backups, 'b')], postgres, 2, /pg_basebackup/],
      [['restore', backup], postgres, 2, /its own tools/],
      [['restore', backups], env, 2, /There is no .*backup.json/],
    ]
    for (const [args, given, code, said] of cases) {
      const outcome = await errata(args, given)
      expect([args, outcome.code, outcome.stderr]).toEqual([args, code, expect.stringMatching(said)])
      expect(outcome.stderr).not.toContain('hunter2')
    }
    expect(readdirSync(backups).sort()).toEqual(['copy', 'file'])
    const left = join(backups, 'earlier.partial-a1B2c3')
    mkdirSync(left)
    expect((await errata(['backup', join(backups, 'next')], env)).stderr).toBe(
      `warning: ${left} is from a backup that did not finish. Delete it, unless that backup is still running.\n`,
    )
    const names = ['copy', 'earlier.partial-a1B2c3', 'file', 'next']
    mkdirSync(join(dataDir, 'artifacts'), { recursive: true })
    for (let n = 0; n < 5000; n++) writeFileSync(join(dataDir, 'artifacts', `${n}`), 'x')
    const stopped = errataProcess(['backup', join(backups, 'stopped')], env)
    await expect.poll(() => readdirSync(backups).length).toBeGreaterThan(names.length)
    stopped.kill('SIGTERM')
    expect((await once(stopped, 'exit'))[1]).toBe('SIGTERM')
    expect(readdirSync(backups).sort()).toEqual(names)
    appendFileSync(join(backup, 'errata.db'), 'x')
    const damaged = await errata(['restore', backup], { SVC_DATA_DIR: join(newFolder(), 'data') })
    expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringContaining('errata.db is damaged')])
  })

  it('asks for the space that the copy takes, and names the disk that is full if others fill it meanwhile', async ({
    skip,
  }) => {
    const disk = smallDisk(4)
    if (disk === null) return skip('this user may not mount a file system')
    onTestFinished(() => disk.unmount())
    const dataDir = newFolder()
    await (await running(dataDir)).stop()
    const whole = join(newFolder(), 'copy')
    expect((await errata(['backup', whole], { SVC_DATA_DIR: dataDir })).code).toBe(0)
    const backup = () => errata(['backup', join(disk.folder, 'copy')], { SVC_DATA_DIR: dataDir })
    // Each takes a page of the disk for its byte, so that the databases find too little left.
    const artifacts = join(dataDir, 'artifacts')
    mkdirSync(artifacts, { recursive: true })
    for (let n = 0; n < 920; n++) writeFileSync(join(artifacts, `${n}`), 'x')
    const full = await backup()
    expect([full.code, full.stderr]).toEqual([
      1,
      expect.stringMatching(/database or disk is full.*The disk of .* is full: free/s),
    ])
    expect(full.stderr).toContain(disk.folder)
    rmSync(artifacts, { recursive: true })
    const database = new Sqlite(join(dataDir, 'errata.db'))
    onTestFinished(() => void database.close())
    // In the log, so that the file does not show how large the copy will be.
    database.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE large AS SELECT zeroblob(6000000)')
    const { code, stderr } = await backup()
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/takes about \d.* has .* free\. Free some space/),
    ])
    expect(readdirSync(disk.folder)).toEqual([])
    // What a killed restore left is in the way of none.
    const restored = join(disk.folder, 'data')
    mkdirSync(join(restored, 'restore.partial'), { recursive: true })
    writeFileSync(join(restored, 'restore.partial', 'errata.db'), Buffer.alloc(3_800_000))
    expect(await errata(['restore', whole], { SVC_DATA_DIR: restored })).toMatchObject({ code: 0 })
  })
})

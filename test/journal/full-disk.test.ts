import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { FEEDBACK_CHARS } from '#ingest/feedback/read-feedback.ts'
import { freeBytes, heldBytes, reserveBytes } from '#platform/disk-reserve.ts'
import { DATABASE_FILE } from '#storage/engine/database.ts'
import { databaseLogBytes } from '#storage/sqlite/give-back-space.ts'
import {
  type ApiClient,
  type IssueSummary,
  type Project,
  sdkEnvelopePath,
  signedIn,
} from '../support/client/api-client.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { Service } from '../support/server/service.ts'
import { fillUp, OTHERS, smallDisk } from '../support/small-disk.ts'

const DISK_MIB = 24
const LEFT_FOR_EVENTS_MIB = 8
/** More than those after which a record is given up. */
const FAILED_ATTEMPTS = 12
const METRICS_TOKEN = 'full-disk-0123456789abcdef'
const NO_LIMITS = {
  SVC_INGEST_HOURLY_CAP: '100000',
  SVC_FEEDBACK_HOURLY_CAP: '100000',
  SVC_SPIKE_EVENTS_PER_MINUTE: '100000',
}

/** What does not compress, and costs little to look through: no sign of it begins a secret. */
function noise(chars: number): string {
  const drawn = randomBytes(2 * chars)
  return String.fromCharCode(
    ...Array.from({ length: chars }, (_, n) => 0x4e00 + (drawn.readUInt16LE(2 * n) >> 2)),
  )
}

/** Sends events that do not compress until one is refused; answers how many were accepted, and the refusal. */
async function fill(url: string, project: Project): Promise<{ accepted: number; refusal: Response }> {
  for (let accepted = 0; accepted < 5000; accepted++) {
    const event = { message: 'filling', extra: { noise: noise(3000) } }
    const body = `{}\n{"type":"event"}\n${JSON.stringify(event)}`
    const answer = await fetch(url + sdkEnvelopePath(project), { method: 'POST', body })
    if (answer.status !== 200) return { accepted, refusal: answer }
    await answer.body?.cancel()
  }
  throw new Error('the disk never filled')
}

/** Stores this many MiB of events, about. */
async function store(url: string, project: Project, mib: number): Promise<number> {
  const events = mib * 10
  for (let sent = 0; sent < events; sent++) {
    const extra = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [n, noise(2400)]))
    const body = `{}\n{"type":"event"}\n${JSON.stringify({ message: 'stored', extra })}`
    const answer = await fetch(url + sdkEnvelopePath(project), { method: 'POST', body })
    expect(answer.status).toBe(200)
    await answer.body?.cancel()
  }
  return events
}

/** The pipeline's failures so far. */
async function failedAttempts(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return Number(/^errata_pipeline_troubles_total (\d+)$/m.exec(await answer.text())?.[1])
}

/** Creates projects until one is refused for want of disk space. */
async function untilRefused(client: ApiClient): Promise<void> {
  for (let n = 0; n < 2000; n++) {
    const { status, body } = await client.request<{ error?: string }>('POST', '/api/v1/projects', {
      name: `p${n}`,
    })
    if (status === 201) continue
    expect([status, body.error]).toEqual([503, 'storage_unavailable'])
    return
  }
  throw new Error('the database never filled')
}

/** Files until the disk has no room for another: what the database gave back has room for a few. */
async function refusesUploads(url: string, project: Project): Promise<void> {
  const path = `/api/${project.id}/releases/1.0/files/?compat_key=${project.keys[0]!.public_key}`
  for (let n = 0; n < DISK_MIB; n++) {
    const form = new FormData()
    form.set('file', new Blob([randomBytes(2_000_000)]), `${n}.js`)
    const upload = await fetch(url + path, { method: 'POST', body: form })
    const said = await upload.json()
    if (upload.status === 201) continue
    const message = expect.stringContaining('disk of the artifacts folder is full')
    expect([upload.status, said]).toMatchObject([500, { error: 'storage_error', message }])
    return
  }
  throw new Error('the artifacts folder never filled')
}

/** Sends feedback until the database has no room for it; pages that are free in it, or become so, take some. */
async function refusesFeedback(url: string, project: Project): Promise<void> {
  const { comments: chars } = FEEDBACK_CHARS
  for (let n = 0; n < (DISK_MIB * 1024 ** 2) / chars; n++) {
    const feedback = JSON.stringify({
      contexts: { feedback: { message: randomBytes(chars / 2).toString('hex') } },
    })
    const body = `{}\n{"type":"feedback"}\n${feedback}`
    const answer = await fetch(url + sdkEnvelopePath(project), { method: 'POST', body })
    const said = await answer.json()
    if (answer.status === 200) continue
    expect([answer.status, said]).toMatchObject([503, { error: 'queue_unavailable' }])
    return
  }
  throw new Error('the database never filled')
}

// Beside one another, each on a disk of its own: they wait for upkeep more than they work.
test.concurrent('a full disk is answered 503, loses nothing, and is left behind by itself', async ({
  skip,
  expect,
}) => {
  const disk = smallDisk(DISK_MIB)
  if (!disk) return skip('cannot mount a small file system here')
  const env = { ...NO_LIMITS, SVC_METRICS_TOKEN: METRICS_TOKEN }
  const service = new Service({ dataDir: join(disk.folder, 'data'), env })
  try {
    await service.start()
    const client = await signedIn(service.url)
    const project = await client.createProject()
    const ballast = join(disk.folder, 'ballast')
    writeFileSync(ballast, Buffer.alloc((DISK_MIB - LEFT_FOR_EVENTS_MIB) * 1024 ** 2))

    // So that events wait: if each were stored at once, nothing would be left to fail.
    const other = new Sqlite(join(service.dataDir, DATABASE_FILE))
    other.exec('BEGIN IMMEDIATE')
    const { accepted, refusal } = await fill(service.url, project).finally(() => other.close())
    expect(accepted).toBeGreaterThan(10)
    expect(refusal.status).toBe(503)
    expect(refusal.headers.get('retry-after')).toBe('5')
    expect(await refusal.json()).toMatchObject({
      error: 'queue_unavailable',
      message: expect.stringMatching(/disk space/),
    })
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(503)
    await untilRefused(client)
    await refusesUploads(service.url, project)
    await refusesFeedback(service.url, project)
    // None of these is held against a record. What the service frees meanwhile, others take.
    const before = await failedAttempts(service.url)
    const failedSince = async () => {
      fillUp(disk.folder)
      return (await failedAttempts(service.url)) - before
    }
    await expect.poll(failedSince).toBeGreaterThan(FAILED_ATTEMPTS)

    rmSync(join(disk.folder, OTHERS))
    writeFileSync(ballast, '')
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200)
    const [issue] = await client.untilCounted(project.id, accepted)
    expect((issue as IssueSummary & { stored_event_count: number }).stored_event_count).toBe(accepted)
    expect((await client.request('POST', '/api/v1/projects', { name: 'after' })).status).toBe(201)
    expect(await service.stop()).toBe(0)
  } finally {
    await service.close()
    disk.unmount()
  }
})

/** Reads what is there now until it is closed. */
function readingDatabase(dataDir: string): Sqlite.Database {
  const db = new Sqlite(join(dataDir, DATABASE_FILE), { readonly: true })
  db.exec('BEGIN')
  db.prepare('SELECT count(*) FROM event').get()
  return db
}

/** Whether the reserve has room for what is in the log only. */
function isLogCovered(dataDir: string): boolean {
  return heldBytes(dataDir) > databaseLogBytes(dataDir) + 1024 ** 2
}

/** Whether the service has done what it does by itself about a full disk: the log is empty, the reserve given up if need be. */
function isSettled(dataDir: string): boolean {
  const isGivenUp = heldBytes(dataDir) === 0 || freeBytes(dataDir)! >= reserveBytes(dataDir) / 2
  return isGivenUp && databaseLogBytes(dataDir) < 1024 ** 2
}

/** Whether there is enough for events: a tenth of the disk. */
function hasRoom(folder: string): boolean {
  const { bavail, blocks } = statfsSync(folder)
  return bavail >= Math.floor(blocks / 10)
}

interface Fate {
  name: string
  end?: (service: Service) => Promise<unknown>
  /** Someone reads until the disk is full. */
  isRead?: true
}

const FATES: Fate[] = [
  { name: 'was stopped', end: (service) => service.stop() },
  { name: 'was killed', end: (service) => service.killHard() },
  { name: 'goes on' },
  { name: 'goes on with a log that could not be emptied', isRead: true },
]

test.concurrent.for(FATES)(
  'a disk that others fill to the last byte: a service that $name lets people sign in and make room',
  {
    timeout: 420_000,
  },
  async ({ end, isRead }, { skip, expect }) => {
    const disk = smallDisk(96)
    if (!disk) return skip('cannot mount a small file system here')
    const service = new Service({ dataDir: join(disk.folder, 'data'), env: NO_LIMITS })
    try {
      await service.start()
      await expect.poll(() => existsSync(join(service.dataDir, 'reserve'))).toBe(true)
      const first = await signedIn(service.url)
      const [large, small] = [await first.createProject('large'), await first.createProject('small')]
      const reader = isRead && readingDatabase(service.dataDir)
      await first.untilCounted(large.id, await store(service.url, large, 16), 2 * DEADLINE_MS)
      // In one go: what fills the disk slowly takes the reserve too, which the service gives up meanwhile.
      if (!end) {
        await expect.poll(() => isLogCovered(service.dataDir)).toBe(true)
        process.kill(service.pid, 'SIGSTOP')
      } else await end(service)
      fillUp(disk.folder)
      reader?.close()
      if (end) await service.start()
      else process.kill(service.pid, 'SIGCONT')

      const send = () =>
        fetch(service.url + sdkEnvelopePath(small), {
          method: 'POST',
          body: '{}\n{"type":"event"}\n{"message":"after"}',
        })
      const accepts = async () => (await send()).status === 200
      // Once it is emptied, the log is room enough.
      if (isRead) await expect.poll(accepts).toBe(true)
      else await expect.poll(() => isSettled(service.dataDir)).toBe(true)
      await expect.poll(async () => (await accepts()) === hasRoom(disk.folder)).toBe(true)
      // What the service gives back by itself can be enough: its reserve and its log.
      const isEnough = await accepts()
      if (isEnough) {
        await vi.waitFor(() => signedIn(service.url), DEADLINE_MS)
        return
      }
      expect(await (await send()).json()).toMatchObject({
        error: 'queue_unavailable',
        message: expect.stringMatching(/disk space/),
      })
      const ready = await fetch(`${service.url}/readyz`)
      expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { journal: 'failed' } }])

      const client = await vi.waitFor(() => signedIn(service.url), DEADLINE_MS)
      expect(await client.allIssues(large.id)).toHaveLength(1)
      expect((await client.request('DELETE', `/api/v1/projects/${large.id}`)).status).toBe(200)
      await expect.poll(async () => (await send()).status, { timeout: 150_000 }).toBe(200)
      await client.untilCounted(small.id, 1)
      await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200)
      expect(await service.stop()).toBe(0)
    } finally {
      await service.close()
      disk.unmount()
    }
  },
)

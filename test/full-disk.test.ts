import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  type ApiClient,
  type IssueSummary,
  type Project,
  sdkEnvelopePath,
  signedIn,
} from './support/api-client.ts'
import { Service } from './support/service.ts'

const DISK_MIB = 24
const LEFT_FOR_EVENTS_MIB = 4

/** A small file system of its own; null where this user may not mount one. */
function smallDisk(): { folder: string; unmount(): void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'errata-disk-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    remove()
    return null
  }
  const unmount = () => {
    execFileSync('umount', ['-l', folder])
    remove()
  }
  return { folder, unmount }
}

/** Sends events that do not compress until one is refused; answers how many were accepted, and the refusal. */
async function fill(url: string, project: Project): Promise<{ accepted: number; refusal: Response }> {
  for (let accepted = 0; accepted < 5000; accepted++) {
    const event = { message: 'filling', extra: { noise: randomBytes(5000).toString('latin1') } }
    const body = `{}\n{"type":"event"}\n${JSON.stringify(event)}`
    const answer = await fetch(url + sdkEnvelopePath(project), { method: 'POST', body })
    if (answer.status !== 200) return { accepted, refusal: answer }
    await answer.body?.cancel()
  }
  throw new Error('the disk never filled')
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

test('a full disk is answered 503, loses nothing, and is left behind by itself', async ({ skip }) => {
  const disk = smallDisk()
  if (!disk) return skip('cannot mount a small file system here')
  const env = { SVC_INGEST_HOURLY_CAP: '100000', SVC_SPIKE_EVENTS_PER_MINUTE: '100000' }
  const service = new Service({ dataDir: join(disk.folder, 'data'), env })
  try {
    await service.start()
    const client = await signedIn(service.url)
    const project = await client.createProject()
    const ballast = join(disk.folder, 'ballast')
    writeFileSync(ballast, Buffer.alloc((DISK_MIB - LEFT_FOR_EVENTS_MIB) * 1024 ** 2))

    const { accepted, refusal } = await fill(service.url, project)
    expect(accepted).toBeGreaterThan(10)
    expect(refusal.status).toBe(503)
    expect(refusal.headers.get('retry-after')).toBe('5')
    expect(await refusal.json()).toMatchObject({
      error: 'queue_unavailable',
      message: expect.stringMatching(/disk space/),
    })
    await expect
      .poll(async () => (await fetch(`${service.url}/readyz`)).status, { timeout: 10_000 })
      .toBe(503)
    await untilRefused(client)
    // Long enough for a record to be given up, were the disk held against it.
    await sleep(4000)

    writeFileSync(ballast, '')
    await expect
      .poll(async () => (await fetch(`${service.url}/readyz`)).status, { timeout: 20_000 })
      .toBe(200)
    const [issue] = await client.untilCounted(project.id, accepted)
    expect((issue as IssueSummary & { stored_event_count: number }).stored_event_count).toBe(accepted)
    expect((await client.request('POST', '/api/v1/projects', { name: 'after' })).status).toBe(201)
    expect(await service.stop()).toBe(0)
  } finally {
    await service.remove()
    disk.unmount()
  }
})

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type ApiClient, type Project, sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { filesWith } from '../support/database/data-files.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startService } from '../support/server/service.ts'

const EVENTS = 60
const FILLER_BYTES = 40_000
/** In every raw body, at its beginning and at its end. */
const SECRETS = ['raw-head-5fa1c03e', 'raw-tail-77b0de21']

function envelope(number: number): string {
  const filler = Array.from({ length: 50 }, (_, line) => `${number}-${line} ${'x'.repeat(FILLER_BYTES / 50)}`)
  const lines = [
    { trace: { note: SECRETS[0] } },
    { type: 'event' },
    {
      timestamp: Date.now() / 1000,
      message: `job ${number % 3} failed`,
      extra: { filler, password: SECRETS[0] },
    },
    { type: 'attachment', filename: 'app.log' },
    `the log of ${SECRETS[1]}`,
  ]
  return lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
}

async function untilGone(folder: string, texts: string[]): Promise<string[]> {
  const deadline = Date.now() + DEADLINE_MS
  let found = filesWith(folder, texts)
  while (found.length > 0 && Date.now() < deadline) {
    await sleep(200)
    found = filesWith(folder, texts)
  }
  return found
}

describe('What was processed or deleted', () => {
  let client: ApiClient
  let project: Project
  const service = ofSuite(() => startService({ env: { SVC_SPIKE_EVENTS_PER_MINUTE: '5' } }))
  beforeAll(async () => {
    client = await signedIn(service.url)
    project = await client.createProject('shop')
  })

  async function send(body: string): Promise<void> {
    const response = await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', body })
    expect(response.status).toBe(200)
  }

  test('raw bodies leave every file once they are processed, while the service runs', async () => {
    for (let number = 0; number < EVENTS; number++) await send(envelope(number))
    await client.untilCounted(project.id, EVENTS)
    expect(await untilGone(service.dataDir, SECRETS)).toEqual([])
  })

  test('and are in none after a stop right behind the last event', async () => {
    for (let number = 0; number < EVENTS; number++) await send(envelope(number))
    await client.untilCounted(project.id, 2 * EVENTS)
    expect(await service.stop()).toBe(0)
    expect(filesWith(service.dataDir, SECRETS)).toEqual([])
    await service.start()
    client = await signedIn(service.url)
  })

  test('a deleted issue leaves the files as well', async () => {
    const title = 'unique-title-c41b7a90'
    await send(`{}\n{"type":"event"}\n${JSON.stringify({ message: title, level: 'error' })}`)
    const issues = await client.untilCounted(project.id, 2 * EVENTS + 1)
    const issue = issues.find((one) => one.title === title)!
    expect(filesWith(service.dataDir, [title])).not.toEqual([])
    const deletion = { ids: [issue.id], action: 'delete' }
    expect((await client.request('DELETE', '/api/v1/issues/bulk', deletion)).status).toBe(200)
    await service.stop()
    expect(filesWith(service.dataDir, [title])).toEqual([])
  })

  test('a deletion goes on at once, whatever a process that was killed was at', async () => {
    const db = new Sqlite(join(service.dataDir, 'errata.db'))
    onTestFinished(() => void db.close())
    const lease = db.prepare('INSERT INTO lease (name, holder, expires_at) VALUES (?, ?, ?)')
    lease.run('deletion', 'killed', Date.now() + 100_000)
    await service.start()
    client = await signedIn(service.url)
    expect((await client.request('DELETE', `/api/v1/projects/${project.id}`)).status).toBe(200)
    await expect.poll(() => db.prepare('SELECT uid FROM project').all()).toEqual([])
  })
})

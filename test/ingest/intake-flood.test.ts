import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { type ApiClient, type Project, sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { BOUNDARY, form } from '../support/client/multipart-form.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { type Service, startService } from '../support/server/service.ts'

const FLOOD_MS = 8_000
const FEEDBACK_CAP = 100
const PUBLIC_MB = 20
const FILE_BYTES = 2 * 1024 * 1024
/** What others may wait; a request that waits for the flood to end waits for longer. */
const PATIENCE_MS = 5_000

/** Text at whose every dot an earlier scrubber began again. */
const HOSTILE = `bearer ${'.'.repeat(19_980)}a`

describeOn(ONE_ENGINE, 'a flood with the public key', (engine) => {
  let service: Service
  let client: ApiClient
  let attacked: Project
  let other: Project
  let database: Database
  beforeAll(async () => {
    const databaseUrl = await engine.databaseUrl()
    service = await startService({
      databaseUrl,
      env: {
        SVC_FEEDBACK_HOURLY_CAP: `${FEEDBACK_CAP}`,
        SVC_PUBLIC_RELEASE_FILES_MAX_MB: `${PUBLIC_MB}`,
      },
    })
    client = await signedIn(service.url)
    attacked = await client.createProject('attacked')
    other = await client.createProject('other')
    database = await openDatabase({ dataDir: service.dataDir, databaseUrl, threads: false })
  })
  afterAll(async () => {
    await database?.close()
    await service?.close()
  })

  /** Sends over one connection, for so long and until it is refused. @returns how often each status came. */
  async function flood(path: string, body: () => Buffer, type: string): Promise<Record<number, number>> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const statuses: Record<number, number> = {}
    const { hostname, port } = new URL(service.url)
    const isRefused = () => statuses[413] !== undefined || statuses[429] !== undefined
    for (const until = Date.now() + FLOOD_MS; Date.now() < until || !isRefused(); ) {
      const status = await new Promise<number>((resolve, reject) => {
        const headers = { 'Content-Type': type }
        const sent = request({ agent, hostname, port, path, method: 'POST', headers }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode!))
        })
        sent.on('error', reject).end(body())
      })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    agent.destroy()
    return statuses
  }

  /** Sends an event of the other project every now and then. @returns each wait, ms. */
  async function bystander(): Promise<number[]> {
    const waits: number[] = []
    for (const until = Date.now() + FLOOD_MS; Date.now() < until; await sleep(200)) {
      const before = performance.now()
      const body = `{}\n{"type":"event"}\n{"message":"fine"}`
      const answer = await fetch(service.url + sdkEnvelopePath(other), { method: 'POST', body })
      expect(answer.status).toBe(200)
      await answer.body?.cancel()
      waits.push(performance.now() - before)
    }
    return waits
  }

  test('feedback and uploads end at their caps, and others are served', async () => {
    const { public_key: key } = attacked.keys[0]!
    const item = `{"type":"feedback"}\n${JSON.stringify({ contexts: { feedback: { message: HOSTILE } } })}\n`
    const envelope = Buffer.from(`{}\n${item.repeat(100)}`)
    const upload = () =>
      form([{ name: 'file', fileName: randomBytes(8).toString('hex'), content: randomBytes(FILE_BYTES) }])
    const [feedback, uploads, waits] = await Promise.all([
      flood(sdkEnvelopePath(attacked), () => envelope, 'application/json'),
      flood(
        `/api/${attacked.id}/releases/1.0/files/?sentry_key=${key}`,
        upload,
        `multipart/form-data; boundary=${BOUNDARY}`,
      ),
      bystander(),
    ])
    const rows = await database.queries.selectFrom('feedback').select('comments').execute()
    expect(rows).toHaveLength(FEEDBACK_CAP)
    for (const { comments } of rows) expect(comments.length).toBeLessThanOrEqual(10_000)
    expect(feedback).toEqual({ 200: FEEDBACK_CAP / 5, 429: expect.any(Number) })
    const folder = join(service.dataDir, 'artifacts', attacked.id)
    const bytes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBe(PUBLIC_MB * 1024 * 1024)
    expect(uploads).toEqual({ 201: PUBLIC_MB / 2, 413: expect.any(Number) })
    expect(Math.max(...waits)).toBeLessThan(PATIENCE_MS)
    await client.untilCounted(other.id, waits.length)
    const { events } = await client.events((await client.allIssues(other.id))[0]!.id)
    expect(events.length).toBeGreaterThan(0)
  })
})

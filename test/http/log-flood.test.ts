import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { startPostgres } from '../support/database/postgres.ts'
import { postgresMissing } from '../support/database/shared-postgres.ts'
import { ofTest } from '../support/of-suite.ts'
import { startService } from '../support/server/service.ts'

const OUTAGE_MS = 12_000
const CONNECTIONS = 24
/** Of each connection between two requests: some hundred a second are a flood to a log. */
const PAUSE_MS = 50
/** A line of each kind at first and one per ten seconds, of what is asked here. */
const MAX_LINES = 60
const MAX_BYTES = 200_000

describe.skipIf(postgresMissing)('while PostgreSQL is away', () => {
  it('what every request meets is logged once in ten seconds, with the number of the others', async () => {
    const postgres = (await startPostgres())!
    onTestFinished(() => postgres.stop())
    const service = await ofTest(startService({ databaseUrl: await postgres.createDatabase() }))
    const client = await signedIn(service.url)
    const project = await client.createProject()
    const body = '{}\n{"type":"event"}\n{"message":"hello"}'
    const requests: [string, RequestInit][] = [
      // Whose key it is, or is not, is asked of the database, and so is which project the path names.
      [`/api/${project.number}/store/?sentry_key=${'0'.repeat(32)}`, { method: 'POST', body: '{}' }],
      [`/api/${project.number}/store/`, { method: 'POST', body: '{}' }],
      [sdkEnvelopePath(project), { method: 'POST', body }],
      ['/api/v1/issues', { headers: { authorization: `Bearer svc_pat_${'a'.repeat(40)}` } }],
      ['/readyz', {}],
    ]
    await postgres.killHard()
    const before = service.stderr.length
    const until = performance.now() + OUTAGE_MS
    let answers = 0
    const load = async (connection: number): Promise<void> => {
      for (let n = connection; performance.now() < until || answers <= 10 * MAX_LINES; n++) {
        const [path, init] = requests[n % requests.length]!
        const answer = await fetch(service.url + path, init).catch(() => null)
        await answer?.arrayBuffer()
        answers += 1
        await sleep(PAUSE_MS)
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => load(connection)))
    const written = service.stderr.slice(before)
    const lines = written
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { level: number; msg: string; repeated?: number })
      // One line per API request is the access log, outage or not.
      .filter(({ msg }) => msg !== 'answered')
    expect(answers).toBeGreaterThan(10 * MAX_LINES)
    expect(lines.length, JSON.stringify(lines.map(({ msg }) => msg))).toBeLessThan(MAX_LINES)
    expect(JSON.stringify(lines).length).toBeLessThan(MAX_BYTES)
    for (const message of ['a rejected attempt was not recorded', 'not ready']) {
      const told = lines.filter(({ msg }) => msg === message)
      expect(told.length, message).toBeGreaterThan(0)
      expect(
        told.reduce((sum, { repeated = 0 }) => sum + repeated, 0),
        message,
      ).toBeGreaterThan(10)
    }
    // No mail server is set, so no email could be sent anyway.
    await expect.poll(() => service.stderr.slice(before)).toContain('notices of emails could not be deleted')
    expect(service.stderr.slice(before)).not.toContain('an email could not be sent')
    await postgres.restart()
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200)
    const sent = await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', body })
    expect(sent.status).toBe(200)
    await client.untilCounted(project.id, 1)
  })
})

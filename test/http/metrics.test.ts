import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofTest } from '../support/of-suite.ts'
import { type Service, startService } from '../support/server/service.ts'
import { WebhookReceiver } from '../support/server/webhook-receiver.ts'

const TOKEN = 'scrape-0123456789abcdef'

function read(service: Service, authorization?: string): Promise<Response> {
  return fetch(`${service.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })
}

/** The value of a line of metrics, such as `errata_ready{part="journal"}`. */
async function metric(service: Service, line: string): Promise<number | undefined> {
  const text = await (await read(service, `Bearer ${TOKEN}`)).text()
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

describeOn(ONE_ENGINE, 'GET /metrics', (engine) => {
  let service: Service
  beforeAll(async () => {
    const env = {
      SVC_METRICS_TOKEN: TOKEN,
      SVC_WEBHOOK_ALLOW_PRIVATE: '1',
      SVC_BASE_URL: 'https://errata.example.com',
      // Nobody listens there.
      SVC_SMTP_URL: 'smtp://127.0.0.1:9',
      SVC_SMTP_FROM: 'errata@example.com',
    }
    service = await startService({ databaseUrl: await engine.databaseUrl(), env })
  })
  afterAll(() => service?.close())

  it('counts what was accepted, refused and processed', async () => {
    const client = await signedIn(service.url)
    const project = await client.createProject()
    const body = '{}\n{"type":"event"}\n{"message":"hello"}'
    for (let n = 0; n < 3; n++) {
      const answer = await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', body })
      expect(answer.status).toBe(200)
    }
    await fetch(`${service.url}/api/1/envelope/?sentry_key=${'0'.repeat(32)}`, { method: 'POST', body })
    const value = (line: string) => metric(service, line)
    await expect
      .poll(() => value('errata_events_processed_total{result="stored"}'), { timeout: 20_000 })
      .toBe(3)
    expect(await value('errata_issue_changes_total{change="new"}')).toBe(1)
    expect(await value('errata_http_requests_total{area="ingest",status="200"}')).toBe(3)
    expect(await value('errata_http_requests_total{area="ingest",status="401"}')).toBe(1)
    expect(await value('errata_http_request_duration_seconds_count{area="ingest"}')).toBe(4)
    for (const part of ['storage', 'journal', 'pipeline', 'clock'])
      expect(await value(`errata_ready{part="${part}"}`)).toBe(1)
    await expect.poll(() => value('errata_journal_pending_events')).toBe(0)
    expect(await value('errata_journal_oldest_event_seconds')).toBe(0)
    expect(await value('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  })

  it('counts attempts to reach webhooks and the mail server, and says how much space is left', async () => {
    const receiver = await WebhookReceiver.start()
    onTestFinished(() => receiver.close())
    const client = await signedIn(service.url)
    const project = await client.createProject('hooked')
    for (const [path, status] of [
      ['/taken', 204],
      ['/refused', 500],
    ] as const) {
      receiver.respond = (_received, response) => void response.writeHead(status).end()
      const body = {
        project_id: project.id,
        url: receiver.url(path),
        format: 'generic',
        events: ['regression'],
      }
      const { body: made } = await client.request<{ id: string }>('POST', '/api/v1/webhooks', body)
      await client.request('POST', `/api/v1/webhooks/${made.id}/test`)
      await receiver.until(path, 1)
    }
    const value = (line: string) => metric(service, line)
    for (const result of ['delivered', 'failed'])
      await expect.poll(() => value(`errata_webhook_attempts_total{result="${result}"}`)).toBe(1)
    await client.request('POST', '/api/v1/members', { email: 'ada@example.com', role: 'member' })
    await expect.poll(() => value('errata_email_attempts_total{result="failed"}')).toBeGreaterThan(0)
    expect(await value('errata_email_attempts_total{result="sent"}')).toBe(0)
    for (const folder of ['data', 'artifacts'])
      expect(await value(`errata_free_bytes{folder="${folder}"}`)).toBeGreaterThan(1e6)
  })

  it('is for the token of the settings alone', async () => {
    expect((await read(service)).status).toBe(401)
    expect((await read(service, `Bearer ${TOKEN}x`)).status).toBe(401)
    expect((await read(service, `Basic ${TOKEN}`)).status).toBe(401)
    const answer = await read(service, `Bearer ${TOKEN}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
  })
})

it('GET /metrics is off without a token, and says how to turn it on', async () => {
  const service = await ofTest(startService())
  const answer = await read(service, `Bearer ${TOKEN}`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({
    error: 'not_found',
    message: expect.stringContaining('SVC_METRICS_TOKEN'),
  })
})

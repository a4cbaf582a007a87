import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  DeliveryPage,
  SentAnswer,
  Webhook,
  WebhookList,
  WebhookSecret,
} from '#contract/alert/webhook.ts'
import { type ApiClient, type Project, signedIn } from '../support/client/api-client.ts'
import { ENGINES } from '../support/database/engines.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { sendSmallEvents } from '../support/pipeline/small-event.ts'
import { type Service, startService } from '../support/server/service.ts'
import { type Received, WebhookReceiver } from '../support/server/webhook-receiver.ts'

const UUID = /^[0-9a-f-]{36}$/

describe.each(ENGINES)('Webhooks on $name', (engine) => {
  describe.skipIf(engine.missing)(engine.missing ?? 'through the whole service', () => {
    let service: Service
    let client: ApiClient
    let receiver: WebhookReceiver

    beforeAll(async () => {
      receiver = await WebhookReceiver.start()
      const env = { SVC_WEBHOOK_ALLOW_PRIVATE: '1', SVC_BASE_URL: 'https://errata.example.com' }
      service = await startService({ databaseUrl: await engine.databaseUrl(), env })
      client = await signedIn(service.url)
    })
    afterAll(async () => {
      await service?.remove()
      await receiver?.close()
    })

    let paths = 0
    /** A webhook with a path of its own at the receiver, of a project of its own. */
    async function newWebhook(settings: { format?: string; events?: string[]; project?: Project } = {}) {
      const path = `/hook-${++paths}`
      const project = settings.project ?? (await client.createProject(`project${paths}`))
      const { format = 'generic', events = ['issue_created', 'regression'] } = settings
      const body = { project_id: project.id, url: receiver.url(path), format, events }
      const made = await client.request<WebhookSecret>('POST', '/api/v1/webhooks', body)
      expect(made.status).toBe(201)
      return { path, project, id: made.body.id, made: made.body }
    }
    async function post<T>(path: string): Promise<T> {
      const answer = await client.request<T>('POST', path)
      expect(answer.status).toBe(200)
      return answer.body
    }
    async function log(id: string, query = ''): Promise<DeliveryPage> {
      return client.get<DeliveryPage>(`/api/v1/webhooks/${id}/deliveries${query}`)
    }
    async function untilLogged(id: string, isDone: (page: DeliveryPage) => boolean): Promise<DeliveryPage> {
      for (const deadline = Date.now() + DEADLINE_MS; ; await sleep(25)) {
        const page = await log(id)
        if (isDone(page)) return page
        if (Date.now() > deadline) throw new Error(`the log says ${JSON.stringify(page)}`)
      }
    }
    const verified = (secret: string, { body, headers }: Received) =>
      new Verifier(secret).verify(body, headers)

    test('created, listed, changed, deleted', async () => {
      const { id, made, project } = await newWebhook()
      expect(made).toEqual({
        id: expect.stringMatching(UUID),
        signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        secret_prefix: made.signing_secret.slice(0, 12),
      })
      const { webhooks } = await client.get<WebhookList>(`/api/v1/webhooks?project_id=${project.id}`)
      expect(webhooks).toEqual([
        {
          id,
          project_id: project.id,
          url: expect.stringContaining('/hook-'),
          format: 'generic',
          events: ['issue_created', 'regression'],
          enabled: true,
          disabled_reason: null,
          failing_since: null,
          secret_prefix: made.secret_prefix,
          created_at: expect.any(String),
          last_delivery: null,
        },
      ])
      const patch = { events: ['custom_rule', 'custom_rule'], format: 'chat_b', enabled: false }
      const changed = await client.request<Webhook>('PATCH', `/api/v1/webhooks/${id}`, patch)
      expect(changed).toMatchObject({ status: 200, body: { ...patch, id, events: ['custom_rule'] } })
      const gone = await client.request('DELETE', `/api/v1/webhooks/${id}`)
      expect(gone).toMatchObject({ status: 200, body: { deleted: true } })
      const again = await client.request('DELETE', `/api/v1/webhooks/${id}`)
      expect(again).toMatchObject({ status: 404, body: { error: 'not_found' } })
    })

    test('a new issue and a regression arrive signed, in full, once each', async () => {
      const { path, project, id, made } = await newWebhook()
      await sendSmallEvents(service.url, project, [
        { type: 'TypeError', release: '1.0.0', userId: 'ada' },
        { type: 'TypeError', release: '1.0.0', userId: 'bob' },
      ])
      const [created] = await receiver.until(path, 1)
      const [issue] = await client.untilCounted(project.id, 2)
      const url = `https://errata.example.com/issues/${issue!.id}`
      expect(verified(made.signing_secret, created!)).toEqual({
        event: 'issue_created',
        delivery_id: created!.headers['webhook-id'],
        occurred_at: expect.stringMatching(/Z$/),
        org_id: expect.stringMatching(UUID),
        project_id: project.id,
        project_name: project.name,
        issue_id: issue!.id,
        title: 'TypeError: it broke',
        status: 'unresolved',
        level: 'error',
        environment: 'production',
        release: '1.0.0',
        event_count: expect.any(Number),
        unique_user_count: expect.any(Number),
        first_seen_at: expect.any(String),
        url,
        context_url: `https://errata.example.com/api/v1/agent/issues/${issue!.id}/context`,
        rule: null,
        details: {},
      })
      expect(created!.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': /^Errata/ })
      await client.request('PATCH', `/api/v1/issues/${issue!.id}`, {
        status: 'resolved',
        resolved_in_release: '1.0.0',
      })
      await sendSmallEvents(service.url, project, [
        { type: 'TypeError', release: '1.0.0' },
        { type: 'TypeError', release: '1.1.0' },
        { type: 'TypeError', release: '1.2.0' },
      ])
      const [, returned] = await receiver.until(path, 2)
      expect(verified(made.signing_secret, returned!)).toMatchObject({
        event: 'regression',
        status: 'regression',
        details: { note: 'compared 1.1.0 > 1.0.0 by semver', release: '1.1.0', resolved_in_release: '1.0.0' },
      })
      await client.untilCounted(project.id, 5)
      const { deliveries } = await untilLogged(id, (page) =>
        page.deliveries.every((one) => one.status === 'delivered'),
      )
      expect(deliveries.map(({ event }) => event)).toEqual(['regression', 'issue_created'])
      expect(deliveries[1]).toMatchObject({
        id: created!.headers['webhook-id'],
        attempt_count: 1,
        next_attempt_at: null,
        request: { url: receiver.url(path), body: created!.body },
        attempts: [{ status: 204, error: null, response: '', duration_ms: expect.any(Number) }],
      })
      expect(receiver.at(path)).toHaveLength(2)
    })

    test('a test delivery is queued at once, whatever the receiver does; the log shows the outcome', async () => {
      const { path, id, made } = await newWebhook({ format: 'generic' })
      receiver.respond = (_received, response) => void response.writeHead(500).end(`${'no'.repeat(5000)}`)
      const { sent, delivery_id } = await post<SentAnswer>(`/api/v1/webhooks/${id}/test`)
      expect(sent).toBe(true)
      const { deliveries } = await untilLogged(id, (page) => page.deliveries[0]!.attempt_count === 1)
      const [failed] = deliveries
      expect(failed).toMatchObject({
        id: delivery_id,
        event: 'test',
        status: 'pending',
        attempts: [{ status: 500, error: 'The receiver answered 500.', response: 'no'.repeat(1024) }],
      })
      const rest = Date.parse(failed!.next_attempt_at!) - Date.parse(failed!.attempts[0]!.attempted_at)
      expect(rest).toBeGreaterThanOrEqual(5_000)
      expect(rest).toBeLessThanOrEqual(6_000)
      receiver.respond = (_received, response) => void response.writeHead(200).end('ok')
      const [first, second] = await receiver.until(path, 2)
      expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
      expect(second!.body).toBe(first!.body)
      expect(verified(made.signing_secret, second!)).toMatchObject({
        event: 'test',
        delivery_id,
        issue_id: null,
      })
      const done = await untilLogged(id, (page) => page.deliveries[0]!.status === 'delivered')
      expect(done.deliveries[0]).toMatchObject({
        attempt_count: 2,
        attempts: [{ status: 500 }, { status: 200 }],
      })
      const { webhooks } = await client.get<WebhookList>(`/api/v1/webhooks`)
      expect(webhooks.find((one) => one.id === id)).toMatchObject({
        failing_since: null,
        last_delivery: {
          id: delivery_id,
          status: 'delivered',
          attempt_count: 2,
          last_attempt: { status: 200 },
        },
      })
    })

    test('after a rotation the old secret no longer verifies; a redelivery has the same id', async () => {
      const { path, id, made } = await newWebhook()
      const { delivery_id } = await post<SentAnswer>(`/api/v1/webhooks/${id}/test`)
      await receiver.until(path, 1)
      await untilLogged(id, (page) => page.deliveries[0]!.status === 'delivered')
      const rotated = await post<WebhookSecret>(`/api/v1/webhooks/${id}/rotate-secret`)
      expect(rotated).toMatchObject({ id, secret_prefix: rotated.signing_secret.slice(0, 12) })
      expect(await post(`/api/v1/deliveries/${delivery_id}/redeliver`)).toEqual({ sent: true, delivery_id })
      const [first, second] = await receiver.until(path, 2)
      expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
      expect(verified(rotated.signing_secret, second!)).toMatchObject({ delivery_id })
      expect(() => verified(made.signing_secret, second!)).toThrow('No matching signature found')
    })

    test('410 disables, cancels pending deliveries, and raises an alert', async () => {
      const { path, id, project } = await newWebhook()
      receiver.respond = ({ path: at }, response) => void response.writeHead(at === path ? 410 : 204).end()
      await post(`/api/v1/webhooks/${id}/test`)
      const { deliveries } = await untilLogged(id, (page) => page.deliveries[0]!.status === 'failed')
      expect(deliveries[0]!.attempts[0]!.error).toMatch(/^The receiver answered 410/)
      const { webhooks } = await client.get<WebhookList>(`/api/v1/webhooks?project_id=${project.id}`)
      expect(webhooks[0]).toMatchObject({ enabled: false, disabled_reason: 'gone' })
      const { alerts } = await client.get<{ alerts: object[] }>(`/api/v1/alerts?project_id=${project.id}`)
      expect(alerts).toMatchObject([
        { kind: 'webhook_disabled', issue_id: null, details: { webhook_id: id, reason: 'gone' } },
      ])
      const { entries } = await client.get<{ entries: object[] }>(`/api/v1/audit-log?target_id=${id}`)
      expect(entries).toMatchObject([
        { action: 'webhook.disabled', actor: { kind: 'system' } },
        { action: 'webhook.created' },
      ])
      await sendSmallEvents(service.url, project, [{ type: 'Unheard' }])
      await client.untilCounted(project.id, 1)
      expect((await log(id)).deliveries).toHaveLength(1)
      const enabled = await client.request('PATCH', `/api/v1/webhooks/${id}`, { enabled: true })
      expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null })
    })

    test('redirects are not followed, and the rest of a long answer is not read', async () => {
      const { path, id } = await newWebhook()
      const other = '/elsewhere'
      receiver.respond = (_received, response) =>
        void response.writeHead(302, { location: receiver.url(other) }).end()
      await post(`/api/v1/webhooks/${id}/test`)
      const { deliveries } = await untilLogged(id, (page) => page.deliveries[0]!.attempt_count === 1)
      expect(deliveries[0]!.attempts[0]).toMatchObject({ status: 302, error: /redirects are not followed/ })
      expect(receiver.at(other)).toEqual([])
      let written = 0
      receiver.respond = (_received, response) => {
        response.writeHead(200)
        const more = (): void => {
          while (!response.destroyed && written < 50e6) {
            written += 65_536
            if (!response.write(Buffer.alloc(65_536, 'x'))) return void response.once('drain', more)
          }
          response.end()
        }
        more()
      }
      await post(`/api/v1/deliveries/${deliveries[0]!.id}/redeliver`)
      await receiver.until(path, 2)
      const done = await untilLogged(id, (page) => page.deliveries[0]!.status === 'delivered')
      expect(done.deliveries[0]!.attempts[1]).toMatchObject({ status: 200, response: 'x'.repeat(2048) })
      expect(written).toBeLessThan(20e6)
      receiver.respond = (_received, response) => void response.writeHead(204).end()
    })

    test('the log has pages, and can be narrowed to a status', async () => {
      const { id } = await newWebhook()
      const ids: string[] = []
      for (let sent = 0; sent < 3; sent++) {
        ids.unshift((await post<SentAnswer>(`/api/v1/webhooks/${id}/test`)).delivery_id)
      }
      const first = await log(id, '?limit=2')
      expect(first.deliveries.map((one) => one.id)).toEqual(ids.slice(0, 2))
      const second = await log(id, `?limit=2&cursor=${first.next_cursor}`)
      expect(second).toMatchObject({ deliveries: [{ id: ids[2] }], next_cursor: null })
      await untilLogged(id, (page) => page.deliveries.every((one) => one.status === 'delivered'))
      expect((await log(id, '?status=pending')).deliveries).toEqual([])
      expect((await log(id, '?status=delivered')).deliveries).toHaveLength(3)
    })

    test('deleting the project ends its webhooks', async () => {
      const { id, project, path } = await newWebhook()
      receiver.respond = (_received, response) => void response.writeHead(500).end()
      await post(`/api/v1/webhooks/${id}/test`)
      await receiver.until(path, 1)
      expect((await client.request('DELETE', `/api/v1/projects/${project.id}`)).status).toBe(200)
      expect((await client.request('POST', `/api/v1/webhooks/${id}/test`)).status).toBe(404)
      const { webhooks } = await client.get<WebhookList>('/api/v1/webhooks')
      expect(webhooks.filter((one) => one.id === id)).toEqual([])
      receiver.respond = (_received, response) => void response.writeHead(204).end()
    })
  })
})

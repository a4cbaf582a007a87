import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SentAnswer, Webhook, WebhookList, WebhookSecret } from '#contract/alert/webhook.ts'
import { WebhookFixture } from '../support/alert/webhook-fixture.ts'
import { tokenClient } from '../support/client/token-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { sendSmallEvents } from '../support/pipeline/small-event.ts'
import type { Received } from '../support/server/webhook-receiver.ts'

const UUID = /^[0-9a-f-]{36}$/

describeOn(ONE_ENGINE, 'Webhooks through the whole service', (engine) => {
  let hooks: WebhookFixture
  beforeAll(async () => {
    hooks = await WebhookFixture.start(engine)
  })
  afterAll(() => hooks?.end())

  const verified = (secret: string, { body, headers }: Received) => new Verifier(secret).verify(body, headers)

  test('created, listed, changed, deleted', async () => {
    const { id, made, project } = await hooks.newWebhook()
    expect(made).toEqual({
      id: expect.stringMatching(UUID),
      signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      secret_prefix: made.signing_secret.slice(0, 12),
    })
    const { webhooks } = await hooks.client.get<WebhookList>(`/api/v1/webhooks?project_id=${project.id}`)
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
    const changed = await hooks.client.request<Webhook>('PATCH', `/api/v1/webhooks/${id}`, patch)
    expect(changed).toMatchObject({ status: 200, body: { ...patch, id, events: ['custom_rule'] } })
    const gone = await hooks.client.request('DELETE', `/api/v1/webhooks/${id}`)
    expect(gone).toMatchObject({ status: 200, body: { deleted: true } })
    const again = await hooks.client.request('DELETE', `/api/v1/webhooks/${id}`)
    expect(again).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })

  test('a token that only reads is not told an address that lets anyone post', async () => {
    const { id, path } = await hooks.newWebhook()
    await hooks.client.request('POST', `/api/v1/webhooks/${id}/test`)
    await hooks.receiver.until(path, 1)
    const { client } = await tokenClient(hooks.client, { scopes: ['read:agent'] })
    for (const list of ['/api/v1/webhooks', `/api/v1/webhooks/${id}/deliveries`]) {
      expect(JSON.stringify(await hooks.client.get(list)), list).toContain(path)
      const seen = JSON.stringify(await client.get(list))
      expect(seen, list).not.toContain(path)
      expect(seen, list).toContain('/…"')
    }
  })

  test('a new issue and a regression arrive signed, in full, once each', async () => {
    const { path, project, id, made } = await hooks.newWebhook()
    await sendSmallEvents(hooks.service.url, project, [
      { type: 'TypeError', release: '1.0.0', userId: 'ada' },
      { type: 'TypeError', release: '1.0.0', userId: 'bob' },
    ])
    const [created] = await hooks.receiver.until(path, 1)
    const [issue] = await hooks.client.untilCounted(project.id, 2)
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
    await hooks.client.request('PATCH', `/api/v1/issues/${issue!.id}`, {
      status: 'resolved',
      resolved_in_release: '1.0.0',
    })
    await sendSmallEvents(hooks.service.url, project, [
      { type: 'TypeError', release: '1.0.0' },
      { type: 'TypeError', release: '1.1.0' },
      { type: 'TypeError', release: '1.2.0' },
    ])
    const [, returned] = await hooks.receiver.until(path, 2)
    expect(verified(made.signing_secret, returned!)).toMatchObject({
      event: 'regression',
      status: 'regression',
      details: { note: 'compared 1.1.0 > 1.0.0 by semver', release: '1.1.0', resolved_in_release: '1.0.0' },
    })
    await hooks.client.untilCounted(project.id, 5)
    const { deliveries } = await hooks.untilLogged(id, (page) =>
      page.deliveries.every((one) => one.status === 'delivered'),
    )
    expect(deliveries.map(({ event }) => event)).toEqual(['regression', 'issue_created'])
    expect(deliveries[1]).toMatchObject({
      id: created!.headers['webhook-id'],
      attempt_count: 1,
      next_attempt_at: null,
      request: { url: hooks.receiver.url(path), body: created!.body },
      attempts: [{ status: 204, error: null, response: '', duration_ms: expect.any(Number) }],
    })
    expect(hooks.receiver.at(path)).toHaveLength(2)
  })

  test('a test delivery is queued at once, whatever the receiver does; the log shows the outcome', async () => {
    const { path, id, made } = await hooks.newWebhook({ format: 'generic' })
    hooks.receiver.respond = (_received, response) => void response.writeHead(500).end(`${'no'.repeat(5000)}`)
    const { sent, delivery_id } = await hooks.post<SentAnswer>(`/api/v1/webhooks/${id}/test`)
    expect(sent).toBe(true)
    const { deliveries } = await hooks.untilLogged(id, (page) => page.deliveries[0]!.attempt_count === 1)
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
    hooks.receiver.respond = (_received, response) => void response.writeHead(200).end('ok')
    const [first, second] = await hooks.receiver.until(path, 2)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(second!.body).toBe(first!.body)
    expect(verified(made.signing_secret, second!)).toMatchObject({
      event: 'test',
      delivery_id,
      issue_id: null,
    })
    const done = await hooks.untilLogged(id, (page) => page.deliveries[0]!.status === 'delivered')
    expect(done.deliveries[0]).toMatchObject({
      attempt_count: 2,
      attempts: [{ status: 500 }, { status: 200 }],
    })
    const { webhooks } = await hooks.client.get<WebhookList>(`/api/v1/webhooks`)
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
    const { path, id, made } = await hooks.newWebhook()
    const { delivery_id } = await hooks.post<SentAnswer>(`/api/v1/webhooks/${id}/test`)
    await hooks.receiver.until(path, 1)
    await hooks.untilLogged(id, (page) => page.deliveries[0]!.status === 'delivered')
    const rotated = await hooks.post<WebhookSecret>(`/api/v1/webhooks/${id}/rotate-secret`)
    expect(rotated).toMatchObject({ id, secret_prefix: rotated.signing_secret.slice(0, 12) })
    expect(await hooks.post(`/api/v1/deliveries/${delivery_id}/redeliver`)).toEqual({
      sent: true,
      delivery_id,
    })
    const [first, second] = await hooks.receiver.until(path, 2)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(verified(rotated.signing_secret, second!)).toMatchObject({ delivery_id })
    expect(() => verified(made.signing_secret, second!)).toThrow('No matching signature found')
  })

  test('410 disables, cancels pending deliveries, and raises an alert', async () => {
    const { path, id, project } = await hooks.newWebhook()
    hooks.receiver.respond = ({ path: at }, response) =>
      void response.writeHead(at === path ? 410 : 204).end()
    await hooks.post(`/api/v1/webhooks/${id}/test`)
    const { deliveries } = await hooks.untilLogged(id, (page) => page.deliveries[0]!.status === 'failed')
    expect(deliveries[0]!.attempts[0]!.error).toMatch(/^The receiver answered 410/)
    const { webhooks } = await hooks.client.get<WebhookList>(`/api/v1/webhooks?project_id=${project.id}`)
    expect(webhooks[0]).toMatchObject({ enabled: false, disabled_reason: 'gone' })
    const { alerts } = await hooks.client.get<{ alerts: object[] }>(`/api/v1/alerts?project_id=${project.id}`)
    expect(alerts).toMatchObject([
      { kind: 'webhook_disabled', issue_id: null, details: { webhook_id: id, reason: 'gone' } },
    ])
    const { entries } = await hooks.client.get<{ entries: object[] }>(`/api/v1/audit-log?target_id=${id}`)
    expect(entries).toMatchObject([
      { action: 'webhook.disabled', actor: { kind: 'system' } },
      { action: 'webhook.created' },
    ])
    await sendSmallEvents(hooks.service.url, project, [{ type: 'Unheard' }])
    await hooks.client.untilCounted(project.id, 1)
    expect((await hooks.log(id)).deliveries).toHaveLength(1)
    const enabled = await hooks.client.request('PATCH', `/api/v1/webhooks/${id}`, { enabled: true })
    expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null })
  })

  test('redirects are not followed, and the rest of a long answer is not read', async () => {
    const { path, id } = await hooks.newWebhook()
    const other = '/elsewhere'
    hooks.receiver.respond = (_received, response) =>
      void response.writeHead(302, { location: hooks.receiver.url(other) }).end()
    await hooks.post(`/api/v1/webhooks/${id}/test`)
    const { deliveries } = await hooks.untilLogged(id, (page) => page.deliveries[0]!.attempt_count === 1)
    expect(deliveries[0]!.attempts[0]).toMatchObject({ status: 302, error: /redirects are not followed/ })
    expect(hooks.receiver.at(other)).toEqual([])
    let written = 0
    hooks.receiver.respond = (_received, response) => {
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
    await hooks.post(`/api/v1/deliveries/${deliveries[0]!.id}/redeliver`)
    await hooks.receiver.until(path, 2)
    const done = await hooks.untilLogged(id, (page) => page.deliveries[0]!.status === 'delivered')
    expect(done.deliveries[0]!.attempts[1]).toMatchObject({ status: 200, response: 'x'.repeat(2048) })
    expect(written).toBeLessThan(20e6)
    hooks.receiver.respond = (_received, response) => void response.writeHead(204).end()
  })

  test('the log has pages, and can be narrowed to a status', async () => {
    const { id } = await hooks.newWebhook()
    const ids: string[] = []
    for (let sent = 0; sent < 3; sent++) {
      ids.unshift((await hooks.post<SentAnswer>(`/api/v1/webhooks/${id}/test`)).delivery_id)
    }
    const first = await hooks.log(id, '?limit=2')
    expect(first.deliveries.map((one) => one.id)).toEqual(ids.slice(0, 2))
    const second = await hooks.log(id, `?limit=2&cursor=${first.next_cursor}`)
    expect(second).toMatchObject({ deliveries: [{ id: ids[2] }], next_cursor: null })
    await hooks.untilLogged(id, (page) => page.deliveries.every((one) => one.status === 'delivered'))
    expect((await hooks.log(id, '?status=pending')).deliveries).toEqual([])
    expect((await hooks.log(id, '?status=delivered')).deliveries).toHaveLength(3)
  })

  test('a member cannot fill the log: 20 tests wait at most, and a delivery keeps its newest 20 tries', async () => {
    const { path, id } = await hooks.newWebhook()
    const again = (uid: string) => hooks.client.request('POST', `/api/v1/deliveries/${uid}/redeliver`)
    const { delivery_id: first } = await hooks.post<SentAnswer>(`/api/v1/webhooks/${id}/test`)
    for (let n = 1; n <= 25; n++) {
      await hooks.receiver.until(path, n)
      const tries = Math.min(n, 20)
      await hooks.untilLogged(
        id,
        ({ deliveries: [only] }) => only!.status !== 'pending' && only!.attempt_count > 0,
      )
      expect((await hooks.log(id)).deliveries[0]!.attempts).toHaveLength(tries)
      if (n < 25) await again(first)
    }
    hooks.receiver.respond = ({ path: at }, response) =>
      void response.writeHead(at === path ? 500 : 204).end()
    const statuses: number[] = []
    for (let n = 0; n < 22; n++)
      statuses.push((await hooks.client.request('POST', `/api/v1/webhooks/${id}/test`)).status)
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
    hooks.receiver.respond = (_received, response) => void response.writeHead(204).end()
  })

  test('deleting the project ends its webhooks', async () => {
    const { id, project, path } = await hooks.newWebhook()
    hooks.receiver.respond = (_received, response) => void response.writeHead(500).end()
    await hooks.post(`/api/v1/webhooks/${id}/test`)
    await hooks.receiver.until(path, 1)
    expect((await hooks.client.request('DELETE', `/api/v1/projects/${project.id}`)).status).toBe(200)
    expect((await hooks.client.request('POST', `/api/v1/webhooks/${id}/test`)).status).toBe(404)
    const { webhooks } = await hooks.client.get<WebhookList>('/api/v1/webhooks')
    expect(webhooks.filter((one) => one.id === id)).toEqual([])
    hooks.receiver.respond = (_received, response) => void response.writeHead(204).end()
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeliveryPage, SentAnswer, WebhookSecret } from '#contract/alert/webhook.ts'
import { type ApiClient, signedIn } from '../support/client/api-client.ts'
import { ENGINES } from '../support/database/engines.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { type Service, startService } from '../support/server/service.ts'
import { WebhookReceiver } from '../support/server/webhook-receiver.ts'

describe.each(ENGINES)('Delivery logs on $name', (engine) => {
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

    async function newWebhook() {
      const path = '/hook'
      const project = await client.createProject('shop')
      const body = {
        project_id: project.id,
        url: receiver.url(path),
        format: 'generic',
        events: ['regression'],
      }
      const made = await client.request<WebhookSecret>('POST', '/api/v1/webhooks', body)
      return { path, id: made.body.id }
    }
    async function post<T>(path: string): Promise<T> {
      const answer = await client.request<T>('POST', path)
      expect(answer.status).toBe(200)
      return answer.body
    }
    async function log(id: string): Promise<DeliveryPage> {
      return client.get<DeliveryPage>(`/api/v1/webhooks/${id}/deliveries`)
    }
    async function untilLogged(id: string, isDone: (page: DeliveryPage) => boolean): Promise<DeliveryPage> {
      for (const deadline = Date.now() + DEADLINE_MS; ; await sleep(25)) {
        const page = await log(id)
        if (isDone(page)) return page
        if (Date.now() > deadline) throw new Error(`the log says ${JSON.stringify(page)}`)
      }
    }

    test('a member cannot fill the log: 20 tests wait at most, and a delivery keeps its newest 20 tries', async () => {
      const { path, id } = await newWebhook()
      const again = (uid: string) => client.request('POST', `/api/v1/deliveries/${uid}/redeliver`)
      const { delivery_id: first } = await post<SentAnswer>(`/api/v1/webhooks/${id}/test`)
      for (let n = 1; n <= 25; n++) {
        await receiver.until(path, n)
        const tries = Math.min(n, 20)
        await untilLogged(
          id,
          ({ deliveries: [only] }) => only!.status !== 'pending' && only!.attempt_count > 0,
        )
        expect((await log(id)).deliveries[0]!.attempts).toHaveLength(tries)
        if (n < 25) await again(first)
      }
      receiver.respond = ({ path: at }, response) => void response.writeHead(at === path ? 500 : 204).end()
      const statuses: number[] = []
      for (let n = 0; n < 22; n++)
        statuses.push((await client.request('POST', `/api/v1/webhooks/${id}/test`)).status)
      expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
      receiver.respond = (_received, response) => void response.writeHead(204).end()
    })
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { DeliveryPage, WebhookSecret } from '#contract/alert/webhook.ts'
import { type ApiClient, type Project, signedIn } from '../client/api-client.ts'
import type { Engine } from '../database/engines.ts'
import { DEADLINE_MS } from '../deadline.ts'
import { type Service, startService } from '../server/service.ts'
import { WebhookReceiver } from '../server/webhook-receiver.ts'

const ENV = { SVC_WEBHOOK_ALLOW_PRIVATE: '1', SVC_BASE_URL: 'https://errata.example.com' }

/** The running service, and a receiver for the webhooks that a test makes. */
export class WebhookFixture {
  readonly service: Service
  readonly client: ApiClient
  readonly receiver: WebhookReceiver
  #paths = 0

  private constructor(service: Service, client: ApiClient, receiver: WebhookReceiver) {
    this.service = service
    this.client = client
    this.receiver = receiver
  }

  /** Starts one. The caller ends it with `end`. */
  static async start(engine: Engine): Promise<WebhookFixture> {
    const receiver = await WebhookReceiver.start()
    const service = await startService({ databaseUrl: await engine.databaseUrl(), env: ENV })
    return new WebhookFixture(service, await signedIn(service.url), receiver)
  }

  async end(): Promise<void> {
    await this.service.close()
    await this.receiver.close()
  }

  /** A webhook with a path of its own at the receiver, of a project of its own. */
  async newWebhook(settings: { format?: string; events?: string[]; project?: Project } = {}) {
    const path = `/hook-${++this.#paths}`
    const project = settings.project ?? (await this.client.createProject(`project${this.#paths}`))
    const { format = 'generic', events = ['issue_created', 'regression'] } = settings
    const body = { project_id: project.id, url: this.receiver.url(path), format, events }
    const made = await this.client.request<WebhookSecret>('POST', '/api/v1/webhooks', body)
    expect(made.status).toBe(201)
    return { path, project, id: made.body.id, made: made.body }
  }

  async post<T>(path: string): Promise<T> {
    const answer = await this.client.request<T>('POST', path)
    expect(answer.status).toBe(200)
    return answer.body
  }

  async log(id: string, query = ''): Promise<DeliveryPage> {
    return this.client.get<DeliveryPage>(`/api/v1/webhooks/${id}/deliveries${query}`)
  }

  async untilLogged(id: string, isDone: (page: DeliveryPage) => boolean): Promise<DeliveryPage> {
    for (const deadline = Date.now() + DEADLINE_MS; ; await sleep(25)) {
      const page = await this.log(id)
      if (isDone(page)) return page
      if (Date.now() > deadline) throw new Error(`the log says ${JSON.stringify(page)}`)
    }
  }
}

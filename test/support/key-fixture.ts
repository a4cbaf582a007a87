import { randomUUID } from 'node:crypto'
import type { DsnKey } from '#contract/project/project.ts'
import { type RawAnswer, sendRaw } from './client/raw-request.ts'
import { Journey } from './journey.ts'
import type { ServiceOptions } from './server/service.ts'

/** How an event is sent; absent: in the compat dialect, with nothing but the key. */
export interface KeySending {
  /** Address of the client, for a service behind a proxy. */
  from?: string
  origin?: string
  referer?: string
  dialect?: 'compat' | 'sentry'
  /** Origin of the service. */
  url?: string
  /** Of the event. */
  id?: string
}

/** The running service, and DSN keys with limits. */
export class KeyFixture {
  readonly journey: Journey

  private constructor(journey: Journey) {
    this.journey = journey
  }

  /** Starts one. The caller ends it with `journey.close()`. */
  static async start(options: ServiceOptions): Promise<KeyFixture> {
    return new KeyFixture(await Journey.start(options))
  }

  /** A key of a project of its own, so that caps of projects are apart. */
  async newKey(limits: object = {}): Promise<DsnKey> {
    const project = await this.journey.client.createProject(`shop ${randomUUID()}`)
    return this.addKey(project.id, limits)
  }

  /** One more key of a project. */
  async addKey(projectId: string, limits: object = {}): Promise<DsnKey> {
    const body = { label: 'web', ...limits }
    return keyOf(await this.journey.client.request('POST', `/api/v1/projects/${projectId}/dsn-keys`, body))
  }

  async patch(key: DsnKey, body: object): Promise<DsnKey> {
    return keyOf(await this.journey.client.request('PATCH', `/api/v1/dsn-keys/${key.id}`, body))
  }

  /** Sends one event. */
  send(key: DsnKey, options: KeySending = {}): Promise<RawAnswer> {
    const { from, origin, referer, dialect = 'compat', id = randomUUID() } = options
    return sendRaw(options.url ?? this.journey.service.url, {
      path: `/api/${key.project_id}/store/?${dialect}_key=${key.public_key}`,
      headers: {
        ...(from && { 'X-Forwarded-For': from }),
        ...(origin && { Origin: origin }),
        ...(referer && { Referer: referer }),
      },
      body: JSON.stringify({ event_id: id, message: 'it broke' }),
    })
  }

  /** Sends events at once. @returns how often each status was answered. */
  async statuses(count: number, key: DsnKey, options: KeySending = {}): Promise<Record<number, number>> {
    const answers = await Promise.all(Array.from({ length: count }, () => this.send(key, options)))
    const byStatus = Map.groupBy(answers, ({ status }) => status)
    return Object.fromEntries([...byStatus].map(([status, all]) => [status, all.length]))
  }
}

function keyOf({ status, body }: { status: number; body: DsnKey }): DsnKey {
  if (status < 300) return body
  throw new Error(`a key was answered ${status}: ${JSON.stringify(body)}`)
}

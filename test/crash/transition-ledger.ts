import { setTimeout as sleep } from 'node:timers/promises'
import type { AlertPage } from '#contract/alert/alert.ts'
import type { ApiClient, Project } from '../support/client/api-client.ts'
import { WebhookReceiver } from '../support/server/webhook-receiver.ts'

/** What a node had in hand when it was killed is tried again a minute later. */
const DEADLINE_MS = 90_000
/** Older than every other release of the load, so that nearly every later event is a regression. */
const RESOLVED_IN = 'shop@4.11.0'

interface ToldBody {
  event: string
  issue_id: string
  delivery_id: string
}

/** What a receiver was told, against what the service says happened: each at least once, under one id, and no more. */
export class TransitionLedger {
  readonly #receiver: WebhookReceiver
  readonly #projects: readonly Project[]

  private constructor(receiver: WebhookReceiver, projects: readonly Project[]) {
    this.#receiver = receiver
    this.#projects = projects
  }

  /** Begins to listen to these projects. The service needs `SVC_WEBHOOK_ALLOW_PRIVATE=1`. */
  static async open(client: ApiClient, projects: readonly Project[]): Promise<TransitionLedger> {
    const receiver = await WebhookReceiver.start()
    const events = ['issue_created', 'regression']
    for (const { id } of projects) {
      const webhook = { project_id: id, url: receiver.url(), format: 'generic', events }
      const { status } = await client.request('POST', '/api/v1/webhooks', webhook)
      if (status !== 201) throw new Error(`POST /api/v1/webhooks answered ${status}`)
    }
    return new TransitionLedger(receiver, projects)
  }

  /** Resolves every issue, so that the load makes regressions of them. */
  async resolveAll(client: ApiClient): Promise<void> {
    for (const { id } of this.#projects) {
      const ids = (await client.allIssues(id)).map((issue) => issue.id)
      if (ids.length === 0) continue
      const body = { ids, action: 'resolve', resolved_in_release: RESOLVED_IN }
      const { status } = await client.request('PATCH', '/api/v1/issues/bulk', body)
      if (status !== 200) throw new Error(`resolving answered ${status}`)
    }
  }

  /**
   * Waits until everything that happened was told, and compares. Call it when nothing happens any more.
   * @returns one sentence per violation.
   */
  async violations(client: ApiClient): Promise<string[]> {
    const expected = await this.#happened(client)
    const deadline = Date.now() + DEADLINE_MS
    const isTold = () => {
      const told = this.#told()
      return [...expected].every(([what, count]) => (told.get(what)?.size ?? 0) >= count)
    }
    while (!isTold() && Date.now() < deadline) await sleep(50)
    const told = this.#told()
    const differences = [...new Set([...expected.keys(), ...told.keys()])].flatMap((what) => {
      const [happened, ids] = [expected.get(what) ?? 0, told.get(what)?.size ?? 0]
      return happened === ids ? [] : [`${what}: happened ${happened} times, told under ${ids} ids`]
    })
    return [...differences, ...this.#unstableIds()]
  }

  close(): Promise<void> {
    return this.#receiver.close()
  }

  /** How often each thing happened, by event and issue. */
  async #happened(client: ApiClient): Promise<Map<string, number>> {
    const happened = new Map<string, number>()
    for (const { id } of this.#projects) {
      for (const issue of await client.allIssues(id)) happened.set(`issue_created ${issue.id}`, 1)
      let cursor: string | null = ''
      while (cursor !== null) {
        const query = new URLSearchParams({ project_id: id, limit: '200', ...(cursor && { cursor }) })
        const page: AlertPage = await client.get(`/api/v1/alerts?${query}`)
        for (const { kind, issue_id } of page.alerts) {
          const what = `regression ${issue_id}`
          if (kind === 'regression') happened.set(what, (happened.get(what) ?? 0) + 1)
        }
        cursor = page.next_cursor
      }
    }
    return happened
  }

  /** The ids under which each thing was told. */
  #told(): Map<string, Set<string>> {
    const told = new Map<string, Set<string>>()
    for (const { body } of this.#receiver.received) {
      const { event, issue_id, delivery_id }: ToldBody = JSON.parse(body)
      const what = `${event} ${issue_id}`
      told.set(what, (told.get(what) ?? new Set()).add(delivery_id))
    }
    return told
  }

  #unstableIds(): string[] {
    const bodies = new Map<string, string>()
    return this.#receiver.received.flatMap(({ headers, body }) => {
      const id = headers['webhook-id']!
      const known = bodies.get(id) ?? body
      bodies.set(id, known)
      const { delivery_id: said }: ToldBody = JSON.parse(body)
      return known === body && said === id ? [] : [`delivery ${id} was told differently a second time`]
    })
  }
}

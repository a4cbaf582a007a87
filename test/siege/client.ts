import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiClient, type Project, sdkEnvelopePath } from '../support/client/api-client.ts'
import { LoadConnection } from '../support/client/load-connection.ts'
import { gzippedEnvelopeOf, sampleEvents } from '../support/sample/events.ts'

/** How a client that behaves was served. */
export interface Served {
  sent: number
  accepted: number
  /** What its events were answered with, and how often, other than by success; 0 for no answer. */
  refusals: Map<number, number>
  /** Of reads by the API, ms, in ascending order; those that failed count as the deadline. */
  api: number[]
  /** The longest that `/healthz` took on a connection of its own, ms. */
  healthMs: number
}

const EVERY_MS = { event: 100, read: 150, health: 150 }
/** What is not answered by then counts as this long. */
const DEADLINE_MS = 10_000

/** An application that sends errors, someone who looks at them, and a supervisor that asks for `/healthz`. */
export class PoliteClient {
  readonly #api: ApiClient
  readonly #project: Project
  readonly #nextEvent

  constructor(api: ApiClient, project: Project, seed: number) {
    this.#api = api
    this.#project = project
    this.#nextEvent = sampleEvents({ seed, issues: 50 })
  }

  /** Goes on until the signal says stop. */
  async live(stop: AbortSignal): Promise<Served> {
    const served: Served = { sent: 0, accepted: 0, refusals: new Map(), api: [], healthMs: 0 }
    const connection = this.#connect()
    await Promise.all([
      every(EVERY_MS.event, stop, () => this.#send(connection, served)),
      every(EVERY_MS.read, stop, () => this.#read(served)),
      every(EVERY_MS.health, stop, async () => {
        served.healthMs = Math.max(served.healthMs, await healthMs(this.#api.url))
      }),
    ])
    connection.close()
    served.api.sort((a, b) => a - b)
    return served
  }

  #connect(): LoadConnection {
    const { hostname, port } = new URL(this.#api.url)
    return new LoadConnection({ host: hostname, port: Number(port), path: sdkEnvelopePath(this.#project) })
  }

  async #send(connection: LoadConnection, served: Served): Promise<void> {
    const body = gzippedEnvelopeOf(this.#nextEvent())
    served.sent++
    const status = await within(connection.post(body).then((answer) => answer.status))
    if (status === 200) served.accepted++
    else served.refusals.set(status, (served.refusals.get(status) ?? 0) + 1)
  }

  async #read(served: Served): Promise<void> {
    const startedAt = performance.now()
    const path = `/api/v1/issues?project_id=${this.#project.id}&q=is%3Aunresolved`
    const status = await within(this.#api.request('GET', path).then((answer) => answer.status))
    served.api.push(status === 200 ? performance.now() - startedAt : DEADLINE_MS)
  }

  /** How many of its events are counted; how many of the expected ones are stored. */
  async stored(expected: number): Promise<number> {
    const issues = await this.#api.allIssues(this.#project.id)
    const own = issues.filter(({ title }) => !title.includes('flood '))
    const counted = own.reduce((sum, issue) => sum + issue.event_count, 0)
    if (counted < expected) return counted
    let stored = 0
    for (const { id } of own) stored += (await this.#api.events(id, { limit: '1' })).total
    return stored
  }
}

/** Does the work again and again, at this pace or as fast as it goes. */
async function every(ms: number, stop: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!stop.aborted) {
    const startedAt = performance.now()
    await work()
    await sleep(Math.max(0, ms - (performance.now() - startedAt)))
  }
}

/** A status; 0 if none came in time. */
function within(answer: Promise<number>): Promise<number> {
  return Promise.race([answer.catch(() => 0), sleep(DEADLINE_MS, 0, { ref: false })])
}

/** On a new connection, as supervisors ask. */
function healthMs(url: string): Promise<number> {
  const startedAt = performance.now()
  const elapsed = (): number => performance.now() - startedAt
  return new Promise((resolve) => {
    const agent = new Agent({ keepAlive: false })
    const asked = request(`${url}/healthz`, { agent, timeout: DEADLINE_MS }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode === 200 ? elapsed() : DEADLINE_MS))
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => resolve(Math.max(elapsed(), DEADLINE_MS)))
    asked.end()
  })
}

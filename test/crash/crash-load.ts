import { setTimeout as sleep } from 'node:timers/promises'
import { LoadConnection, type LoadTarget } from '../support/client/load-connection.ts'
import type { SeededRandom } from '../support/fuzz/seeded-random.ts'
import type { Ledger } from '../support/pipeline/ledger.ts'
import { gzippedEnvelopeOf, type SampleEvent } from '../support/sample/events.ts'

export interface CrashLoadOptions {
  ledger: Ledger
  nextEvent: () => SampleEvent
  /** Events prepared before the first is sent, since compressing them would slow the load down. */
  preparedEvents: number
  random: SeededRandom
  connections: number
  /** Of each client between two events, ms. */
  restMs: number
  /** Where client n sends now; null while no node is up. */
  target: (client: number) => LoadTarget | null
}

export interface CrashLoadCounts {
  /** Requests whose answer never came. */
  unknown: number
  /** 503 answers. */
  refused: number
  /** Events sent again although their success had been read. */
  repeated: number
}

const PAUSE_MS = 15
/** Share of accepted events that are sent once more on purpose. */
const REPEAT_SHARE = 0.1

/**
 * Clients that behave as patient SDKs: each sends an event until it has read a success, always under the same
 * id. Anything but 200 and 503 is a violation.
 */
export class CrashLoad {
  readonly counts: CrashLoadCounts = { unknown: 0, refused: 0, repeated: 0 }
  readonly violations: string[] = []
  readonly #options: CrashLoadOptions
  readonly #prepared: Prepared[]
  #running = false
  #clients: Promise<void>[] = []

  constructor(options: CrashLoadOptions) {
    this.#options = options
    this.#prepared = Array.from({ length: options.preparedEvents }, () => this.#prepare())
  }

  start(): void {
    this.#running = true
    this.#clients = Array.from({ length: this.#options.connections }, (_, client) => this.#client(client))
  }

  /** No further events; resolves when every one already sent has a known outcome. */
  async settle(): Promise<void> {
    this.#running = false
    await Promise.all(this.#clients)
  }

  async #client(client: number): Promise<void> {
    const { ledger, random, restMs } = this.#options
    const link: Link = { client, connection: null, port: 0 }
    while (this.#running) {
      const { event, body } = this.#prepared.pop() ?? this.#prepare()
      await this.#sendUntilAccepted(link, body)
      ledger.enter(event)
      if (random.next() < REPEAT_SHARE) {
        this.counts.repeated++
        await this.#sendUntilAccepted(link, body)
      }
      if (restMs > 0) await sleep(restMs)
    }
    link.connection?.close()
  }

  #prepare(): Prepared {
    const event = this.#options.nextEvent()
    return { event, body: gzippedEnvelopeOf(event) }
  }

  async #sendUntilAccepted(link: Link, body: Buffer): Promise<void> {
    for (;;) {
      const status = await this.#sendOnce(link, body)
      if (status === 200) return
      if (status === 503) this.counts.refused++
      else if (status !== null) {
        this.violations.push(`an event was answered with ${status}`)
        return
      }
      await sleep(PAUSE_MS)
    }
  }

  /** Status of the answer; null if the service is down or the outcome is unknown. */
  async #sendOnce(link: Link, body: Buffer): Promise<number | null> {
    const target = this.#options.target(link.client)
    if (!target) return null
    if (!link.connection || link.port !== target.port) {
      link.connection?.close()
      Object.assign(link, { connection: new LoadConnection(target), port: target.port })
    }
    try {
      return (await link.connection!.post(body)).status
    } catch {
      this.counts.unknown++
      return null
    }
  }
}

interface Prepared {
  event: SampleEvent
  body: Buffer
}

interface Link {
  client: number
  connection: LoadConnection | null
  port: number
}

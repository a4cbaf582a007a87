import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEADLINE_MS } from '../deadline.ts'

/** A delivery as it came in. */
export interface Received {
  path: string
  headers: Record<string, string>
  body: string
  /** Epoch ms. */
  at: number
}

/** Answers a delivery; default: 204. */
export type Respond = (received: Received, response: ServerResponse) => void

/** A receiver of webhooks on 127.0.0.1, which keeps what it was sent. */
export class WebhookReceiver {
  readonly received: Received[] = []
  respond: Respond = (_received, response) => void response.writeHead(204).end()
  readonly #server: Server
  #port = 0

  private constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response))
  }

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver()
    receiver.#server.listen(0, '127.0.0.1')
    await once(receiver.#server, 'listening')
    receiver.#port = (receiver.#server.address() as AddressInfo).port
    return receiver
  }

  /** A URL of its own for a webhook. */
  url(path = '/hook'): string {
    return `http://127.0.0.1:${this.#port}${path}`
  }

  /** What came in at a path. */
  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path)
  }

  /** Waits until so much has come in at a path. Throws at the deadline. */
  async until(path: string, count: number, deadlineMs = DEADLINE_MS): Promise<Received[]> {
    const deadline = Date.now() + deadlineMs
    while (this.at(path).length < count) {
      if (Date.now() > deadline)
        throw new Error(`only ${this.at(path).length} of ${count} deliveries came to ${path}`)
      await sleep(20)
    }
    return this.at(path)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const headers = request.headers as Record<string, string>
    const one = { path: request.url ?? '', headers, body: Buffer.concat(parts).toString(), at: Date.now() }
    this.received.push(one)
    this.respond(one, response)
  }
}

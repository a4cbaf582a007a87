import { Agent, type IncomingHttpHeaders, request as startRequest } from 'node:http'
import { DEADLINE_MS } from '../deadline.ts'

export interface WireRequest {
  method: string
  /** Path and query, sent as they are. */
  target: string
  headers: Record<string, string>
  body: Buffer | null
}

export interface WireAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Sends requests byte by byte as they are, over connections that stay open. */
export class FuzzClient {
  readonly #origin: () => string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 })

  constructor(origin: () => string) {
    this.#origin = origin
  }

  /** Of a stream without an end the first piece counts as the answer. @throws if none comes in time */
  send(request: WireRequest): Promise<WireAnswer> {
    const { method, target, headers, body } = request
    const { hostname, port } = new URL(this.#origin())
    const length = body === null ? {} : { 'content-length': String(body.byteLength) }
    const options = { hostname, port, method, path: target, agent: this.#agent, timeout: DEADLINE_MS }
    return new Promise((resolve, reject) => {
      const sent = startRequest({ ...options, headers: { ...headers, ...length } }, (answer) => {
        const chunks: Buffer[] = []
        const finish = () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
        }
        const isStream = answer.headers['content-type']?.startsWith('text/event-stream') ?? false
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          if (!isStream) return
          finish()
          sent.destroy()
        })
        answer.on('end', finish)
        answer.on('error', reject)
      })
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${DEADLINE_MS} ms`)))
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The service closed the idle connection while this was on its way, and has seen nothing of it.
        const isStale = sent.reusedSocket && error.code === 'ECONNRESET'
        if (isStale) resolve(this.send(request))
        else reject(error)
      })
      sent.end(body ?? undefined)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

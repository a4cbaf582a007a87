import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type StreamMessage, streamMessage } from '#contract/stream.ts'
import { DEADLINE_MS } from '../deadline.ts'

/** A client of `GET /api/v1/stream` that keeps every message it reads, each checked against the contract. */
export class LiveStream {
  readonly messages: StreamMessage[] = []
  readonly response: IncomingMessage
  /** Everything read, comments included. */
  text = ''
  #rest = ''

  constructor(response: IncomingMessage) {
    this.response = response
    response.setEncoding('utf8').on('data', (chunk: string) => this.#read(chunk))
    response.on('error', () => {})
  }

  /** The server, or `close`, has ended it. */
  get hasEnded(): boolean {
    return this.response.closed
  }

  /** Waits for a message; throws with those that came instead. */
  async until(wanted: Partial<StreamMessage>, deadlineMs = DEADLINE_MS): Promise<StreamMessage> {
    const deadline = Date.now() + deadlineMs
    for (;;) {
      const found = this.messages.find((message) => isLike(message, wanted))
      if (found) return found
      if (Date.now() > deadline) {
        throw new Error(`${JSON.stringify(wanted)} is not among ${JSON.stringify(this.messages)}`)
      }
      await sleep(5)
    }
  }

  /** Waits for its end; throws at the deadline. */
  async untilEnd(deadlineMs = DEADLINE_MS): Promise<void> {
    const deadline = Date.now() + deadlineMs
    while (!this.hasEnded) {
      if (Date.now() > deadline) throw new Error(`the stream is still open after ${deadlineMs} ms`)
      await sleep(20)
    }
  }

  close(): void {
    this.response.destroy()
  }

  #read(chunk: string): void {
    this.text += chunk
    const blocks = (this.#rest + chunk).split('\n\n')
    this.#rest = blocks.pop()!
    for (const block of blocks) {
      // What the stream says of itself: its position, and that it is there.
      if (block.startsWith('event: ')) continue
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) this.messages.push(streamMessage.parse(JSON.parse(data)))
    }
  }
}

function isLike(message: StreamMessage, wanted: Partial<StreamMessage>): boolean {
  const fields: Record<string, unknown> = message
  return Object.entries(wanted).every(([name, value]) => fields[name] === value)
}

/** Opens the stream with a session's `Cookie` header; throws if the answer is not 200. */
export async function openStream(origin: string, cookie: string): Promise<LiveStream> {
  const asked = request(`${origin}/api/v1/stream`, { headers: { cookie }, agent: false })
  asked.on('error', () => {})
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`the stream answered ${response.statusCode}`)
  return new LiveStream(response)
}

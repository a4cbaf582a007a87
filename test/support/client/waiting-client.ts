import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface WaitingRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  /** Announced; null: the body comes in chunks. */
  bytes: number | null
}

const LINE = /HTTP\/1\.1 (\d+)/g

/** A client that sends `Expect: 100-continue` and no body until it is told to, on a connection of its own. */
export class WaitingClient {
  readonly socket: Socket
  /** Everything received so far. */
  text = ''
  readonly #began = performance.now()

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding('latin1').on('data', (piece: string) => {
      this.text += piece
    })
    socket.on('error', () => {})
  }

  static async open(origin: string, request: WaitingRequest): Promise<WaitingClient> {
    const { hostname, port } = new URL(origin)
    const socket = connect({ host: hostname, port: Number(port) })
    const client = new WaitingClient(socket)
    await once(socket, 'connect')
    socket.write(headOf(request))
    return client
  }

  get elapsedMs(): number {
    return performance.now() - this.#began
  }

  /** The statuses received so far, `100` among them. */
  get statuses(): number[] {
    return [...this.text.matchAll(LINE)].map(([, status]) => Number(status))
  }

  /** Waits until there are as many statuses. @returns them, perhaps fewer after `untilMs`. */
  async received(count: number, untilMs = 3000): Promise<number[]> {
    const end = performance.now() + untilMs
    while (this.statuses.length < count && performance.now() < end) await sleep(5)
    return this.statuses
  }

  send(body: string | Uint8Array): void {
    this.socket.write(body)
  }
}

function headOf({ method = 'POST', path, headers = {}, bytes }: WaitingRequest): string {
  const length = bytes === null ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(bytes) }
  const lines = Object.entries({ Host: 'x', Expect: '100-continue', ...headers, ...length })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

import { connect, type Socket } from 'node:net'

export interface LoadTarget {
  host: string
  port: number
  /** Path and query of the POST. */
  path: string
}

export interface LoadAnswer {
  status: number
  /** Of `Retry-After`; 0 where absent. */
  retryAfterSeconds: number
}

const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * One keep-alive HTTP/1.1 connection that posts prepared bodies, one at a time. A general client costs more
 * per request than the service under test may; this one only writes a head and reads a status and a length.
 */
export class LoadConnection {
  readonly #target: LoadTarget
  readonly #headStart: string
  #socket: Socket | null = null
  #received: Buffer = Buffer.alloc(0)
  #settle: { resolve: (answer: LoadAnswer) => void; reject: (error: Error) => void } | null = null

  constructor(target: LoadTarget) {
    this.#target = target
    this.#headStart =
      `POST ${target.path} HTTP/1.1\r\nhost: ${target.host}:${target.port}\r\n` +
      'content-type: application/x-sentry-envelope\r\ncontent-encoding: gzip\r\ncontent-length: '
  }

  /** Rejects when the connection breaks before the whole answer arrived: its outcome is unknown. */
  post(body: Buffer): Promise<LoadAnswer> {
    const socket = this.#socket ?? this.#open()
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      socket.cork()
      socket.write(`${this.#headStart}${body.length}\r\n\r\n`, 'latin1')
      socket.write(body)
      socket.uncork()
    })
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = null
  }

  #open(): Socket {
    const socket = connect({ host: this.#target.host, port: this.#target.port, noDelay: true })
    this.#socket = socket
    this.#received = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
      this.#readAnswer()
    })
    const broken = (error?: Error) => {
      if (this.#socket !== socket) return
      this.#socket = null
      const settle = this.#settle
      this.#settle = null
      settle?.reject(error instanceof Error ? error : new Error('connection closed'))
    }
    socket.on('error', broken)
    socket.on('close', () => broken())
    return socket
  }

  #readAnswer(): void {
    const headEnd = this.#received.indexOf(HEAD_END)
    if (headEnd === -1) return
    const head = this.#received.toString('latin1', 0, headEnd)
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN)
    if (Number.isNaN(length)) throw new Error(`an answer without content-length: ${head}`)
    if (this.#received.length < headEnd + HEAD_END.length + length) return
    this.#received = this.#received.subarray(headEnd + HEAD_END.length + length)
    if (/\r\nconnection: *close/i.test(head)) this.close()
    const settle = this.#settle
    this.#settle = null
    settle?.resolve({
      status: Number(head.slice(9, 12)),
      retryAfterSeconds: Number(/\r\nretry-after: *(\d+)/i.exec(head)?.[1] ?? 0),
    })
  }
}

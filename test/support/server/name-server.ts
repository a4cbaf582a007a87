import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The addresses that a name stands for, the n-th time (from 0) it is asked for; null: no answer ever comes. */
export type Answers = (name: string, asked: number) => string[] | null

const A = 1
const AAAA = 28
const HEADER_BYTES = 12

/** A name server on 127.0.0.1 that says what a test wants. */
export class NameServer {
  readonly #socket: Socket
  readonly #asked = new Map<string, number>()
  answers: Answers = () => []

  private constructor() {
    this.#socket = createSocket('udp4')
    this.#socket.on('message', (query, { port, address }) => {
      const answer = this.#answerTo(query)
      if (answer) this.#socket.send(answer, port, address)
    })
  }

  static async start(): Promise<NameServer> {
    const server = new NameServer()
    server.#socket.bind(0, '127.0.0.1')
    await once(server.#socket, 'listening')
    return server
  }

  /** How it is named to a resolver. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`
  }

  close(): void {
    this.#socket.close()
  }

  #answerTo(query: Buffer): Buffer | null {
    const { name, end } = questionOf(query)
    const type = query.readUInt16BE(end)
    const key = `${type} ${name}`
    const asked = this.#asked.get(key) ?? 0
    this.#asked.set(key, asked + 1)
    const addresses = this.answers(name, asked)
    if (addresses === null) return null
    const fitting = addresses.filter((address) => isIPv6(address) === (type === AAAA))
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(type === A || type === AAAA ? fitting.length : 0, 6)
    header.writeUInt32BE(0, 8)
    const records = fitting.map((address) => recordOf(type, address))
    return Buffer.concat([header, query.subarray(HEADER_BYTES, end + 4), ...records])
  }
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** An address of the name that was asked for, to be kept for no time. */
function recordOf(type: number, address: string): Buffer {
  const data = Buffer.from(ipaddr.parse(address).toByteArray())
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([head, data])
}

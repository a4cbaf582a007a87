import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { ServiceError } from '#contract/errors.ts'
import { clientNetwork, isLoopback } from '#domain/access/client-network.ts'
import type { AnswerBare } from './bare-answer.ts'
import { isHeldBack } from './expect-continue.ts'
import { LATE_MS, LEAST_BYTES_PER_SECOND, OVERDUE, type Overdue, overdueError, STALL_MS } from './overdue.ts'

export interface ConnectionLimits {
  inAll: number
  /** Of one client address; null: not limited, since the addresses are those of proxies. */
  perClient: number | null
}

/** Bytes that a connection had brought at a time: where the measuring began, and when the last ones came. */
interface Pace {
  from: number
  at: number
  seen: number
  seenAt: number
}

interface Connection {
  socket: Socket
  /** Null: not counted. */
  client: string | null
  /** The last request on it; null: none yet. */
  last: { request: IncomingMessage; response: ServerResponse } | null
  /** When it was opened, or its last request began; monotonic ms. */
  since: number
  /** Of the body that is arriving; null: none is. */
  measured: Pace | null
}

const CHECK_MS = 1000
/** The longest span that a pace is measured over, so a fast start doesn't excuse hours of silence. */
const MEASURED_MS = 15_000
/** A client that reads nothing of its answer for this long is cut off, at the latest after twice the time. */
const UNREAD_MS = 20_000
/** Closed at once at the limit: finding the slowest for each new connection would cost more. */
const MAKE_ROOM = 64

/** Stops slow clients (silent, idle, with half a request, or not reading their answer) from shutting others
 * out. If there are too many connections, the ones that have been slow longest are closed, and a body that
 * stops arriving is refused long before its request times out. */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #answer: AnswerBare
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #open = new Map<Socket, Connection>()
  readonly #ofClient = new Map<string, Set<Connection>>()

  constructor(limits: ConnectionLimits, answer: AnswerBare, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#limits = limits
    this.#answer = answer
    this.#log = log
  }

  watch(server: Server): void {
    const timer = setInterval(() => this.#check(performance.now()), CHECK_MS)
    timer.unref()
    server.once('close', () => clearInterval(timer))
    server.on('connection', (socket) => this.#opened(socket))
    server.setTimeout(UNREAD_MS, (socket) => this.#rested(socket))
  }

  /** A request whose turn on its connection has come. */
  began(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(request.socket)
    if (connection === undefined) return
    connection.last = { request, response }
    connection.since = performance.now()
    connection.measured = null
  }

  /** Nothing was sent or received for a while. Closes it, unless we are still working on the answer. */
  #rested(socket: Socket): void {
    const last = this.#open.get(socket)?.last
    const isOurTurn = last !== null && last !== undefined && !last.response.writableEnded
    if (!isOurTurn || socket.writableLength > 0) socket.destroy()
  }

  #opened(socket: Socket): void {
    const address = socket.remoteAddress
    const isCounted = this.#limits.perClient !== null && address !== undefined && !isLoopback(address)
    const client = isCounted ? clientNetwork(address) : null
    if (!this.#hasRoom(client)) {
      this.#note()
      const error = new ServiceError(
        'queue_unavailable',
        'Too many connections at once. Try again shortly.',
        {
          retryAfterSeconds: 5,
        },
      )
      this.#answer(socket, '503 Service Unavailable', error)
      return
    }
    const connection = { socket, client, last: null, since: performance.now(), measured: null }
    this.#open.set(socket, connection)
    if (client !== null) this.#setOf(client).add(connection)
    socket.once('close', () => this.#forget(connection))
  }

  #setOf(client: string): Set<Connection> {
    const known = this.#ofClient.get(client)
    if (known !== undefined) return known
    const fresh = new Set<Connection>()
    this.#ofClient.set(client, fresh)
    return fresh
  }

  #forget(connection: Connection): void {
    const { socket, client } = connection
    this.#open.delete(socket)
    if (client === null) return
    const all = this.#ofClient.get(client)
    all?.delete(connection)
    if (all?.size === 0) this.#ofClient.delete(client)
  }

  /** Whether a client may have one more connection, after closing slow ones if necessary. */
  #hasRoom(client: string | null): boolean {
    const { inAll, perClient } = this.#limits
    const own = client === null ? undefined : this.#ofClient.get(client)
    if (own !== undefined && perClient !== null && own.size >= perClient && !this.#makeRoom(own, 1))
      return false
    return this.#open.size < inAll || this.#makeRoom(this.#open.values(), MAKE_ROOM)
  }

  #makeRoom(among: Iterable<Connection>, count: number): boolean {
    const owing = [...among].filter(owesBytes)
    // A body on its way goes only if there is nothing else.
    owing.sort((a, b) => Number(isReceiving(a)) - Number(isReceiving(b)) || a.since - b.since)
    for (const connection of owing.slice(0, count)) {
      this.#note()
      connection.socket.destroy()
      this.#forget(connection)
    }
    return owing.length > 0
  }

  #note(): void {
    this.#log.warn({ ...this.#limits }, 'too many connections')
  }

  #check(now: number): void {
    for (const connection of this.#open.values()) {
      const overdue = judge(connection, now)
      if (overdue !== null) this.#refuse(connection, overdue)
    }
  }

  /** The reader of the body answers; if a route reads none, nobody does. */
  #refuse({ socket, last }: Connection, overdue: Overdue): void {
    if (last === null || last.request.emit(OVERDUE, overdue)) return
    if (last.response.headersSent) socket.destroy()
    else this.#answer(socket, '408 Request Timeout', overdueError(overdue))
  }
}

function isReceiving({ last }: Connection): boolean {
  return last !== null && !last.request.complete && !isHeldBack(last.request)
}

function owesBytes(connection: Connection): boolean {
  const { last, socket } = connection
  return (
    last === null || isReceiving(connection) || last.response.writableFinished || socket.writableLength > 0
  )
}

/** Whether a body arrives too slowly. Bytes that we have not read yet are not the sender's fault. */
function judge(connection: Connection, now: number): Overdue | null {
  const { last, socket } = connection
  if (last === null || last.request.complete || last.request.readableLength > 0) {
    connection.measured = null
    return null
  }
  if (isHeldBack(last.request)) {
    connection.since = now
    connection.measured = null
    return null
  }
  const bytes = socket.bytesRead
  connection.measured ??= { from: bytes, at: now, seen: bytes, seenAt: now }
  const pace = connection.measured
  if (bytes > pace.seen) {
    pace.seen = bytes
    pace.seenAt = now
  }
  const elapsedMs = now - pace.at
  const isSlow = elapsedMs > STALL_MS && (bytes - pace.from) * 1000 < LEAST_BYTES_PER_SECOND * elapsedMs
  if (isSlow || now - pace.seenAt >= STALL_MS) return 'stalled'
  if (elapsedMs > MEASURED_MS) {
    pace.from = bytes
    pace.at = now
  }
  return now - connection.since > LATE_MS ? 'late' : null
}

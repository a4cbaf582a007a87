import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Stands between a client and a server, and can keep what they say to itself, as a network does that is cut. */
export interface SilentProxy {
  /** The server's address with the host and port of the proxy. */
  url: string
  /** From now on nothing is handed on; connections stay open, and new ones are taken. */
  silence(): void
  /** New connections reach the server again; those that were silenced stay so. */
  recover(): void
}

/** Starts one in front of the server that a URL names; it ends with the test. */
export async function silentProxyOfTest(upstream: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(upstream)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((client) => {
    const target = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {}).on('close', () => sockets.delete(from) && to.destroy())
      if (!isSilent) from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: Object.assign(new URL(upstream), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` })
      .href,
    silence() {
      isSilent = true
      for (const socket of sockets) socket.unpipe()
    },
    recover() {
      isSilent = false
    },
  }
}

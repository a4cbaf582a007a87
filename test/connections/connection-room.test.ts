import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Connections } from '#http/server/connections.ts'

/** As many silent connections as are closed at once for a new one. */
const SILENT = 64

async function limitedTo(inAll: number) {
  const refused: string[] = []
  const connections = new Connections(
    { inAll, perClient: null },
    (socket, status) => {
      refused.push(status)
      socket.destroy()
    },
    { warn: () => {} },
  )
  const server = createServer((request, response) => connections.began(request, response))
  connections.watch(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const open = async (sends = ''): Promise<Socket> => {
    const accepted = once(server, sends === '' ? 'connection' : 'request')
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
    socket.write(sends)
    await accepted
    return socket
  }
  return { open, refused }
}

test('a body on its way is kept before connections that say nothing, however old it is', async () => {
  const { open, refused } = await limitedTo(SILENT + 1)
  const body = await open('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
  const silent = []
  for (let count = 0; count < SILENT; count++) silent.push(await open())
  const closed = silent.map((socket) => once(socket, 'close'))
  const further = await open()
  await Promise.all(closed)
  expect([body.closed, further.closed, refused]).toEqual([false, false, []])
})

test('a connection whose answer is being worked on makes no room', async () => {
  const { open, refused } = await limitedTo(1)
  const asking = await open('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(await open(), 'close')
  expect([asking.closed, refused]).toEqual([false, ['503 Service Unavailable']])
})

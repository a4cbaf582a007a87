import { once } from 'node:events'
import net from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../support/client/raw-request.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startIngestServer, type TestKey } from '../support/server/ingest-server.ts'
import { msOf, quickest } from '../support/timing.ts'

const MIB = 1024 * 1024
let key: TestKey
const server = ofSuite(startIngestServer)
beforeAll(async () => {
  key = await server.newKey()
})

const path = () => `/api/${key.project.projectUid}/store/?compat_key=${key.publicKey}`
const send = () => sendRaw(server.url, { path: path(), body: '{"message":"hello"}' })

/** A connection that announces a body and sends a part of it. */
async function halfSent(announced: number, sent: number): Promise<net.Socket> {
  const socket = net.connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`POST ${path()} HTTP/1.1\r\nHost: x\r\nContent-Length: ${announced}\r\n\r\n`)
  socket.write(Buffer.alloc(sent, 'a'))
  return socket
}

describe('bodies in flight', () => {
  it('of many slow clients leave room for the others, however much they announce', async () => {
    const slow = await Promise.all(Array.from({ length: 300 }, () => halfSent(2 * MIB, 1)))
    const median = async () => {
      const times: number[] = []
      for (let i = 0; i < 20; i++) times.push(await msOf(async () => expect((await send()).status).toBe(202)))
      return times.sort((a, b) => a - b)[10]!
    }
    expect(await quickest(250, median)).toBeLessThan(250)
    for (const socket of slow) socket.destroy()
  })

  it('are held to 64 MiB in all: past it 503, and service again when they are gone', async () => {
    const sockets = await Promise.all(Array.from({ length: 33 }, () => halfSent(2 * MIB, 2 * MIB - 1000)))
    let refused = 0
    for (const socket of sockets) {
      socket.once('data', (data) => {
        expect(data.toString()).toMatch(/^HTTP\/1\.1 503 [\s\S]*queue_unavailable/)
        refused += 1
      })
    }
    await expect.poll(() => refused).toBeGreaterThan(0)
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await send()).status).toBe(202)
    const again = await Promise.all(Array.from({ length: 30 }, () => halfSent(2 * MIB, 2 * MIB - 1000)))
    expect((await send()).status).toBe(202)
    for (const socket of again) socket.destroy()
  })
})

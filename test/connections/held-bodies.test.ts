import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiRoutes } from '#http/routes/routes.ts'
import { sendBytes } from '../support/client/raw-request.ts'
import { addressOf } from '../support/fuzz/route-samples.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startApiServer } from '../support/server/api-server.ts'

const MB = 1024 * 1024
/** What one organization alone may hold. */
const SHARE_MB = 32
const IDS = JSON.stringify({ issue_ids: [] })

/** Bodies in memory: clients that send all of them but the last byte. */
describe('bodies in hand', () => {
  const sockets: Socket[] = []
  let own: string
  let other: string
  const server = ofSuite(startApiServer)
  beforeAll(async () => {
    own = await server.cookie(await server.newOwner())
    other = await server.cookie(await server.newOwner())
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  const head = (path: string, bytes: number, cookie = ''): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nCookie: ${cookie}\r\nContent-Length: ${bytes}\r\n\r\n`

  /** A body of 1 MiB without its last byte; and how its request is answered while it waits. */
  async function held(cookie: string): Promise<{ answered: Promise<string> }> {
    const { port } = new URL(server.url)
    const socket = connect({ port: Number(port), host: '127.0.0.1' }).setEncoding('utf8')
    sockets.push(socket)
    const answered = once(socket, 'data').then(([text]) => String(text).slice(9, 12))
    answered.catch(() => {})
    socket.on('error', () => {})
    await once(socket, 'connect')
    const all = head('/api/v1/issues/trends', MB, cookie) + ' '.repeat(MB - 1)
    await new Promise<void>((sent) => socket.write(all, () => sent()))
    return { answered }
  }

  test('of one organization take their share, and leave room for the others', async () => {
    const answers = []
    for (let n = 0; n < SHARE_MB; n++) answers.push((await held(own)).answered)
    expect(await Promise.race([...answers, sleepFor(300)])).toBe('none')
    expect(await (await held(own)).answered).toBe('429')
    const spaces = ' '.repeat(MB - IDS.length)
    const big = async (cookie: string): Promise<string> => {
      const text = await sendBytes(server.url, [head('/api/v1/issues/trends', MB, cookie), IDS + spaces])
      return text.slice(9, 12)
    }
    expect([await big(other), await big(own)]).toEqual(['200', '429'])
    const small = await fetch(`${server.url}/api/v1/issues/trends`, {
      method: 'POST',
      headers: { cookie: own, 'content-type': 'application/json' },
      body: IDS,
    })
    expect(small.status).toBe(200)
    for (const socket of sockets.splice(0)) socket.destroy()
    await expect.poll(() => big(own)).toBe('200')
  })

  test('without a credential are small', async () => {
    const open = apiRoutes().filter(({ credential, method }) => credential === 'none' && method !== 'GET')
    expect(open.length).toBeGreaterThan(4)
    for (const route of open) {
      const text = await sendBytes(server.url, [head(route.path, 17 * 1024), ' '.repeat(17 * 1024)])
      expect(text.slice(9, 12), addressOf(route)).toBe('413')
    }
  })

  /** A list is judged entry by entry, by the thread that serves everyone, unless its length alone refuses it. */
  test('no list in a request is without a bound', () => {
    const unbounded = apiRoutes().flatMap((route) => {
      const parts = [route.schemas.body, route.schemas.query].filter((schema) => schema !== undefined)
      const written = parts.map((schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
      return written.some(hasUnboundedList) ? [addressOf(route)] : []
    })
    expect(unbounded).toEqual([])
  })
})

function hasUnboundedList(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { type, maxItems } = schema as { type?: unknown; maxItems?: unknown }
  return (type === 'array' && maxItems === undefined) || Object.values(schema).some(hasUnboundedList)
}

const sleepFor = (ms: number): Promise<string> => new Promise((done) => setTimeout(() => done('none'), ms))

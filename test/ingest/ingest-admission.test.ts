import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { type Project, signedIn } from '../support/client/api-client.ts'
import { sendBytes, sendRaw } from '../support/client/raw-request.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startService } from '../support/server/service.ts'

const MIB = 1024 * 1024
const KIB = 1024
const NOBODY = '0'.repeat(32)

let project: Project
let victim: Project
const service = ofSuite(() => startService({ env: { SVC_CONNECTIONS_PER_CLIENT: '20' } }))
beforeAll(async () => {
  const client = await signedIn(service.url)
  project = await client.createProject('attacked through')
  victim = await client.createProject('victim')
})

const keyOf = ({ keys }: Project) => keys[0]!.public_key
const pathOf = (one: Project, query: string) => `/api/${one.number}/envelope/${query}`

function send(one: Project, message = 'hello'): ReturnType<typeof sendRaw> {
  const body = `{}\n{"type":"event"}\n${JSON.stringify({ message })}`
  return sendRaw(service.url, { path: pathOf(one, `?sentry_key=${keyOf(one)}`), body })
}

interface Held {
  socket: net.Socket
  received: string
  closed: boolean
}

/** Opens connections and sends the same on each; what comes back is kept. They end with the test. */
async function hold(
  { expect, onTestFinished }: Pick<TestContext, 'expect' | 'onTestFinished'>,
  count: number,
  bytes: (string | Uint8Array)[],
): Promise<Held[]> {
  const all = Array.from({ length: count }, () => {
    const socket = net.connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' })
    const held: Held = { socket, received: '', closed: false }
    socket.on('data', (data) => {
      held.received += data.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      held.closed = true
    })
    return held
  })
  onTestFinished(() => {
    for (const { socket } of all) socket.destroy()
  })
  await Promise.all(all.map(({ socket }) => once(socket, 'connect')))
  for (const { socket } of all) for (const piece of bytes) socket.write(piece)
  const isSent = ({ socket, closed }: Held) => closed || socket.writableLength === 0
  await expect.poll(() => all.every(isSent)).toBe(true)
  return all
}

function head(path: string, length: number, more = ''): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n${more}\r\n`
}

/** Longer than an answer takes on a busy machine, and much shorter than it takes those who stall to be ended. */
const SOON_MS = 2000

/** Good clients throughout `ms`: every one is accepted, and soon. */
async function expectServed(one: Project, ms: number): Promise<void> {
  const times: number[] = []
  const until = performance.now() + ms
  while (performance.now() < until || times.length < 5) {
    const started = performance.now()
    expect((await send(one)).status).toBe(200)
    times.push(performance.now() - started)
    await sleep(50)
  }
  expect(times.sort((a, b) => a - b)[Math.floor(times.length / 2)]).toBeLessThan(SOON_MS)
}

describe('stalled bodies', () => {
  const full = Buffer.alloc(2 * MIB - 1, 'a')

  it.for<[string, string]>([
    ['without a key', ''],
    ['with an unknown key', `?sentry_key=${NOBODY}`],
  ])('of senders %s shut nobody out', async ([, query], test) => {
    const held = await hold(test, 60, [head(pathOf(project, query), 2 * MIB), full])
    await expectServed(project, 2000)
    // They had their answer long before: no key is to be expected after so many bytes.
    for (const { received } of held) expect(received).toMatch(/^HTTP\/1\.1 401 [\s\S]*invalid_dsn/)
  })

  it.for<[string, string | Buffer]>([
    ['identity', '{"dsn":"http://'],
    ['gzip', gzipSync('{"dsn":"http://').subarray(0, 12)],
  ])(
    'of senders whose first line (%s) never ends shut nobody out, tunnels included',
    async ([encoding, part], test) => {
      const filler = encoding === 'identity' ? Buffer.alloc(60 * KIB, 'a') : Buffer.alloc(0)
      await hold(test, 100, [
        head(pathOf(project, ''), 2 * MIB, `Content-Encoding: ${encoding}\r\n`),
        part,
        filler,
      ])
      const tunnelled = `{"dsn":"http://${keyOf(victim)}@host/1"}\n{"type":"event"}\n{"message":"through a tunnel"}`
      for (let i = 0; i < 10; i++) {
        const answer = await sendRaw(service.url, { path: pathOf(victim, ''), body: tunnelled })
        expect([answer.status, answer.json?.id]).toEqual([200, expect.any(String)])
      }
      await expectServed(project, 1000)
    },
  )

  it('of a known sender leave room for other projects, and for small events of its own', async (test) => {
    for (const path of [
      pathOf(project, `?sentry_key=${keyOf(project)}`),
      pathOf(project, `?compat_key=${keyOf(project)}`),
    ]) {
      await hold(test, 40, [head(path, 2 * MIB), full])
    }
    await expectServed(victim, 1000)
    await expectServed(project, 1000)
    const large = `{}\n{"type":"event"}\n${JSON.stringify({ message: 'large', extra: 'x'.repeat(MIB) })}`
    const path = pathOf(victim, `?sentry_key=${keyOf(victim)}`)
    expect((await sendRaw(service.url, { path, body: large })).status).toBe(200)
  })

  it.concurrent('end with 408 after a few seconds, say why, and are hardly logged', async (test) => {
    const known = pathOf(project, `?sentry_key=${keyOf(project)}`)
    const started = performance.now()
    const silent = await hold(test, 10, [head(known, 2 * MIB), 'half'])
    const large = await hold(test, 3, [
      head(known, 50 * MIB),
      '{}\n{"type":"attachment"}\n',
      Buffer.alloc(3 * MIB, 'a'),
    ])
    const tunnelled = await hold(test, 3, [head(pathOf(project, ''), 2 * MIB), '{"dsn'])
    const api = await hold(test, 2, [
      head('/api/v1/auth/login', 500, 'Content-Type: application/json\r\n'),
      '{"email":',
    ])
    const [slow] = await hold(test, 1, [head(known, 2 * MIB)])
    const drip = setInterval(() => slow!.socket.write('x'), 200)
    test.onTestFinished(() => clearInterval(drip))
    const all = [...silent, ...large, ...tunnelled, ...api, slow!]
    await test.expect.poll(() => all.every(({ closed }) => closed)).toBe(true)
    expect(performance.now() - started).toBeLessThan(DEADLINE_MS / 2)
    for (const { received } of all) {
      expect(received).toMatch(/^HTTP\/1\.1 408 [\s\S]*"error":"request_timeout"/)
      expect(received).toMatch(/nothing for 5 s, or less than 1 KiB a second/)
      expect(received).toMatch(/X-Content-Type-Options: nosniff/i)
    }
    for (const { received } of [...silent, ...large])
      expect(received).toMatch(/Access-Control-Allow-Origin: \*/)
    const lines = service.stderr + service.stdout
    expect(lines.match(/an ingest request timed out/g)?.length).toBeLessThanOrEqual(3)
    expect(lines).not.toMatch(/"level":50/)
  })

  it.concurrent('are not those of a slow sender, however large', async (test) => {
    const part = Buffer.alloc(256 * KIB, 'a')
    const event = Buffer.from('{}\n{"type":"event"}\n{"message":"slow and large"}\n')
    const item = Buffer.from(`{"type":"attachment","length":${part.length * 12}}\n`)
    const path = pathOf(project, `?sentry_key=${keyOf(project)}`)
    const [slow] = await hold(test, 1, [
      head(path, event.length + item.length + part.length * 12),
      event,
      item,
    ])
    for (let i = 0; i < 12; i++) {
      await sleep(700)
      slow!.socket.write(part)
    }
    await test.expect.poll(() => slow!.received).toMatch(/^HTTP\/1\.1 200 [\s\S]*"id"/)
  })
})

it('bodies in pieces of one byte cost no more memory than their bytes', async () => {
  const path = pathOf(project, `?sentry_key=${keyOf(project)}`)
  const start = `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`
  const body = Buffer.from(
    `{}\n{"type":"event"}\n${JSON.stringify({ message: 'in crumbs', extra: 'x'.repeat(300_000) })}`,
  )
  const crumbs = Buffer.concat([
    ...Array.from(body, (byte) => Buffer.from([0x31, 13, 10, byte, 13, 10])),
    Buffer.from('0\r\n\r\n'),
  ])
  expect(
    await sendBytes(service.url, [start.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'), crumbs]),
  ).toMatch(/^HTTP\/1\.1 200 /)
})

describe('connections that owe bytes', () => {
  it.for<[string, string]>([
    ['say nothing', ''],
    ['send half a header', 'POST /api/1/envelope/ HTTP/1.1\r\nHost: x\r\nX-Half: '],
    ['send half a body', 'POST /api/1/envelope/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'],
  ])('that %s shut nobody out, however many they are', async ([, bytes], test) => {
    const held: Held[] = []
    for (let round = 0; round < 5; round++) {
      held.push(...(await hold(test, 500, bytes === '' ? [] : [bytes])))
      await expectServed(victim, 200)
    }
    await expectServed(victim, 1000)
    expect(held.filter(({ closed }) => closed).length).toBeGreaterThan(400)
    await test.expect.poll(() => held.every(({ closed }) => closed)).toBe(true)
  })
})

describe('what the runtime would answer by itself', () => {
  it('carries the headers of the service', async () => {
    const requests = [
      'GET /api/v1/issues HTTP/1.1\r\n\r\n',
      `POST ${pathOf(project, '')} HTTP/1.1\r\nContent-Length: 0\r\n\r\n`,
      'BREW /pot HTCPCP/1.0\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Wide: ${'x'.repeat(20_000)}\r\n\r\n`,
    ]
    for (const request of requests) {
      const answer = await sendBytes(
        service.url,
        [request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')],
        3000,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 4(00|31) [\s\S]*"error":"invalid_request"/)
      for (const header of [
        'X-Content-Type-Options: nosniff',
        'X-Frame-Options: DENY',
        'Content-Security-Policy: ',
        'X-Request-Id: ',
      ]) {
        expect(answer.toLowerCase()).toContain(header.toLowerCase())
      }
    }
  })

  it('leaves requests of HTTP/1.0 without a host alone', async () => {
    expect(await sendBytes(service.url, ['GET /healthz HTTP/1.0\r\n\r\n'])).toMatch(/^HTTP\/1\.\d 200 /)
  })
})

import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { WaitingClient } from '../support/client/waiting-client.ts'
import { ENGINES } from '../support/database/engines.ts'
import { postgresMissing, sharedDatabase } from '../support/database/shared-postgres.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startApiServer } from '../support/server/api-server.ts'
import { mainThreadCpuMs } from '../support/server/process-cost.ts'

/** The longest answer that anybody may ask for. */
const LONG = '/api/v1/openapi.json'
const MB = 1024 * 1024
const BODY = '{"issue_ids":[]}'
/** Longer than a body may pause. */
const ADMISSION_MS = 7000
/** Less than that, more than the service's clock is off. */
const PAUSE_MS = 3500

const journey = ofSuite(() => Journey.start())

async function open(): Promise<Socket> {
  const { port } = new URL(journey.service.url)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** A connection that sends all of this and reads none of the answers. */
async function unread(requests: string): Promise<Socket> {
  const socket = await open()
  socket.pause()
  socket.write(requests)
  return socket
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

function residentBytes(): number {
  const status = readFileSync(`/proc/${journey.service.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) * 1024
}

function openSockets(): number {
  const folder = `/proc/${journey.service.pid}/fd`
  return readdirSync(folder).filter((fd) => isSocket(`${folder}/${fd}`)).length
}

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:')
  } catch {
    return false
  }
}

describe('answers that nobody reads', () => {
  test('requests sent ahead cost no more than one answer at a time', async () => {
    await (await fetch(journey.service.url + LONG)).text()
    const before = residentBytes()
    const spent = mainThreadCpuMs(journey.service.pid)
    const sockets = await Promise.all(Array.from({ length: 20 }, () => unread(get(LONG).repeat(900))))
    await sleep(1000)
    expect((await fetch(`${journey.service.url}/healthz`)).status).toBe(200)
    expect(residentBytes() - before).toBeLessThan(150 * MB)
    // Each of the 18,000 answers used to take 20 ms.
    expect(mainThreadCpuMs(journey.service.pid) - spent).toBeLessThan(20_000)
    for (const socket of sockets) socket.destroy()
  })

  test('some requests sent ahead are answered, in their order', async () => {
    const { project } = journey
    const [name, value] = Object.entries(dsnHeaders(project))[0]!
    const body = '{"message":"m"}'
    const send = `POST /api/${project.id}/store/ HTTP/1.1\r\nHost: x\r\n${name}: ${value}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const socket = await open()
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    socket.write(`${get('/healthz')}${send.repeat(6)}${get('/readyz')}${get('/nowhere')}`)
    await expect.poll(() => text.match(/HTTP\/1\.1 \d+/g), { timeout: DEADLINE_MS }).toHaveLength(9)
    expect(text.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', ...Array(6).fill('202'), '200', '404'])
    socket.destroy()
    await journey.client.untilCounted(project.id, 6)
  })
})

// Beside one another: they wait for time limits.
describe.concurrent('a client who', () => {
  test('reads no answer has its connections closed', async ({ expect }) => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => unread(get(LONG).repeat(16))))
    await expect.poll(openSockets).toBeGreaterThanOrEqual(20)
    await expect.poll(openSockets, { timeout: DEADLINE_MS }).toBeLessThan(20)
    for (const socket of sockets) socket.destroy()
  })

  test.skipIf(postgresMissing)(
    'waits long for the judgement of a credential is not late with a body that it was not told to send',
    async ({ expect }) => {
      const url = (await sharedDatabase())!
      const server = await startApiServer({ engine: { ...ENGINES[1]!, databaseUrl: async () => url } })
      const other = new Client({ connectionString: url })
      try {
        const cookie = await server.cookie(await server.newOwner())
        await other.connect()
        await other.query('BEGIN')
        await other.query('LOCK TABLE session IN ACCESS EXCLUSIVE MODE')
        const headers = { Cookie: cookie, 'Content-Type': 'application/json' }
        const ask = { path: '/api/v1/issues/trends', headers, bytes: BODY.length }
        const patient = await WaitingClient.open(server.url, ask)
        const silent = await WaitingClient.open(server.url, ask)
        await sleep(ADMISSION_MS)
        expect([patient.statuses, silent.statuses]).toEqual([[], []])
        await other.query('ROLLBACK')
        expect([await patient.received(1), await silent.received(1)]).toEqual([[100], [100]])
        await sleep(PAUSE_MS)
        patient.send(BODY)
        expect(await patient.received(2)).toEqual([100, 200])
        // Told to send, it has as long as any client.
        expect(await silent.received(2, 5000)).toEqual([100, 408])
      } finally {
        await other.end()
        await server.close()
      }
    },
  )
})

import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { INGEST_ROUTES } from '#http/routes/ingest.ts'
import { MCP_ROUTE } from '#http/routes/mcp.ts'
import { apiRoutes } from '#http/routes/routes.ts'
import { SERVICE_ROUTES } from '#http/routes/service.ts'
import { TOOL_ROUTES } from '#http/routes/tool.ts'
import { BOUNDARY } from '../support/client/multipart-form.ts'
import { tokenClient } from '../support/client/token-client.ts'
import { WaitingClient, type WaitingRequest } from '../support/client/waiting-client.ts'
import { addressOf } from '../support/fuzz/route-samples.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'
import { cookieOf } from '../support/server/api-server.ts'
import { OWNER } from '../support/server/service.ts'

const MB = 1024 * 1024
const JSON_TYPE = { 'Content-Type': 'application/json' }
const EVENT = '{"message":"held back"}'
/** Less than the second after which curl sends its body anyway. */
const AT_ONCE_MS = 900

const withBodies = [...apiRoutes(), ...SERVICE_ROUTES, ...INGEST_ROUTES, ...TOOL_ROUTES, MCP_ROUTE]
  .filter(({ method }) => method !== 'GET')
  .map((route) => ({ name: addressOf(route), ...route }))

let admin: string
let cookie: string
const journey = ofSuite(() => Journey.start())
beforeAll(async () => {
  admin = (await journey.token(['read:agent', 'write:triage', 'write:admin'])).secret
  cookie = await signIn()
})

async function signIn(): Promise<string> {
  const path = '/api/v1/auth/login'
  return cookieOf((await journey.raw({ path, headers: JSON_TYPE, body: JSON.stringify(OWNER) })).headers)
}

const ask = (request: WaitingRequest): Promise<WaitingClient> =>
  WaitingClient.open(journey.service.url, request)

/** The one status that a client gets for its head. */
async function answerTo(request: WaitingRequest): Promise<number[]> {
  const client = await ask(request)
  const statuses = await client.received(1)
  expect(client.elapsedMs, request.path).toBeLessThan(AT_ONCE_MS)
  await sleep(30)
  client.socket.destroy()
  return statuses.concat(client.statuses.slice(statuses.length))
}

const store = () => `/api/${journey.project.id}/store/`
const envelope = () => `/api/${journey.project.id}/envelope/`
const key = () => dsnHeaders(journey.project)
const bearer = () => ({ ...JSON_TYPE, Authorization: `Bearer ${admin}` })

describe('a client that waits for 100 Continue', () => {
  test('is told to send, and is answered on a connection that stays open', async () => {
    const client = await ask({ path: store(), headers: key(), bytes: EVENT.length })
    expect(await client.received(1)).toEqual([100])
    client.send(EVENT)
    expect(await client.received(2)).toEqual([100, 202])
    client.send(`GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(await client.received(3)).toEqual([100, 202, 200])
    client.socket.destroy()
  })

  test.each([
    ['a long body', String(MB)],
    ['chunks', null],
  ])('is told to send %s', async (_, bytes) => {
    const client = await ask({ path: store(), headers: key(), bytes: bytes === null ? null : Number(bytes) })
    expect(await client.received(1)).toEqual([100])
    const body = EVENT.padEnd(bytes === null ? EVENT.length : MB)
    client.send(bytes === null ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body)
    expect(await client.received(2)).toEqual([100, 202])
    client.socket.destroy()
  })

  test('is told to send an envelope whose key is in its first line', async () => {
    const dsn = journey.project.keys[0]!.sdk_dsn
    const text = `${JSON.stringify({ dsn })}\n{"type":"event"}\n${EVENT}\n`
    const client = await ask({ path: envelope(), bytes: text.length })
    expect(await client.received(1)).toEqual([100])
    client.send(text)
    expect(await client.received(2)).toEqual([100, 200])
    client.socket.destroy()
  })

  test('is told to send an envelope with attachments', async () => {
    const { public_key } = journey.project.keys[0]!
    const length = 3 * MB
    const text = `{}\n{"type":"event"}\n${EVENT}\n{"type":"attachment","length":${length}}\n${' '.repeat(length)}\n`
    const path = `${envelope()}?sentry_key=${public_key}`
    const client = await ask({ path, bytes: text.length })
    expect(await client.received(1)).toEqual([100])
    client.send(text)
    expect(await client.received(2)).toEqual([100, 200])
    client.socket.destroy()
  })

  test('is served if it sends after a second without the word, as curl does', async () => {
    const head = { path: '/api/v1/issues/trends', headers: bearer(), bytes: 16 }
    const client = await ask(head)
    client.send('{"issue_ids":[]}')
    expect(await client.received(2)).toEqual([100, 200])
    client.socket.destroy()
  })
})

describe('a refused client that waits for 100 Continue is answered at once, and not told to send', () => {
  test.each(withBodies.filter(({ credential }) => credential !== 'none'))(
    'without a credential: $name',
    async ({ path, method, maxBodyBytes }) => {
      const filled = path.replace('{project}', journey.project.id).replaceAll(/\{\w+\}/g, '1')
      // An envelope may name its key in its first line, so that much of it is read.
      const expected = path.endsWith('/envelope/') ? [100] : [401]
      const bytes = Math.min(maxBodyBytes!, MB)
      expect(await answerTo({ method, path: filled, headers: JSON_TYPE, bytes })).toEqual(expected)
    },
  )

  test.each(withBodies)('announcing too much: $name', async ({ path, method, credential, maxBodyBytes }) => {
    const ids = '6f1c0a5e-0a4f-4f4e-9a9a-2b7a6a1f0c11'
    const filled = path
      .replace('{project}', isTool(path) ? 'any' : journey.project.id)
      .replaceAll(/\{(?:id|version|org)\}/g, ids)
    const dialog = `?${new URLSearchParams({ dsn: journey.project.keys[0]!.sdk_dsn, eventId: ids })}`
    const query = path.startsWith('/api/embed') ? dialog : ''
    const headers = { ...(credential === 'token' ? bearer() : { ...JSON_TYPE, Cookie: cookie }) }
    const own = isIngest(path) ? key() : headers
    const form = { ...headers, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
    const sent = /chunk-upload|files/.test(path) && isTool(path) ? form : own
    const bytes = maxBodyBytes! + (isForm(path) ? MB : 1)
    expect(await answerTo({ method, path: filled + query, headers: sent, bytes })).toEqual([413])
  })

  test('with an envelope that is too long for an SDK, too', async () => {
    const { public_key, sdk_dsn } = journey.project.keys[0]!
    const bytes = 100 * MB + 1
    expect(await answerTo({ path: `${envelope()}?sentry_key=${public_key}`, bytes })).toEqual([413])
    expect(await answerTo({ path: envelope(), bytes })).toEqual([413])
    expect(sdk_dsn).toContain(public_key)
  })

  test('without the role, the scope or the right key', async () => {
    const reads = (await tokenClient(journey.client, { scopes: ['read:agent'] })).secret
    const headers = { ...JSON_TYPE, Authorization: `Bearer ${reads}` }
    expect(await answerTo({ path: '/api/v1/projects', headers, bytes: MB / 4 })).toEqual([403])
    expect(await answerTo({ path: '/api/0/organizations/x/chunk-upload/', headers, bytes: MB })).toEqual([
      403,
    ])
    const other = dsnHeaders(await journey.client.createProject())
    expect(await answerTo({ path: store(), headers: other, bytes: MB })).toEqual([403])
    const release = `/api/${journey.project.id}/releases/a/b/files/`
    expect(await answerTo({ path: release, headers: key(), bytes: MB })).toEqual([400])
  })

  test('of a path that takes nothing, or a method that none takes', async () => {
    for (const path of ['/nowhere', '/api/v1/nowhere', `/api/${journey.project.id}/nowhere/`]) {
      expect(await answerTo({ path, headers: { ...bearer(), ...key() }, bytes: MB }), path).toEqual([404])
    }
    expect(await answerTo({ path: '/api/0/nowhere/', headers: bearer(), bytes: MB })).toEqual([400])
    expect(await answerTo({ path: '/healthz', headers: JSON_TYPE, bytes: MB })).toEqual([405])
    expect(await answerTo({ method: 'PUT', path: store(), headers: key(), bytes: MB })).toEqual([405])
  })

  test('by a host that is too long, or past its rate', async () => {
    const long = { ...bearer(), Host: 'x'.repeat(1025) }
    expect(await answerTo({ path: '/api/v1/projects', headers: long, bytes: MB / 4 })).toEqual([400])
    const { secret, client } = await tokenClient(journey.client, { scopes: ['write:triage'] })
    const issue = '/api/v1/issues/6f1c0a5e-0a4f-4f4e-9a9a-2b7a6a1f0c11/snooze'
    for (let n = 0; n < 20; n++) await client.request('POST', issue, { mode: 'hours' })
    const headers = { ...JSON_TYPE, Authorization: `Bearer ${secret}` }
    expect(await answerTo({ path: issue, headers, bytes: 100 })).toEqual([429])
  })

  test('and its connection ends: nothing after it is taken for a request', async () => {
    const client = await ask({ path: store(), bytes: MB })
    expect(await client.received(1)).toEqual([401])
    expect(client.text.toLowerCase()).toContain('\r\nconnection: close\r\n')
    client.send(`${EVENT.padEnd(MB)}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`)
    await sleep(200)
    expect(client.statuses).toEqual([401])
    await expect.poll(() => client.socket.destroyed).toBe(true)
  })
})

/** Last, since some of the routes end other sessions. */
describe('a client with a credential that waits for 100 Continue', () => {
  test.each(withBodies)('is never left waiting: $name', async ({ path, credential, method }) => {
    const credentials = { token: bearer(), session: { ...JSON_TYPE, Cookie: cookie }, none: JSON_TYPE }
    const headers = { ...credentials[credential as keyof typeof credentials], ...(isIngest(path) && key()) }
    const filled = path
      .replace('{project}', journey.project.id)
      .replace('{version}', '1')
      .replace('{org}', 'any')
      .replace('{id}', '6f1c0a5e-0a4f-4f4e-9a9a-2b7a6a1f0c11')
    // Signing out would end the session of the others.
    const own = path.endsWith('/logout') ? { ...JSON_TYPE, Cookie: await signIn() } : headers
    const client = await ask({ method, path: filled, headers: own, bytes: 2 })
    const [first] = await client.received(1)
    if (first === 100) client.send('{}')
    const final = (await client.received(first === 100 ? 2 : 1)).at(-1)
    expect(final).toBeGreaterThan(100)
    expect(final).not.toBe(408)
    client.socket.destroy()
  })
})

const isTool = (path: string): boolean => path.startsWith('/api/0/')
const isForm = (path: string): boolean => path.endsWith('/files/') && !isTool(path)
const isIngest = (path: string): boolean => path.startsWith('/api/{project}') || path.startsWith('/api/embed')

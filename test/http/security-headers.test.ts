import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INGEST_ROUTES } from '#http/routes/ingest.ts'
import { apiRoutes } from '#http/routes/routes.ts'
import { type Project, signedIn } from '../support/client/api-client.ts'
import { openStream } from '../support/client/live-stream.ts'
import { type RawRequest, sendBytes, sendRaw } from '../support/client/raw-request.ts'
import { ofSuite } from '../support/of-suite.ts'
import { type ApiServer, cookieOf, startApiServer } from '../support/server/api-server.ts'
import { OWNER, startService } from '../support/server/service.ts'

type AnswerHeaders = Record<string, string | string[] | undefined>

/** What every answer of every route carries. */
function expectBasics(headers: AnswerHeaders): void {
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  expect(headers['x-request-id']).toMatch(/^[\w.-]{8,64}$/)
}

/** What the answers to the dashboard and to programs carry besides: nothing of them is for other origins. */
function expectOwnOrigin(headers: AnswerHeaders): void {
  expectBasics(headers)
  expect(headers).toMatchObject({
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers).not.toHaveProperty('access-control-allow-origin')
}

/** What the ingest answers carry besides: a browser SDK of any origin reads them. */
function expectAnyOrigin(headers: AnswerHeaders): void {
  expectBasics(headers)
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(headers).not.toHaveProperty('cross-origin-resource-policy')
}

describe('security headers on every answer', () => {
  let project: Project
  let cookie: string
  const service = ofSuite(startService)
  beforeAll(async () => {
    project = await (await signedIn(service.url)).createProject()
    const login = await sendRaw(service.url, {
      path: '/api/v1/auth/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(OWNER),
    })
    expectOwnOrigin(login.headers)
    cookie = cookieOf(login.headers)
  })

  const ask = async (request: RawRequest, status: number): Promise<AnswerHeaders> => {
    const answer = await sendRaw(service.url, request)
    expect([request.method, request.path, answer.status]).toEqual([request.method, request.path, status])
    return answer.headers
  }
  const fill = (path: string) =>
    path.replace('{project}', project.id).replace(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')

  it.each(['/healthz', '/health', '/readyz'])('%s', async (path) => {
    expectOwnOrigin(await ask({ method: 'GET', path }, 200))
    expectOwnOrigin(await ask({ method: 'HEAD', path }, 200))
  })

  it.each(apiRoutes().map(({ method, path }) => [method, path] as const))('%s %s', async (method, path) => {
    for (const headers of [{}, { cookie, 'sec-fetch-site': 'cross-site' }] as Record<string, string>[]) {
      if (path === '/api/v1/stream' && 'cookie' in headers) continue
      expectOwnOrigin((await sendRaw(service.url, { method, path: fill(path), headers })).headers)
    }
    expectOwnOrigin((await sendRaw(service.url, { method: 'OPTIONS', path: fill(path) })).headers)
    expectOwnOrigin(await ask({ method: 'PUT', path: fill(path) }, 405))
  })

  it('answers that stay open', async () => {
    const stream = await openStream(service.url, cookie)
    expectOwnOrigin(stream.response.headers)
    stream.close()
  })

  it('bodies that are refused, paths that are none', async () => {
    const json = { cookie, 'content-type': 'application/json' }
    const path = '/api/v1/projects'
    expectOwnOrigin(await ask({ path, headers: json, body: '{' }, 400))
    expectOwnOrigin(await ask({ path, headers: { ...json, 'content-type': 'text/plain' }, body: 'x' }, 415))
    expectOwnOrigin(await ask({ path, headers: json, body: Buffer.alloc(1_100_000, 32) }, 413))
    for (const [nowhere, status] of [
      ['/api/v1/nowhere', 404],
      ['/nowhere', 404],
      ['/%zz', 400],
      [`/api/v1/issues/${'x'.repeat(2000)}`, 404],
    ] as const) {
      expectOwnOrigin(await ask({ method: 'GET', path: nowhere, headers: { cookie } }, status))
    }
  })

  // Its key is in the query, since a script has no headers.
  const DIALOG = '/api/embed/error-page/'

  it(`${DIALOG}: refusals and preflights`, async () => {
    const dsn = encodeURIComponent(project.keys[0]!.sdk_dsn)
    const path = `${DIALOG}?dsn=${dsn}&eventId=${'a'.repeat(32)}`
    expectAnyOrigin(await ask({ path: DIALOG }, 401))
    expectAnyOrigin(await ask({ path: path.replace(project.keys[0]!.public_key, '0'.repeat(32)) }, 401))
    expectAnyOrigin(await ask({ path, body: 'no form' }, 400))
    expectAnyOrigin(await ask({ path, body: Buffer.alloc(3_000_000) }, 413))
    expectAnyOrigin(await ask({ path, method: 'DELETE' }, 405))
    expectAnyOrigin(await ask({ path: DIALOG, method: 'OPTIONS' }, 204))
  })

  const paths = INGEST_ROUTES.map(({ path }) => path)
  it.each(paths.filter((path) => path !== DIALOG))('%s: refusals and preflights', async (path) => {
    const url = fill(path)
    const key = { 'x-sentry-auth': `Sentry sentry_key=${project.keys[0]!.public_key}` }
    expectAnyOrigin(await ask({ path: url }, 401))
    expectAnyOrigin(await ask({ path: url, headers: key, body: 'no body of any of them' }, 400))
    expectAnyOrigin(await ask({ path: url, headers: key, body: Buffer.alloc(3_000_000) }, 413))
    expectAnyOrigin(await ask({ path: url.slice(0, -1), method: 'GET' }, 405))
    expectAnyOrigin(await ask({ path: url, method: 'OPTIONS' }, 204))
    expectAnyOrigin(await ask({ path: `/api/${project.id}/nothing/` }, 404))
  })

  it('ingest answers of success, each with its own request id', async () => {
    const [key] = project.keys
    const compat = `Compat compat_version=7, compat_key=${key!.public_key}, compat_secret=${key!.secret_key}`
    const base = `/api/${project.id}`
    const stock = { 'x-sentry-auth': `Sentry sentry_key=${key!.public_key}` }
    const event = JSON.stringify({ message: 'x' })
    const envelope = `{}\n{"type":"event"}\n${event}`
    const all = [
      await ask({ path: `${base}/envelope/`, headers: { 'x-compat-auth': compat }, body: envelope }, 202),
      await ask({ path: `${base}/envelope/`, headers: stock, body: envelope }, 200),
      await ask({ path: `${base}/envelope/`, headers: stock, body: '{}\n{"type":"session"}\n{}' }, 200),
      await ask({ path: `${base}/store/`, headers: { 'x-compat-auth': compat }, body: event }, 202),
    ]
    for (const headers of all) expectAnyOrigin(headers)
    expect(new Set(all.map((headers) => headers['x-request-id'])).size).toBe(all.length)
    const given = await ask(
      { path: `${base}/store/`, headers: { ...stock, 'x-request-id': 'trace-1.a_B' }, body: event },
      200,
    )
    expect(given['x-request-id']).toBe('trace-1.a_B')
  })

  it('requests with an expectation that nobody knows', async () => {
    expectOwnOrigin(await ask({ method: 'GET', path: '/healthz', headers: { expect: 'the worst' } }, 200))
  })

  it.each([
    ['BREW /pot HTCPCP/1.0\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Wide: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('what the parser could not read: %#', async (bytes, status) => {
    const [head = '', body = ''] = (await sendBytes(service.url, [bytes])).split('\r\n\r\n')
    const [line, ...fields] = head.split('\r\n')
    expect(line).toContain(`HTTP/1.1 ${status} `)
    const headers = Object.fromEntries(fields.map((field) => field.toLowerCase().split(': ', 2)))
    expectBasics(headers)
    expect(JSON.parse(body).request_id).toBe(headers['x-request-id'])
  })
})

describe('security headers of the dashboard’s files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'errata-web-'))
  let server: ApiServer
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<!doctype html>')
    writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'start()')
    server = await startApiServer({ webDir: folder })
  })
  afterAll(async () => {
    await server?.close()
    rmSync(folder, { recursive: true })
  })

  it.each([
    ['/', 200],
    ['/issues/42', 200],
    ['/assets/main-abc123.js', 200],
    ['/assets/missing.js', 404],
  ])('%s', async (path, status) => {
    const accept = path.startsWith('/assets') ? '*/*' : 'text/html'
    for (const method of ['GET', 'HEAD']) {
      const answer = await sendRaw(server.url, { method, path, headers: { accept } })
      expect(answer.status).toBe(status)
      expectOwnOrigin(answer.headers)
    }
  })

  it('a file that the browser has already', async () => {
    const path = '/assets/main-abc123.js'
    const { headers } = await sendRaw(server.url, { method: 'GET', path })
    const again = { 'if-none-match': String(headers.etag) }
    const answer = await sendRaw(server.url, { method: 'GET', path, headers: again })
    expect(answer.status).toBe(304)
    expectOwnOrigin(answer.headers)
  })
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { problem } from '#contract/problem.ts'
import { type RawRequest, sendBytes, sendRaw } from '../support/client/raw-request.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startApiServer } from '../support/server/api-server.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const NOWHERE = '00000000-0000-4000-8000-000000000000'

describe('refusals of the API', () => {
  let cookie: string
  let memberCookie: string
  const server = ofSuite(startApiServer)
  beforeAll(async () => {
    const owner = await server.newOwner()
    cookie = await server.cookie(owner)
    memberCookie = await server.cookie(await server.newMember(owner.orgId, 'member'))
  })

  const send = (method: string, path: string, request: Partial<RawRequest> = {}) =>
    sendRaw(server.url, { ...request, method, path, headers: { cookie, ...request.headers } })

  it.each([
    ['GET', '/api/v1/nowhere', {}, 404, 'not_found'],
    ['GET', '/nowhere', {}, 404, 'not_found'],
    ['GET', '/api/v1/%zz', {}, 400, 'invalid_request'],
    ['PUT', '/api/v1/projects', {}, 405, 'method_not_allowed'],
    ['GET', '/api/v1/projects/not-a-uuid', {}, 400, 'invalid_request'],
    ['GET', `/api/v1/projects/${NOWHERE}`, {}, 404, 'not_found'],
    ['POST', '/api/v1/projects', { headers: JSON_TYPE, body: '{"name":' }, 400, 'invalid_request'],
    ['POST', '/api/v1/projects', { headers: JSON_TYPE, body: '[]' }, 400, 'invalid_request'],
    ['POST', '/api/v1/projects', { headers: JSON_TYPE, body: 'null' }, 400, 'invalid_request'],
    ['POST', '/api/v1/projects', { body: '{"name":"x"}' }, 415, 'unsupported_media_type'],
    [
      'POST',
      '/api/v1/projects',
      { headers: { 'content-type': 'text/plain' }, body: '{"name":"x"}' },
      415,
      'unsupported_media_type',
    ],
    [
      'POST',
      '/api/v1/projects',
      { headers: { 'content-type': ';;;' }, body: '{"name":"x"}' },
      415,
      'unsupported_media_type',
    ],
    [
      'POST',
      '/api/v1/projects',
      { headers: JSON_TYPE, body: `"${'x'.repeat(1024 * 1024)}"` },
      413,
      'payload_too_large',
    ],
  ])(
    '%s %.40s %.80j → %i %s with `{ error, message, request_id }`',
    async (method, path, request, status, code) => {
      const answer = await send(method, path, request)
      expect([answer.status, answer.json?.error]).toEqual([status, code])
      expect(problem.parse(answer.json).message).not.toBe('')
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers['x-request-id']).toBe(answer.json?.request_id)
    },
  )

  it('`details: [{path, message}]` on validation, with every place', async () => {
    const body = '{"name":1,"retention_days":"x","ingest_hourly_cap":-1}'
    const answer = await send('POST', '/api/v1/projects', { headers: JSON_TYPE, body })
    const details = answer.json?.details as { path: string; message: string }[]
    expect(details.map(({ path }) => path)).toEqual(['name', 'retention_days', 'ingest_hourly_cap'])
    expect(details.every(({ message }) => message.length > 5)).toBe(true)
    expect(answer.json?.message).toContain(details[0]!.message)
  })

  it.each([
    ['POST', '/api/v1/projects', {}, ['name: This field is required.']],
    ['POST', '/api/v1/projects', { name: '' }, ['name: This field must not be empty.']],
    ['POST', '/api/v1/projects', { name: 5 }, ['name: Use a string.']],
    ['POST', '/api/v1/projects', { name: 'x'.repeat(101) }, ['name: Use at most 100 characters.']],
    ['POST', '/api/v1/projects', [], [': Use an object.']],
    [
      'POST',
      '/api/v1/projects',
      { name: 'x', retention_days: 0 },
      ['retention_days: Use a number of at least 1.'],
    ],
    ['GET', '/api/v1/issues?window=3d', undefined, ['window: Use one of 24h, 7d, 14d, 30d, 90d.']],
    [
      'DELETE',
      '/api/v1/issues/bulk',
      { ids: [] },
      ['ids: This field must not be empty.', 'action: Use delete.'],
    ],
    [
      'POST',
      '/api/v1/issues/trends',
      { issue_ids: Array(201).fill(NOWHERE) },
      ['issue_ids: Use at most 200 entries.'],
    ],
  ])('%s %s %.60j says what to do: %j', async (method, path, body, messages) => {
    const json = body && { headers: JSON_TYPE, body: JSON.stringify(body) }
    const details = (await send(method, path, json)).json?.details as { path: string; message: string }[]
    expect(details.map((detail) => `${detail.path}: ${detail.message}`)).toEqual(messages)
  })

  it('a path parameter longer than any is refused, not looked up', async () => {
    const answer = await send('GET', `/api/v1/projects/${'x'.repeat(2000)}`)
    expect([answer.status, answer.json?.error]).toEqual([400, 'invalid_request'])
  })

  it('405 names the methods that the path takes', async () => {
    const allowed = async (path: string) => (await send('PUT', path)).headers.allow
    expect(await allowed('/api/v1/auth/login')).toBe('POST')
    expect(await allowed('/api/v1/projects')).toBe('GET, POST, HEAD')
    expect(await allowed(`/api/v1/projects/${NOWHERE}`)).toBe('GET, PATCH, DELETE, HEAD')
    expect(await allowed('/api/v1/issues/merge')).toBe('POST')
    expect(await allowed('/api/v1/issues/bulk')).toBe('PATCH, DELETE')
    expect(await allowed('/api/v1/issues/queue')).toBe('GET, HEAD')
  })

  it('401 → 403 → 400 → 404', async () => {
    const path = '/api/v1/projects/malformed'
    const broken = { headers: { 'content-type': 'text/plain' }, body: 'no json' }
    const status = async (who: string) =>
      (await send('PATCH', path, { ...broken, headers: { ...broken.headers, cookie: who } })).status
    expect(await status('')).toBe(401)
    expect(await status(memberCookie)).toBe(403)
    expect(await status(cookie)).toBe(415)
    const malformed = await send('PATCH', path, { headers: JSON_TYPE, body: '{"name":"x"}' })
    expect(malformed.status).toBe(400)
    const unknown = { headers: JSON_TYPE, body: '{"name":""}' }
    expect((await send('PATCH', `/api/v1/projects/${NOWHERE}`, unknown)).status).toBe(400)
    unknown.body = '{"name":"x"}'
    expect((await send('PATCH', `/api/v1/projects/${NOWHERE}`, unknown)).status).toBe(404)
  })

  it.each([
    [{}],
    [JSON_TYPE],
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': ';;;' }],
    [{ 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' }],
  ])('an empty body with any Content-Type or none is fine: %j', async (headers) => {
    const answer = await send('POST', `/api/v1/dsn-keys/${NOWHERE}/revoke`, {
      headers,
    } as Partial<RawRequest>)
    expect(answer.status).toBe(404)
  })

  it('unknown body fields are ignored, and JSON may say its encoding or its kind', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/problem+json']) {
      const body = '{"name":"x","bogus":{"__proto__":1},"__proto__":{"platform":"evil"}}'
      const answer = await send('POST', '/api/v1/projects', { headers: { 'content-type': type }, body })
      expect([answer.status, answer.json?.platform]).toEqual([201, 'other'])
    }
  })

  it('a NUL or half a surrogate pair in a text becomes U+FFFD', async () => {
    const body = '{"name":"a\\u0000b\\ud800c"}'
    const answer = await send('POST', '/api/v1/projects', { headers: JSON_TYPE, body })
    expect([answer.status, answer.json?.name]).toEqual([201, 'a\uFFFDb\uFFFDc'])
  })

  it('a 413 reaches a client that is still sending', async () => {
    const head = [
      'POST /api/v1/projects HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      `Cookie: ${cookie}`,
      `Content-Length: ${8 * 1024 * 1024}`,
    ]
    const piece = Buffer.alloc(256 * 1024, 'x')
    const text = await sendBytes(server.url, [`${head.join('\r\n')}\r\n\r\n`, ...Array(32).fill(piece)])
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    expect(text).toContain('"error":"payload_too_large"')
  })

  it('X-Request-Id: the one that was sent, where it is one word; else a new one', async () => {
    const id = async (sent: string) =>
      (await send('GET', '/api/v1/setup', { headers: { 'x-request-id': sent } })).headers['x-request-id']
    expect(await id('trace-1.a_B')).toBe('trace-1.a_B')
    expect(await id('a b')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await id('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('security headers on every answer', async () => {
    const answers = await Promise.all([
      send('GET', '/healthz'),
      send('GET', '/api/v1/setup'),
      send('GET', '/api/v1/nowhere'),
      send('PUT', '/api/v1/projects'),
      send('GET', '/api/v1/projects', { headers: { cookie: '' } }),
      send('GET', '/%zz'),
    ])
    for (const { headers } of answers) {
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
  })

  it('what is not HTTP is answered as such', async () => {
    expect(await sendBytes(server.url, ['BREW /pot HTCPCP/1.0\r\n\r\n'])).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*"error":"invalid_request"/,
    )
    const smuggled =
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
    expect(await sendBytes(server.url, [smuggled])).toMatch(/^HTTP\/1\.1 400 /)
    const wide = `GET / HTTP/1.1\r\nHost: x\r\nX-Wide: ${'x'.repeat(20_000)}\r\n\r\n`
    expect(await sendBytes(server.url, [wide])).toMatch(/^HTTP\/1\.1 431 /)
  })

  it('a request names its host once, also where it sends an event', async () => {
    const ask = (...hosts: string[]) => {
      const head = ['GET /healthz HTTP/1.1', ...hosts.map((host) => `HOST: ${host}`), 'Connection: close']
      return sendBytes(server.url, [`${head.join('\r\n')}\r\n\r\n`])
    }
    expect(await ask('a')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask()).toMatch(/^HTTP\/1\.1 400 [\s\S]*no Host header/)
    expect(await ask('a', 'b')).toMatch(/^HTTP\/1\.1 400 [\s\S]*more than one Host header/)
    const event =
      'POST /api/1/store/ HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}'
    expect(await sendBytes(server.url, [event])).toMatch(/^HTTP\/1\.1 400 [\s\S]*Host header/)
  })

  it('a client that never finishes its headers is disconnected after 5 s', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const startedAt = performance.now()
    let received = ''
    socket.on('data', (data) => {
      received += data.toString()
    })
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    await once(socket, 'close')
    // Without our limit a node would wait for a minute.
    expect(performance.now() - startedAt).toBeLessThan(30_000)
    expect(received).toMatch(/^HTTP\/1\.1 408 [\s\S]*"error":"request_timeout"/)
    socket.destroy()
  })
})

describe('a fault in our code', () => {
  it('is `internal`: logged once with its cause, which is not shown', async () => {
    const server = await startApiServer()
    try {
      const cookie = await server.cookie(await server.newOwner())
      await server.database.queries.schema.alterTable('project').renameTo('mislaid').execute()
      const answer = await sendRaw(server.url, {
        method: 'GET',
        path: '/api/v1/projects',
        headers: { cookie },
      })
      expect([answer.status, answer.json?.error]).toEqual([500, 'internal'])
      expect(answer.text).not.toContain('project')
      const lines = server.log.split('\n').filter((line) => line.includes('no such table'))
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0]!)).toMatchObject({ request_id: answer.json?.request_id })
    } finally {
      await server.close()
    }
  })
})

describe('health', () => {
  it('`GET /healthz` 200 `{"status":"ok"}`, `/health` the same; `/readyz` 200/503', async () => {
    const server = await startApiServer()
    try {
      const get = (path: string) => sendRaw(server.url, { method: 'GET', path })
      for (const path of ['/healthz', '/health']) {
        const answer = await get(path)
        expect([answer.status, answer.text]).toEqual([200, '{"status":"ok"}'])
      }
      expect(await get('/readyz')).toMatchObject({
        status: 200,
        json: { status: 'ok', checks: { storage: 'ok' } },
      })
      await server.database.queries.schema.alterTable('org').renameTo('mislaid').execute()
      const unready = await get('/readyz')
      expect(unready).toMatchObject({
        status: 503,
        json: { status: 'unavailable', checks: { storage: 'failed' } },
      })
      expect(server.log).toContain('no such table')
    } finally {
      await server.close()
    }
  })
})

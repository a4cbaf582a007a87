import { beforeAll, describe, expect, it } from 'vitest'
import { ApiClient, type Project } from '../support/client/api-client.ts'
import type { RawAnswer, RawRequest } from '../support/client/raw-request.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'
import { cookieOf } from '../support/server/api-server.ts'
import { OWNER } from '../support/server/service.ts'

/*
 * How a request is checked, and in which order, over HTTP alone. Bodies, types and request ids: errors; a 413 to a
 * client that is still sending: errors and ingest-bodies; the order at ingest with repeated ids: ingest-bodies;
 * every documented error of every route: openapi.
 */

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'
const JSON_TYPE = { 'content-type': 'application/json' }

describe('Request checks', () => {
  let project: Project
  let issue: string
  let cookie: string
  const journey = ofSuite(() => Journey.start())
  beforeAll(async () => {
    project = journey.project
    const login = await new ApiClient(journey.service.url).request('POST', '/api/v1/auth/login', OWNER)
    cookie = cookieOf(login.headers)
    await journey.send({ kind: 'Known' })
    issue = (await journey.issue('Known')).id
  })

  const send = (method: string, path: string, request: Partial<RawRequest> = {}) =>
    journey.raw({ ...request, method, path, headers: { cookie, ...request.headers } })
  const get = (path: string) => send('GET', path)

  it.each<[string, number, () => Promise<RawAnswer>]>([
    ['invalid_request', 400, () => get('/api/v1/issues?sort=x')],
    [
      'invalid_credentials',
      401,
      () => send('POST', '/api/v1/auth/login', { headers: JSON_TYPE, body: '{"email":"a","password":"b"}' }),
    ],
    ['unauthenticated', 401, () => journey.raw({ method: 'GET', path: '/api/v1/issues' })],
    [
      'forbidden',
      403,
      () => send('POST', '/api/v1/auth/logout', { headers: { 'sec-fetch-site': 'cross-site' } }),
    ],
    ['not_found', 404, () => get(`/api/v1/issues/${UNKNOWN}`)],
    ['not_found', 404, () => get('/api/v1/nowhere')],
    ['method_not_allowed', 405, () => send('DELETE', '/api/v1/issues')],
    [
      'conflict',
      409,
      async () => {
        const body = JSON.stringify({ email: OWNER.email, role: 'member' })
        return send('POST', '/api/v1/members', { headers: JSON_TYPE, body })
      },
    ],
    [
      'unsupported_media_type',
      415,
      () =>
        send('PATCH', `/api/v1/issues/${issue}`, {
          headers: { 'content-type': 'text/plain' },
          body: '{"status":"ignored"}',
        }),
    ],
    [
      'payload_too_large',
      413,
      () => send('POST', '/api/v1/projects', { headers: JSON_TYPE, body: Buffer.alloc(2 ** 20 + 1, ' ') }),
    ],
  ])('%s %i: `{ "error": code, "message": one sentence, "request_id" }`', async (code, status, ask) => {
    const answer = await ask()
    expect([answer.status, answer.json?.error]).toEqual([status, code])
    const { details, ...body } = answer.json!
    expect(Object.keys(body)).toEqual(['error', 'message', 'request_id'])
    expect(body.message).toMatch(/^\S.*[.?!]$|: /)
    expect(body.request_id).toBe(answer.headers['x-request-id'])
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    if (details !== undefined) {
      const shape = { path: expect.any(String), message: expect.any(String) }
      expect(details).toEqual((details as unknown[]).map(() => shape))
    }
  })

  it('the body of an ingest error also carries `detail` (the same sentence) and `X-Sentry-Error`', async () => {
    const path = `/api/${project.id}/store/`
    for (const [headers, body, code] of [
      [{}, '{}', 'invalid_dsn'],
      [dsnHeaders(project), '{', 'invalid_store'],
      [dsnHeaders(project), Buffer.alloc(2 ** 21 + 1), 'payload_too_large'],
    ] as [Record<string, string>, string, string][]) {
      const { json, headers: answered } = await journey.raw({ path, headers, body })
      const { message } = json!
      expect(json).toEqual({ error: code, message, request_id: expect.any(String), detail: message })
      expect(answered['x-sentry-error']).toBeTruthy()
      expect(answered['access-control-allow-origin']).toBe('*')
    }
  })

  it.each([
    '/api/v1/issues?sort=best',
    '/api/v1/issues?window=2d',
    '/api/v1/issues?project_id=1',
    '/api/v1/issues/1',
    '/api/v1/issues/1/events',
    `/api/v1/issues/${UNKNOWN}/timeline?window=90d`,
    '/api/v1/events/1',
    '/api/v1/events/1/feedback',
    '/api/v1/projects/1',
    '/api/v1/projects/1/dsn-keys',
    '/api/v1/projects/1/releases',
    '/api/v1/alerts?view=some',
    '/api/v1/alerts?project_id=1',
    '/api/v1/audit-log?action=some',
  ])('Unknown enum values, malformed UUIDs and unknown sorts are 400, never ignored: %s', async (path) => {
    const { status, json } = await get(path)
    expect([status, json?.error]).toEqual([400, 'invalid_request'])
    expect(json?.details).not.toHaveLength(0)
  })

  it.each(['issues', 'alerts', 'audit-log', 'dead-letters', 'feedback', 'releases', 'issues/queue'])(
    'an empty `cursor` is the first page of /%s',
    async (list) => {
      const first = await get(`/api/v1/${list}?limit=1`)
      const { status, json } = await get(`/api/v1/${list}?limit=1&cursor=`)
      expect([status, Object.keys(json ?? {})]).toEqual([200, Object.keys(first.json ?? {})])
    },
  )

  it('`limit` and `offset` are clamped everywhere (not a number = the default)', async () => {
    const lists = [
      '/api/v1/issues',
      `/api/v1/issues/${issue}/events`,
      '/api/v1/alerts',
      '/api/v1/audit-log',
      `/api/v1/issues/${issue}/comments`,
    ]
    for (const path of lists) {
      for (const value of [
        '0',
        '-1',
        '1.5',
        '1000000000',
        '1e400',
        'abc',
        '',
        '%20',
        'null',
        '1&limit=2',
        '0x1',
      ]) {
        expect((await get(`${path}?limit=${value}&offset=${value}`)).status, `${path} ${value}`).toBe(200)
      }
    }
  })

  it('in `q` an unrecognised token or value (`is:bogus`) is free text', async () => {
    const found = async (q: string) => {
      const { status, json } = await get(`/api/v1/issues?q=${encodeURIComponent(q)}`)
      return [status, (json!.issues as unknown[]).length]
    }
    await journey.send({ kind: 'is:bogus' })
    await journey.settled()
    for (const q of ['is:bogus', 'is:bogus broke']) expect(await found(q)).toEqual([200, 1])
    for (const q of ['bogus:is', 'level:severe', 'is:', 'env:', ':', '"', '!', '!!', '*']) {
      expect((await found(q))[0], q).toBe(200)
    }
    expect(await found('level:severe')).toEqual([200, 0])
  })

  it('unknown body fields are ignored, and those of an issue that was read', async () => {
    for (const given of [
      { comment: 'x', __proto__: 1, constructor: { x: 1 } },
      { release: '1.0', resolved_in_release: null },
    ]) {
      const body = JSON.stringify({ status: 'unresolved', ...given })
      expect((await send('PATCH', `/api/v1/issues/${issue}`, { headers: JSON_TYPE, body })).status).toBe(200)
    }
  })

  it.each<[object, string, string]>([
    [{ status: 'ignored', resolved_in_relase: '2.0' }, 'resolved_in_relase', 'resolved_in_release'],
    [{ status: 'ignored', 'assignee-id': null }, 'assignee-id', 'assignee_id'],
    [{ status: 'resolved', resolved_in_release: '2.0', fix: { comit: 'f00' } }, 'fix.comit', 'commit'],
    [{ stauts: 'ignored' }, 'stauts', 'status'],
    [{ status: 'resolved', release: '2.0' }, 'release', 'resolved_in_release'],
  ])('a misspelled body field is refused, and nothing changes: %j', async (body, path, right) => {
    const before = await get(`/api/v1/issues/${issue}`)
    const answer = await send('PATCH', `/api/v1/issues/${issue}`, {
      headers: JSON_TYPE,
      body: JSON.stringify(body),
    })
    expect([answer.status, answer.json]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })])
    expect(answer.json?.details).toEqual([{ path, message: expect.stringContaining(`mean "${right}"`) }])
    expect((await get(`/api/v1/issues/${issue}`)).json).toEqual(before.json)
  })

  it.each([
    [`projectId=${UNKNOWN}`, 400],
    [`project-id=${UNKNOWN}`, 400],
    ['widnow=24h', 400],
    ['windows=24h', 400],
    ['window=24h&windows=24h', 200],
    ['page=2&s=1&_=1700000000', 200],
  ])('a misspelled parameter is refused, others are ignored: %s', async (query, status) => {
    expect((await get(`/api/v1/issues?${query}`)).status).toBe(status)
  })

  it.each([{}, JSON_TYPE, { 'content-type': 'text/plain' }, { 'content-type': 'multipart/form-data' }])(
    'an empty body with any Content-Type or none is fine: %j',
    async (headers) => {
      const { id } = await journey.token(['read:agent'])
      const path = `/api/v1/agent-tokens/${id}/revoke`
      expect(await send('POST', path, { headers: headers as Record<string, string> })).toMatchObject({
        status: 200,
        json: { revoked: true },
      })
    },
  )

  it('Order of checks. API: 401 → 429 → 403 → 400 → 404 (authenticate before validating)', async () => {
    const { client: limited } = await journey.token(['read:agent'])
    const scoped = await journey.token(['read:agent'])
    const { client: able } = await journey.token(['write:triage'])
    const change = (by: ApiClient, body: unknown) =>
      journey.refusal('PATCH', `/api/v1/issues/${UNKNOWN}`, { by, body })
    expect(await change(new ApiClient(journey.service.url), { status: 'x' })).toEqual([
      401,
      'unauthenticated',
    ])
    for (let n = 0; n < 20; n++) expect(await change(limited, { status: 'x' })).toEqual([403, 'forbidden'])
    expect(await change(limited, { status: 'x' })).toEqual([429, 'rate_limit_exceeded'])
    expect(await change(scoped.client, { status: 'x' })).toEqual([403, 'forbidden'])
    expect(await change(able, { status: 'x' })).toEqual([400, 'invalid_request'])
    expect(await change(able, { status: 'resolved' })).toEqual([404, 'not_found'])
    await journey.client.request('POST', `/api/v1/agent-tokens/${scoped.id}/revoke`)
    expect(await change(scoped.client, { status: 'x' })).toEqual([401, 'unauthenticated'])
  })

  it('Ingest: 401 → `dsn_revoked` → `project_mismatch` (malformed too) → 413 → 400 → cap 403', async () => {
    const capped = await journey.client.createProject('capped', { ingest_hourly_cap: 0 })
    const key = capped.keys[0]!
    const headers = dsnHeaders(capped)
    const big = Buffer.alloc(2 ** 21 + 1)
    const ask = async (id: string, body: string | Uint8Array, sent = headers) =>
      (await journey.raw({ path: `/api/${id}/store/`, headers: sent, body })).json?.error
    const wrong = { 'X-Compat-Auth': `Compat compat_key=${key.public_key}, compat_secret=${'0'.repeat(32)}` }
    expect(await ask('nonsense', big, wrong)).toBe('invalid_dsn')
    expect(await ask('nonsense', big)).toBe('project_mismatch')
    expect(await ask(project.id, big)).toBe('project_mismatch')
    expect(await ask(capped.id, big)).toBe('payload_too_large')
    expect(await ask(capped.id, '{')).toBe('invalid_store')
    expect(await ask(capped.id, '{}')).toBe('ingest_cap_exceeded')
    await journey.client.request('POST', `/api/v1/dsn-keys/${key.id}/revoke`)
    expect(await ask('nonsense', big, wrong)).toBe('invalid_dsn')
    expect(await ask('nonsense', big)).toBe('dsn_revoked')
  })

  it('HEAD is answered like GET, without a body; other methods are 405 with `Allow`', async () => {
    const head = await send('HEAD', '/api/v1/issues')
    expect([head.status, head.text]).toEqual([200, ''])
    for (const method of ['OPTIONS', 'PUT', 'POST', 'DELETE']) {
      const answer = await send(method, '/api/v1/issues')
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  it.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v1/issues/',
    '/api/v1/projects/',
    '/api/v2/issues',
    '/api/v1/auth/login/',
    '//api/v1/issues',
  ])('a path that is none is 404: %s', async (path) => {
    const { status, json } = await get(path)
    expect([status, json?.error]).toEqual([404, 'not_found'])
  })
})

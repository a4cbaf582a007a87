import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFirstOwner, createOrganization } from '#actions/accounts/create-organization.ts'
import { ApiClient } from '../support/client/api-client.ts'
import { type RawAnswer, sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import {
  type ApiServer,
  cookieOf,
  PASSWORD,
  SETUP_TOKEN,
  startApiServer,
} from '../support/server/api-server.ts'

const FIRST_RUN = { organization: 'Acme', email: 'Ada@Example.com', password: PASSWORD, token: SETUP_TOKEN }

describeOn(ONE_ENGINE, 'the setup', (engine) => {
  let server: ApiServer
  beforeEach(async () => {
    server = await startApiServer({ engine })
  })
  afterEach(() => server.close())

  const setUp = (body: object, headers: Record<string, string> = {}): Promise<RawAnswer> =>
    sendRaw(server.url, {
      path: '/api/v1/setup',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  it('`GET /api/v1/setup` → `{ needed, mail_configured }`, `POST /api/v1/setup` → 201 + cookie', async () => {
    const client = new ApiClient(server.url)
    expect(await client.get('/api/v1/setup')).toEqual({ needed: true, mail_configured: false })
    const answer = await setUp(FIRST_RUN)
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({
      user: { email: 'ada@example.com' },
      org: { name: 'Acme' },
      role: 'owner',
    })
    const me = await sendRaw(server.url, {
      method: 'GET',
      path: '/api/v1/auth/me',
      headers: { cookie: cookieOf(answer.headers) },
    })
    expect(me.json).toMatchObject({
      user: { email: 'ada@example.com' },
      org: { name: 'Acme' },
      role: 'owner',
    })
    expect(await client.get('/api/v1/setup')).toEqual({ needed: false, mail_configured: false })
  })

  it('only while no user exists', async () => {
    expect((await setUp(FIRST_RUN)).status).toBe(201)
    const again = await setUp({ ...FIRST_RUN, email: 'eve@example.com' })
    expect([again.status, again.json?.error]).toEqual([409, 'conflict'])
    const users = await server.database.queries.selectFrom('app_user').select('email').execute()
    expect(users).toEqual([{ email: 'ada@example.com' }])
  })

  it('two setups at once make one organization', async () => {
    const answers = await server.atOnce.race(
      ['a', 'b', 'c', 'd'].map((name) => setUp({ ...FIRST_RUN, email: `${name}@example.com` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await server.database.queries.selectFrom('org').select('name').execute()).toHaveLength(1)
    expect(await server.database.queries.selectFrom('app_user').select('id').execute()).toHaveLength(1)
  })

  it('passwords: 12 characters or more, not among the common ones; an email is an email', async () => {
    for (const [change, path] of [
      [{ password: 'elevenchars' }, 'password'],
      [{ password: 'Password1234' }, 'password'],
      [{ email: 'no address' }, 'email'],
      [{ organization: ' ' }, 'organization'],
    ] as const) {
      const answer = await setUp({ ...FIRST_RUN, ...change })
      expect([answer.status, answer.json?.error]).toEqual([400, 'invalid_request'])
      expect(answer.json?.details).toMatchObject([{ path }])
    }
  })

  it('creates the Owner from the environment if there is none, with any password', async () => {
    const first = { organization: 'Acme', email: 'ops@example.com', password: 'short' }
    expect(await createFirstOwner(server, first)).toMatchObject({ orgId: 1 })
    expect(await createFirstOwner(server, { ...first, email: 'other@example.com' })).toBeNull()
    const client = new ApiClient(server.url)
    await client.login('ops@example.com', 'short')
    expect(await client.get('/api/v1/auth/me')).toMatchObject({ role: 'owner', org: { name: 'Acme' } })
  })

  it('a further organization: its own Owner, and nothing where the email is taken', async () => {
    await createFirstOwner(server, FIRST_RUN)
    const second = { organization: 'Second', email: 'ops@second.example', password: PASSWORD }
    await createOrganization(server, second)
    const client = new ApiClient(server.url)
    await client.login(second.email, PASSWORD)
    expect(await client.get('/api/v1/auth/me')).toMatchObject({ role: 'owner', org: { name: 'Second' } })
    const taken = createOrganization(server, { ...second, organization: 'Third' })
    await expect(taken).rejects.toMatchObject({ code: 'conflict' })
    const orgs = await server.database.queries.selectFrom('org').select('name').orderBy('id').execute()
    expect(orgs.map(({ name }) => name)).toEqual(['Acme', 'Second'])
  })
})

describe('the one-time token is always asked for', () => {
  let server: ApiServer
  afterEach(() => server.close())

  const ask = (headers: Record<string, string>, token?: string): Promise<RawAnswer> =>
    sendRaw(server.url, {
      path: '/api/v1/setup',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ...FIRST_RUN, token }),
    })

  it.each([
    ['on loopback, as through a proxy or a forwarder that adds no header', {}],
    ['with the Host that a bare proxy_pass sends', { host: '127.0.0.1:8000' }],
    ['with a forged Host', { host: 'localhost' }],
    ['with a forged IPv6 Host', { host: '[::1]' }],
    ['behind a proxy on this machine', { 'x-forwarded-for': '203.0.113.9' }],
    ['with a forged forwarding header', { 'x-forwarded-for': '127.0.0.1', host: 'localhost' }],
    ['through a name that was made to resolve to us', { host: 'rebound.example.com' }],
    ['on an IPv6 address', { host: '[2001:db8::1]:8000' }],
  ])('%s', async (_case, headers) => {
    server = await startApiServer({ trustProxy: 'x-forwarded-for' in headers })
    const state = await sendRaw(server.url, { method: 'GET', path: '/api/v1/setup', headers })
    expect(state.json).toEqual({ needed: true, mail_configured: false })
    for (const token of [undefined, '', 'wrong', SETUP_TOKEN.slice(0, -1), `${SETUP_TOKEN} `]) {
      const refused = await ask(headers, token)
      expect([refused.status, refused.json?.error]).toEqual([403, 'forbidden'])
      expect(refused.json?.message).toMatch(/terminal or log/)
    }
    expect(await server.database.queries.selectFrom('app_user').select('id').execute()).toEqual([])
  })

  it('and let in with it', async () => {
    server = await startApiServer()
    expect((await ask({ host: 'errors.example.com' }, SETUP_TOKEN)).status).toBe(201)
  })
})

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { ApiClient } from '../support/client/api-client.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { ofSuite } from '../support/of-suite.ts'
import {
  type ApiServer,
  cookieOf,
  PASSWORD,
  startApiServer,
  type TestUser,
} from '../support/server/api-server.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

describe('the credential that counts', () => {
  let owner: TestUser
  let cookie: string
  const server = ofSuite(startApiServer)
  beforeAll(async () => {
    owner = await server.newOwner()
    const answer = await new ApiClient(server.url).request('POST', '/api/v1/auth/login', {
      email: owner.email,
      password: PASSWORD,
    })
    cookie = cookieOf(answer.headers)
  })

  const projects = (headers: Record<string, string>, method = 'GET') =>
    sendRaw(server.url, {
      method,
      path: '/api/v1/projects',
      headers: { ...headers, ...(method === 'POST' && JSON_TYPE) },
      ...(method === 'POST' && { body: '{"name":"shop"}' }),
    })

  it.each([
    ['no cookie', {}],
    ['an unknown token', { cookie: 'Svc.sid=AAAA' }],
    ['another name', { cookie: 'sid=AAAA' }],
    ['a PAT', { authorization: 'Bearer svc_pat_0123456789' }],
    ['DSN headers', { 'x-compat-auth': 'Compat compat_version=7, compat_key=aa, compat_secret=bb' }],
    ['DSN headers of stock SDKs', { 'x-sentry-auth': 'Sentry sentry_key=aa' }],
  ])(
    'a session-only route called without a valid session returns 401 unauthenticated: %s',
    async (_, headers) => {
      const answer = await projects(headers as Record<string, string>)
      expect([answer.status, answer.json?.error]).toEqual([401, 'unauthenticated'])
    },
  )

  it('a request with `Authorization` or DSN headers is judged by it alone, never by its cookie', async () => {
    expect((await projects({ cookie })).status).toBe(200)
    expect((await projects({ cookie, authorization: 'Basic eDp5' })).status).toBe(401)
    expect((await projects({ cookie, 'x-compat-auth': 'Compat compat_key=aa' })).status).toBe(401)
  })

  it.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['same-origin', { 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' }, 201],
    ['the address bar', { 'sec-fetch-site': 'none' }, 201],
    ['an older browser elsewhere', { origin: 'https://elsewhere.example' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['no browser', {}, 201],
  ])('cookie requests that change anything, from %s', async (_, headers, status) => {
    const answer = await projects({ cookie, ...headers } as Record<string, string>, 'POST')
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.json?.error).toBe('forbidden')
  })

  it('`Origin` must be ours, where `Sec-Fetch-Site` is absent; reading is free', async () => {
    expect((await projects({ cookie, origin: server.url }, 'POST')).status).toBe(201)
    expect((await projects({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(200)
  })

  it.each([
    ['a name that anybody could have written', {}, 409],
    ['the name that its page has', { 'sec-fetch-site': 'same-origin' }, 201],
    ['an address', { host: '192.0.2.7:8000' }, 201],
    ['an IPv6 address', { host: '[2001:db8::7]:8000' }, 201],
    ['this machine', { host: 'errata.localhost' }, 201],
  ])('a link with a secret that was asked for at %s', async (_, asked: Record<string, string>, status) => {
    const headers = { host: 'errors.example.com', cookie, ...JSON_TYPE, ...asked }
    const body = JSON.stringify({ email: `${randomUUID()}@example.com`, role: 'member' })
    const answer = await sendRaw(server.url, { path: '/api/v1/members', headers, body })
    expect(answer.status).toBe(status)
    if (status === 201) expect(String(answer.json?.invite_url)).toContain(`http://${headers.host}/invite#`)
    else expect(answer.json?.message).toContain('SVC_BASE_URL')
  })

  it('authenticates before it looks for the origin', async () => {
    expect((await projects({ 'sec-fetch-site': 'cross-site' }, 'POST')).status).toBe(401)
  })

  it('no secret reaches the log', async () => {
    const canary = 'canary-7f3a-password'
    await sendRaw(server.url, {
      path: `/api/v1/auth/login?compat_secret=${canary}`,
      headers: { ...JSON_TYPE, cookie: `Svc.sid=${canary}`, authorization: `Bearer ${canary}` },
      body: JSON.stringify({ email: owner.email, password: canary }),
    })
    expect(server.log).toContain('/api/v1/auth/login')
    expect(server.log).not.toContain(canary)
    expect(server.log).not.toContain(cookie.split('=')[1])
  })
})

describe('with an https address', () => {
  it('`https` makes the cookie Secure and names it `__Host-Svc.sid`', async () => {
    const server = await startApiServer({ baseUrl: 'https://errors.example.com' })
    try {
      const { email } = await server.newOwner()
      const client = new ApiClient(server.url)
      const answer = await client.request('POST', '/api/v1/auth/login', { email, password: PASSWORD })
      const [line = ''] = answer.headers.getSetCookie()
      expect(line).toMatch(/^__Host-Svc\.sid=/)
      expect(line.split('; ')).toEqual(expect.arrayContaining(['Secure', 'Path=/', 'HttpOnly']))
      const cookie = cookieOf(answer.headers)
      const post = (origin: string) =>
        sendRaw(server.url, { path: '/api/v1/auth/logout', headers: { cookie, origin } })
      expect((await post('https://evil.example.com')).status).toBe(403)
      expect((await post('https://errors.example.com')).status).toBe(204)
      expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=\d+/)
    } finally {
      await server.close()
    }
  })
})

describe('session fixation', () => {
  const login = ({ url }: ApiServer, email: string, headers = {}) => {
    const body = JSON.stringify({ email, password: PASSWORD })
    return sendRaw(url, { path: '/api/v1/auth/login', headers: { ...JSON_TYPE, ...headers }, body })
  }
  it.each([
    ['over http', null, 'Svc.sid'],
    ['under https', 'https://errors.example.com', '__Host-Svc.sid'],
  ])(
    'a token that was planted is worth nothing, before and after the login: %s',
    async (_case, baseUrl, name) => {
      const server = await startApiServer(baseUrl ? { baseUrl } : {})
      try {
        const { email } = await server.newOwner()
        const planted = 'A'.repeat(43)
        const me = async (cookie: string) =>
          (await sendRaw(server.url, { method: 'GET', path: '/api/v1/auth/me', headers: { cookie } })).status
        expect(await me(`${name}=${planted}`)).toBe(401)
        const answer = await login(server, email, { cookie: `${name}=${planted}` })
        expect(answer.status).toBe(204)
        const issued = cookieOf(answer.headers)
        expect(issued).toMatch(new RegExp(`^${name.replace('.', '\\.')}=[\\w-]{43}$`))
        expect(issued).not.toContain(planted)
        expect([await me(`${name}=${planted}`), await me(issued)]).toEqual([401, 200])
        // The name without the prefix, which a page of another host could set, is not read under https.
        const bare = issued.replace('__Host-', '')
        expect(await me(bare)).toBe(baseUrl ? 401 : 200)
      } finally {
        await server.close()
      }
    },
  )

  it('under https the cookie is taken back the way it was given: Secure, Path=/, no Domain', async () => {
    const server = await startApiServer({ baseUrl: 'https://errors.example.com' })
    try {
      const { email } = await server.newOwner()
      const given = await login(server, email)
      const cookie = cookieOf(given.headers)
      const taken = await sendRaw(server.url, { path: '/api/v1/auth/logout', headers: { cookie } })
      for (const { headers } of [given, taken]) {
        const attributes = headers['set-cookie']![0]!.split('; ').slice(1)
        expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']))
        expect(attributes.join()).not.toContain('Domain')
      }
      expect(taken.headers['set-cookie']![0]).toMatch(/^__Host-Svc\.sid=;.*Max-Age=0/)
    } finally {
      await server.close()
    }
  })
})

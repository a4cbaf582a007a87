import { describe, expect, it } from 'vitest'
import { type RawRequest, sendRaw } from '../support/client/raw-request.ts'
import { ofSuite } from '../support/of-suite.ts'
import { cookieOf } from '../support/server/api-server.ts'
import { OWNER, startService } from '../support/server/service.ts'

/*
 * Signing in and out. Throttling and timing: login-hardening; sessions and their ends: auth; cross-site requests,
 * https and fixation: cross-site, auth-requests.
 */

describe('Login', () => {
  const service = ofSuite(startService)

  const JSON_TYPE = { 'content-type': 'application/json' }
  const send = (request: RawRequest) => sendRaw(service.url, request)
  const login = (body: unknown, headers: Record<string, string> = JSON_TYPE) =>
    send({
      path: '/api/v1/auth/login',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  it('POST /api/v1/auth/login | 204 no body, cookie set via Set-Cookie', async () => {
    const answer = await login(OWNER)
    expect([answer.status, answer.text]).toEqual([204, ''])
    const [cookie, ...more] = answer.headers['set-cookie']!
    expect(more).toEqual([])
    const [pair, ...attributes] = cookie!.split('; ')
    expect(pair).toMatch(/^Svc\.sid=[\w.-]{32,}$/)
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Lax']))
    expect(attributes.join()).not.toMatch(/secure|domain/i)
  })

  it('the cookie opens the session API; without it, altered or empty it is 401', async () => {
    const cookie = cookieOf((await login(OWNER)).headers)
    const issues = (headers: Record<string, string>) =>
      send({ method: 'GET', path: '/api/v1/issues', headers })
    const answer = await issues({ cookie })
    expect([answer.status, answer.json?.issues]).toEqual([200, []])
    expect((await issues({ cookie: `theme=dark; ${cookie}; other=1` })).status).toBe(200)
    for (const bad of [
      '',
      'Svc.sid=',
      `${cookie}x`,
      cookie.slice(0, -1),
      cookie.toLowerCase(),
      'Svc.sid=null',
    ]) {
      const refused = await issues({ cookie: bad })
      expect([refused.status, refused.json?.error], bad).toEqual([401, 'unauthenticated'])
    }
  })

  it('the e-mail address in any case; unknown fields are ignored', async () => {
    const body = { ...OWNER, email: OWNER.email.toUpperCase(), remember: true }
    expect((await login(body, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(204)
  })

  it.each([
    [{ ...OWNER, password: 'wrong' }],
    [{ ...OWNER, password: '' }],
    [{ ...OWNER, password: OWNER.password.toUpperCase() }],
    [{ ...OWNER, email: 'nobody@example.com' }],
    [{ ...OWNER, email: 'no address' }],
    [{ email: '', password: '' }],
  ])('failed login 401 `invalid_credentials`, without a cookie: %j', async (body) => {
    const answer = await login(body)
    expect([answer.status, answer.json?.error]).toEqual([401, 'invalid_credentials'])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it.each([
    ['{}', JSON_TYPE, 400, 'invalid_request'],
    ['', {}, 400, 'invalid_request'],
    ['{"email":', JSON_TYPE, 400, 'invalid_request'],
    ['[]', JSON_TYPE, 400, 'invalid_request'],
    ['{"email":["a"],"password":"b"}', JSON_TYPE, 400, 'invalid_request'],
    [
      'email=a&password=b',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    [JSON.stringify(OWNER), { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    [JSON.stringify(OWNER), {}, 415, 'unsupported_media_type'],
  ])(
    'what is not JSON `{ email: string, password: string }` is refused: %j',
    async (body, headers, ...refusal) => {
      const answer = await login(body, headers as Record<string, string>)
      expect([answer.status, answer.json?.error]).toEqual(refusal)
      expect(answer.headers['set-cookie']).toBeUndefined()
    },
  )

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is 405', async (method) => {
    const answer = await send({ method, path: '/api/v1/auth/login' })
    expect([answer.status, answer.json?.error]).toEqual([405, 'method_not_allowed'])
    expect(answer.headers.allow).toBe('POST')
  })

  it('logout 204: no body, the cookie cleared, the session ended', async () => {
    const cookie = cookieOf((await login(OWNER)).headers)
    const logout = () => send({ path: '/api/v1/auth/logout', headers: { cookie } })
    const answer = await logout()
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(/^Svc\.sid=;/)])
    expect(await logout()).toMatchObject({ status: 401, json: { error: 'unauthenticated' } })
  })
})

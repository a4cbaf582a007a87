import { expect, it } from 'vitest'
import type { ApiClient } from '../support/client/api-client.ts'
import { type RawAnswer, sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { cookieOf, PASSWORD, startApiServer } from '../support/server/api-server.ts'

const DAY_MS = 24 * 3600_000
const MINUTE_MS = 60_000
const JSON_TYPE = { 'content-type': 'application/json' }

interface Named {
  user: { name: string }
}

interface SessionLine {
  id: string
  current: boolean
  user_agent: string
}

describeOn(ONE_ENGINE, 'sessions', (engine) => {
  const server = ofSuite(() => startApiServer({ engine }))

  const login = (email: string, password: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
    sendRaw(server.url, {
      path: '/api/v1/auth/login',
      headers: { ...JSON_TYPE, ...headers },
      body: JSON.stringify({ email, password }),
    })
  const me = async (headers: Record<string, string>): Promise<number> =>
    (await sendRaw(server.url, { method: 'GET', path: '/api/v1/auth/me', headers })).status

  it('204 no body, cookie set via Set-Cookie (HttpOnly, Path=/, SameSite=Lax on local HTTP)', async () => {
    const { email } = await server.newOwner()
    const answer = await login(` ${email.toUpperCase()}`, PASSWORD)
    expect([answer.status, answer.text]).toEqual([204, ''])
    const [cookie = ''] = answer.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^Svc\.sid=[\w-]{43};/)
    const attributes = cookie.split('; ').slice(1)
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Lax']))
    expect(cookie).not.toMatch(/Secure|Domain/)
    expect(await me({ cookie: cookieOf(answer.headers) })).toBe(200)
  })

  it('me names the user, the organization and the role', async () => {
    const owner = await server.newOwner({ organization: 'Acme', name: 'Ada' })
    const client = await server.signIn(owner)
    expect(await client.get('/api/v1/auth/me')).toMatchObject({
      user: { id: owner.userId, email: owner.email, name: 'Ada' },
      org: { name: 'Acme' },
      role: 'owner',
    })
  })

  it('a member changes their own name, which others see, and the audit log says so once', async () => {
    const owner = await server.newOwner({ organization: 'Acme', name: 'Ada' })
    const client = await server.signIn(owner)
    const rename = (name: string) => client.request<Named>('PATCH', '/api/v1/auth/me', { name })
    for (let times = 0; times < 2; times++) {
      const { status, body } = await rename(' Ada\u202e Lovelace ')
      expect([status, body.user.name]).toEqual([200, 'Ada Lovelace'])
    }
    expect(await client.get('/api/v1/auth/me')).toMatchObject({ user: { name: 'Ada Lovelace' } })
    const { members } = await client.get<{ members: { name: string }[] }>('/api/v1/members')
    expect(members.map(({ name }) => name)).toEqual(['Ada Lovelace'])
    const { entries } = await client.get<{ entries: object[] }>('/api/v1/audit-log?action=member.renamed')
    expect(entries).toMatchObject([
      {
        actor: { id: owner.userId, name: 'Ada' },
        target: { id: owner.userId },
        details: { from: 'Ada', to: 'Ada Lovelace' },
      },
    ])
    expect((await rename('')).body.user.name).toBe('')
    expect((await rename('x'.repeat(200))).status).toBe(400)
  })

  it('failed login 401 `invalid_credentials`, the same body for an unknown user', async () => {
    const { email } = await server.newOwner()
    const wrong = await login(email, 'not the password')
    const unknown = await login('nobody@example.com', PASSWORD)
    for (const answer of [wrong, unknown]) {
      expect(answer.status).toBe(401)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect({ ...wrong.json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' })
    expect(wrong.json?.error).toBe('invalid_credentials')
  })

  it('login takes any two strings and fails only with 401', async () => {
    for (const [email, password] of [
      ['', ''],
      ['\u0000', '\ud800'],
      ['a'.repeat(7_000), 'b'.repeat(7_000)],
    ] as const) {
      expect((await login(email, password)).status).toBe(401)
    }
    const numbers = await sendRaw(server.url, {
      path: '/api/v1/auth/login',
      headers: JSON_TYPE,
      body: '{"email":1,"password":null}',
    })
    expect([numbers.status, numbers.json?.error]).toEqual([400, 'invalid_request'])
  })

  it('`POST /api/v1/auth/logout` 204; the session ends, not only the cookie', async () => {
    const { email } = await server.newOwner()
    const cookie = cookieOf((await login(email, PASSWORD)).headers)
    const answer = await sendRaw(server.url, { path: '/api/v1/auth/logout', headers: { cookie } })
    expect(answer.status).toBe(204)
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^Svc\.sid=;.*Max-Age=0/)
    expect(await me({ cookie })).toBe(401)
  })

  it('a login makes a new session and ends the one it came with', async () => {
    const { email } = await server.newOwner()
    const first = cookieOf((await login(email, PASSWORD)).headers)
    const second = cookieOf((await login(email, PASSWORD, { cookie: first })).headers)
    expect(second).not.toBe(first)
    expect([await me({ cookie: first }), await me({ cookie: second })]).toEqual([401, 200])
    const planted = cookieOf((await login(email, PASSWORD, { cookie: 'Svc.sid=planted' })).headers)
    expect(planted).not.toContain('planted')
  })

  it('14 days idle, 90 days at most', async () => {
    const { email } = await server.newOwner()
    const cookie = cookieOf((await login(email, PASSWORD)).headers)
    try {
      server.clockAhead = 14 * DAY_MS - MINUTE_MS
      expect(await me({ cookie })).toBe(200)
      for (const day of [27, 40, 53, 66, 79, 89]) {
        server.clockAhead = day * DAY_MS
        expect(await me({ cookie })).toBe(200)
      }
      server.clockAhead = 90 * DAY_MS + MINUTE_MS
      expect(await me({ cookie })).toBe(401)
      const idle = cookieOf((await login(email, PASSWORD)).headers)
      server.clockAhead += 14 * DAY_MS + MINUTE_MS
      expect(await me({ cookie: idle })).toBe(401)
    } finally {
      server.clockAhead = 0
    }
  })

  it('opaque, stored hashed', async () => {
    const { email } = await server.newOwner()
    const token = cookieOf((await login(email, PASSWORD)).headers).split('=')[1]!
    const rows = await server.database.queries.selectFrom('session').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row.token_hash).toHaveLength(32)
      expect(row.token_hash.toString('latin1')).not.toContain(token)
    }
  })

  it('`GET/DELETE /api/v1/auth/sessions`: own ones only', async () => {
    const user = await server.newOwner()
    const [here, there, elsewhere] = await Promise.all([user, user, user].map((who) => server.signIn(who)))
    const sessions = async (client: ApiClient) =>
      (await client.get<{ sessions: SessionLine[] }>('/api/v1/auth/sessions')).sessions
    const list = await sessions(here!)
    expect(list).toHaveLength(3)
    const own = (await sessions(there!)).find(({ current }) => current)!
    const stranger = await server.signIn(await server.newOwner())
    const path = `/api/v1/auth/sessions/${own.id}`
    expect((await stranger.request('DELETE', path)).status).toBe(404)
    expect((await here!.request('DELETE', path)).body).toEqual({ ended: 1 })
    expect((await here!.request('DELETE', path)).status).toBe(404)
    expect((await there!.request('GET', '/api/v1/auth/me')).status).toBe(401)
    expect((await here!.request('DELETE', '/api/v1/auth/sessions')).body).toEqual({ ended: 1 })
    expect((await elsewhere!.request('GET', '/api/v1/auth/me')).status).toBe(401)
    expect((await here!.request('GET', '/api/v1/auth/me')).status).toBe(200)
  })

  it('a password change ends the others', async () => {
    const user = await server.newOwner()
    const [here, there] = await Promise.all([user, user].map((who) => server.signIn(who)))
    const change = (current_password: string, new_password: string) =>
      here!.request<{ details?: { path: string }[] }>('POST', '/api/v1/auth/password', {
        current_password,
        new_password,
      })
    expect((await change(PASSWORD, 'short')).body.details?.[0]?.path).toBe('new_password')
    expect((await change('not mine at all', 'another good phrase')).body.details?.[0]?.path).toBe(
      'current_password',
    )
    expect((await there!.request('GET', '/api/v1/auth/me')).status).toBe(200)
    expect((await change(PASSWORD, 'another good phrase')).status).toBe(204)
    expect((await there!.request('GET', '/api/v1/auth/me')).status).toBe(401)
    expect((await here!.request('GET', '/api/v1/auth/me')).status).toBe(200)
    expect((await login(user.email, PASSWORD)).status).toBe(401)
    expect((await login(user.email, 'another good phrase')).status).toBe(204)
  })

  it('10 failures per 15 min per address and e-mail → 429', async () => {
    const { email } = await server.newOwner()
    for (let attempt = 1; attempt <= 10; attempt++) expect((await login(email, 'wrong')).status).toBe(401)
    const refused = await login(email, PASSWORD)
    expect([refused.status, refused.json?.error]).toEqual([429, 'rate_limit_exceeded'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
    const other = await server.newOwner()
    expect((await login(other.email, PASSWORD)).status).toBe(204)
    try {
      server.clockAhead = 15 * MINUTE_MS + 1000
      expect((await login(email, PASSWORD)).status).toBe(204)
    } finally {
      server.clockAhead = 0
    }
  })

  it('attempts at the same time count as well', async () => {
    const { email } = await server.newOwner()
    const attempts = Array.from({ length: 30 }, (_, index) => login(email, `wrong ${index}`))
    const statuses = (await server.atOnce.race(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  it('a success forgets the failures before it', async () => {
    const { email } = await server.newOwner()
    for (const round of [1, 2]) {
      for (let attempt = 1; attempt <= 9; attempt++) await login(email, `wrong ${round}`)
      expect((await login(email, PASSWORD)).status).toBe(204)
    }
  })

  it('roles are read on each request', async () => {
    const owner = await server.newOwner()
    const admin = await server.newMember(owner.orgId, 'admin')
    const client = await server.signIn(admin)
    const make = () => client.request('POST', '/api/v1/projects', { name: 'shop' })
    expect((await make()).status).toBe(201)
    await server.database.queries
      .updateTable('membership')
      .set({ role: 'member' })
      .where('user_id', '=', admin.userId)
      .execute()
    expect((await make()).status).toBe(403)
    await server.database.queries.deleteFrom('membership').where('user_id', '=', admin.userId).execute()
    expect((await make()).status).toBe(401)
  })
})

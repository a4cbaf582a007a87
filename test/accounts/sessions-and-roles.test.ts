import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { ApiClient } from '../support/client/api-client.ts'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'
import { wrongFields } from '../support/rules/interface-fields.ts'
import { cookieOf } from '../support/server/api-server.ts'
import { OWNER } from '../support/server/service.ts'

/*
 * Sessions and roles, over HTTP alone. Tokens: tokens. Lifetimes: auth; throttling and hashing: login-hardening;
 * origins: cross-site; every role and scope on every route: access-matrix.
 */

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'

describe('Sessions, roles', () => {
  let issue: string
  const by: Record<string, ApiClient> = {}
  const ids: Record<string, string> = {}
  const journey = ofSuite(() => Journey.start())
  beforeAll(async () => {
    by.owner = journey.client
    for (const role of ['admin', 'member']) {
      const { id, client } = await journey.member(role)
      by[role] = client
      ids[role] = id
    }
    await journey.send({ kind: 'Known' })
    issue = (await journey.issue('Known')).id
  })

  const login = (email: string, password: string) =>
    new ApiClient(journey.service.url).request('POST', '/api/v1/auth/login', { email, password })

  describe('Passwords', () => {
    it('12 characters or more, not among the common ones', async () => {
      const withPassword = (password: unknown) => {
        const body = { email: `${randomUUID()}@example.com`, role: 'member', password }
        return journey.refusal('POST', '/api/v1/members', { body })
      }
      for (const password of [
        '',
        'short',
        'elevenchars',
        'password1234',
        '123456789012',
        'qwertyuiop123',
        5,
      ]) {
        expect(await withPassword(password), String(password)).toEqual([400, 'invalid_request'])
      }
      expect(await withPassword('twelve chars')).toEqual([201, undefined])
    })

    it('10 failures per 15 min per address and e-mail → 429; other accounts are untouched', async () => {
      const email = `${randomUUID()}@example.com`
      for (let n = 0; n < 10; n++) {
        expect(await login(email, 'wrong')).toMatchObject({
          status: 401,
          body: { error: 'invalid_credentials' },
        })
      }
      const throttled = await login(email, 'wrong')
      expect(throttled).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded' } })
      expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await login(OWNER.email, OWNER.password)).status).toBe(204)
    })

    it('Failed login 401 `invalid_credentials`, same body for an unknown user', async () => {
      const [known, unknown] = [await login(OWNER.email, 'wrong'), await login('x@example.com', 'wrong')]
      const bodyOf = ({ status, body }: { status: number; body: unknown }) => [
        status,
        { ...(body as object), request_id: '' },
      ]
      expect(bodyOf(known)).toEqual(bodyOf(unknown))
      expect(known.headers.getSetCookie()).toEqual([])
    })

    it('a password change ends the others', async () => {
      const email = `${randomUUID()}@example.com`
      const account = { email, role: 'member', password: 'the first phrase' }
      await journey.client.request('POST', '/api/v1/members', account)
      const [here, there] = [new ApiClient(journey.service.url), new ApiClient(journey.service.url)]
      await here.login(email, account.password)
      await there.login(email, account.password)
      const change = (current_password: string, new_password: string) =>
        journey.refusal('POST', '/api/v1/auth/password', {
          by: here,
          body: { current_password, new_password },
        })
      expect(await change('not the first', 'the second phrase')).toEqual([400, 'invalid_request'])
      expect(await change(account.password, 'short')).toEqual([400, 'invalid_request'])
      expect(await change(account.password, 'the second phrase')).toEqual([204, undefined])
      const me = (who: ApiClient) => journey.refusal('GET', '/api/v1/auth/me', { by: who })
      expect(await me(here)).toEqual([200, undefined])
      expect(await me(there)).toEqual([401, 'unauthenticated'])
      expect((await login(email, account.password)).status).toBe(401)
      expect((await login(email, 'the second phrase')).status).toBe(204)
    })
  })

  it('`GET /api/v1/auth/me`: who is signed in, with which role', async () => {
    for (const role of ['owner', 'admin', 'member']) {
      const me = await by[role]!.get<{ user: object; org: object; role: string }>('/api/v1/auth/me')
      expect(me.role).toBe(role)
      expect(wrongFields(me.user, { id: 'UUID', email: 'string', name: 'string' })).toEqual([])
      expect(wrongFields(me.org, { id: 'UUID', name: 'string' })).toEqual([])
    }
  })

  it('`GET/DELETE /api/v1/auth/sessions`', async () => {
    const { client } = await journey.member('member')
    const { sessions } = await client.get<{ sessions: { id: string; current: boolean }[] }>(
      '/api/v1/auth/sessions',
    )
    expect(sessions).toMatchObject([{ current: true }])
    const foreign = `/api/v1/auth/sessions/${sessions[0]!.id}`
    expect(await journey.refusal('DELETE', foreign)).toEqual([404, 'not_found'])
    expect((await client.request('DELETE', '/api/v1/auth/sessions')).body).toEqual({ ended: 0 })
    expect((await client.request('DELETE', foreign)).status).toBe(200)
    expect(await journey.refusal('GET', '/api/v1/auth/me', { by: client })).toEqual([401, 'unauthenticated'])
  })

  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example.com' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 200],
  ])('Cookie requests that change anything, with %j: %i', async (headers, status) => {
    const cookie = cookieOf((await login(OWNER.email, OWNER.password)).headers)
    const answer = await journey.raw({
      method: 'PATCH',
      path: `/api/v1/issues/${issue}`,
      headers: { ...(headers as Record<string, string>), cookie, 'content-type': 'application/json' },
      body: '{"status":"unresolved"}',
    })
    expect([answer.status, answer.json?.error]).toEqual([status, status === 403 ? 'forbidden' : undefined])
  })

  describe('Roles', () => {
    const reads = () => [
      '/api/v1/issues',
      `/api/v1/issues/${issue}/events`,
      '/api/v1/projects',
      `/api/v1/projects/${journey.project.id}/dsn-keys`,
      '/api/v1/members',
      '/api/v1/alerts',
    ]

    it('Member: every triage and alert action, and every read except agent tokens, audit log (403)', async () => {
      const may = (method: string, path: string, body?: unknown) =>
        journey.refusal(method, path, { by: by.member!, body })
      for (const path of reads()) expect(await may('GET', path), path).toEqual([200, undefined])
      for (const path of ['/api/v1/agent-tokens', '/api/v1/audit-log']) {
        expect(await may('GET', path)).toEqual([403, 'forbidden'])
      }
      const actions: [string, string, unknown][] = [
        ['PATCH', `/api/v1/issues/${issue}`, { status: 'resolved' }],
        ['POST', `/api/v1/issues/${issue}/snooze`, { mode: '4h' }],
        ['PATCH', '/api/v1/issues/bulk', { ids: [issue], action: 'reopen' }],
        ['POST', '/api/v1/issues/merge', { canonical_id: issue, merge_ids: [UNKNOWN] }],
        ['POST', '/api/v1/issues/split', { canonical_id: issue, split_ids: [UNKNOWN] }],
        ['DELETE', '/api/v1/issues/bulk', { ids: [UNKNOWN], action: 'delete' }],
        ['POST', '/api/v1/alerts/read-all', {}],
      ]
      for (const action of actions) expect(await may(...action), action[1]).toEqual([200, undefined])
      const { project } = journey
      const refused: [string, string, unknown?][] = [
        ['POST', '/api/v1/projects', { name: 'x' }],
        ['PATCH', `/api/v1/projects/${project.id}`, { name: 'x' }],
        ['DELETE', `/api/v1/projects/${project.id}`],
        ['POST', `/api/v1/projects/${project.id}/dsn-keys`],
        ['POST', `/api/v1/dsn-keys/${project.keys[0]!.id}/revoke`],
        ['POST', '/api/v1/members', { email: 'x@example.com', role: 'member' }],
        ['PATCH', `/api/v1/members/${ids.member}`, { role: 'owner' }],
        ['DELETE', `/api/v1/members/${ids.admin}`],
      ]
      for (const act of refused) expect(await may(...act), act[1]).toEqual([403, 'forbidden'])
    })

    it('Admin: + projects, DSN keys, tokens, members. Owner: + delete a project, make or unmake Owners', async () => {
      const may = (method: string, path: string, body?: unknown, who = by.admin!) =>
        journey.refusal(method, path, { by: who, body })
      for (const path of [...reads(), '/api/v1/agent-tokens', '/api/v1/audit-log']) {
        expect(await may('GET', path), path).toEqual([200, undefined])
      }
      const made = await by.admin!.request<{ id: string }>('POST', '/api/v1/projects', { name: 'by admin' })
      const path = `/api/v1/projects/${made.body.id}`
      expect(await may('PATCH', path, { name: 'renamed' })).toEqual([200, undefined])
      expect(await may('POST', `${path}/dsn-keys`)).toEqual([201, undefined])
      expect(await may('DELETE', path)).toEqual([403, 'forbidden'])
      expect(await may('DELETE', path, undefined, by.owner)).toEqual([200, undefined])
      const owner = { email: `${randomUUID()}@example.com`, role: 'owner' }
      expect(await may('POST', '/api/v1/members', owner)).toEqual([403, 'forbidden'])
      expect(await may('PATCH', `/api/v1/members/${ids.admin}`, { role: 'owner' })).toEqual([
        403,
        'forbidden',
      ])
      expect(await may('POST', '/api/v1/members', owner, by.owner)).toEqual([201, undefined])
    })

    it('Roles are read on each request', async () => {
      const { id, client } = await journey.member('member')
      const create = () => journey.refusal('POST', '/api/v1/projects', { by: client, body: { name: 'x' } })
      expect(await create()).toEqual([403, 'forbidden'])
      await journey.client.request('PATCH', `/api/v1/members/${id}`, { role: 'admin' })
      expect(await create()).toEqual([201, undefined])
      await journey.client.request('PATCH', `/api/v1/members/${id}`, { role: 'member' })
      expect(await create()).toEqual([403, 'forbidden'])
    })
  })
})

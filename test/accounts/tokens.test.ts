import { beforeAll, describe, expect, it } from 'vitest'
import { ApiClient } from '../support/client/api-client.ts'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'
import { wrongFields } from '../support/rules/interface-fields.ts'
import { cookieOf } from '../support/server/api-server.ts'
import { OWNER } from '../support/server/service.ts'

/*
 * What a token does, over HTTP alone. Sessions and roles: sessions-and-roles; creating tokens: token-routes. What is
 * kept of a secret: agent-tokens; rate windows: agent-limits; pages of alerts: alerts. The queue and the context:
 * agent-queue, agent-context.
 */

const ALL_SCOPES = ['read:agent', 'write:triage', 'write:admin']

describe('Tokens', () => {
  let issue: string
  const journey = ofSuite(() => Journey.start())
  beforeAll(async () => {
    await journey.send({ kind: 'Known' })
    issue = (await journey.issue('Known')).id
  })

  const login = (email: string, password: string) =>
    new ApiClient(journey.service.url).request('POST', '/api/v1/auth/login', { email, password })

  describe('A PAT', () => {
    it('`svc_pat_` + 40 base62; `token_prefix` = `svc_pat_` + 8', async () => {
      const made = await Promise.all(Array.from({ length: 5 }, () => journey.token(['read:agent'])))
      for (const { secret } of made) expect(secret).toMatch(/^svc_pat_[0-9A-Za-z]{40}$/)
      expect(new Set(made.map(({ secret }) => secret.slice(0, 16))).size).toBe(5)
    })

    it('works on every /api/v1 route except auth (session only: 401) and agent-tokens (without write:admin 403, with it 401)', async () => {
      const { client } = await journey.token(ALL_SCOPES)
      const { client: less } = await journey.token(['read:agent', 'write:triage'])
      const get = (path: string, who = client) => journey.refusal('GET', path, { by: who })
      for (const path of [
        'issues',
        'projects',
        'members',
        'alerts',
        'audit-log',
        `issues/${issue}/timeline`,
      ]) {
        expect(await get(`/api/v1/${path}`), path).toEqual([200, undefined])
      }
      for (const path of ['auth/me', 'auth/sessions', 'agent-tokens']) {
        expect(await get(`/api/v1/${path}`), path).toEqual([401, 'unauthenticated'])
      }
      expect(await journey.refusal('POST', '/api/v1/auth/logout', { by: client })).toEqual([
        401,
        'unauthenticated',
      ])
      expect(await get('/api/v1/agent-tokens', less)).toEqual([403, 'forbidden'])
    })

    it('A request with `Authorization` is judged by it alone, never by its cookie', async () => {
      const cookie = cookieOf((await login(OWNER.email, OWNER.password)).headers)
      const { secret } = await journey.token(['write:triage'])
      const read = async (authorization: string) => {
        const headers = { cookie, authorization }
        return (await journey.raw({ method: 'GET', path: '/api/v1/issues', headers })).status
      }
      expect(await read(`Bearer ${secret}`)).toBe(403)
      for (const bad of [
        'Bearer x',
        'Bearer',
        'Basic eDp5',
        '',
        `Bearer ${secret}x`,
        `Bearer ${secret.slice(1)}`,
      ]) {
        expect(await read(bad), bad).toBe(401)
      }
    })

    it('`/agent/*` with only a cookie is 401', async () => {
      for (const path of ['whoami', 'alerts', `issues/${issue}`]) {
        expect(await journey.refusal('GET', `/api/v1/agent/${path}`)).toEqual([401, 'unauthenticated'])
      }
    })

    it('`RateLimit-*` and `Retry-After` on the answers; reads and writes counted apart; POST trends counts as a read', async () => {
      const { client } = await journey.token(ALL_SCOPES)
      const left = async (method: string, path: string, body?: unknown) => {
        const { headers } = await client.request(method, path, body)
        return ['limit', 'remaining'].map((name) => Number(headers.get(`ratelimit-${name}`)))
      }
      expect(await left('GET', '/api/v1/issues')).toEqual([120, 119])
      expect(await left('POST', '/api/v1/issues/trends', { issue_ids: [] })).toEqual([120, 118])
      expect(await left('GET', '/api/v1/agent/whoami')).toEqual([120, 117])
      const write = () => left('PATCH', `/api/v1/issues/${issue}`, { status: 'unresolved' })
      expect(await write()).toEqual([20, 19])
      for (let n = 0; n < 19; n++) await write()
      const { status, headers } = await client.request('PATCH', `/api/v1/issues/${issue}`, {})
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
      expect(await left('GET', '/api/v1/issues')).toEqual([120, 116])
    })

    it('Lists: `{ tokens: [{ id, label, token_prefix, scopes, created_by, created_at, last_used_at, revoked_at }] }`', async () => {
      const { id, client } = await journey.token(ALL_SCOPES)
      const listed = async () => {
        const { tokens } = await journey.client.get<{ tokens: Record<string, unknown>[] }>(
          '/api/v1/agent-tokens',
        )
        return tokens.find((token) => token.id === id)!
      }
      const fields = [
        'id',
        'label',
        'token_prefix',
        'scopes',
        'created_by',
        'created_at',
        'last_used_at',
        'revoked_at',
        'expires_at',
      ]
      expect(Object.keys(await listed()).sort()).toEqual(fields.toSorted())
      expect(await listed()).toMatchObject({ scopes: ALL_SCOPES, last_used_at: null, revoked_at: null })
      await client.get('/api/v1/agent/whoami')
      expect((await listed()).last_used_at).toMatch(/Z$/)
      await journey.client.request('POST', `/api/v1/agent-tokens/${id}/revoke`)
      expect((await listed()).revoked_at).toMatch(/Z$/)
    })

    it('`whoami` → `{ org_id, user_id, role, scopes, token: { id, label, token_prefix }, limits }`', async () => {
      const admin = await journey.member('admin')
      const { id, secret, client } = await journey.token(['write:triage', 'read:agent'], admin.client)
      const me = await admin.client.get<{ org: { id: string } }>('/api/v1/auth/me')
      const whoami = await client.get<Record<string, unknown>>('/api/v1/agent/whoami')
      expect(whoami).toEqual({
        org_id: me.org.id,
        user_id: admin.id,
        role: 'admin',
        scopes: ['read:agent', 'write:triage'],
        token: { id, label: 'journey', token_prefix: secret.slice(0, 16) },
        limits: expect.any(Object),
      })
      const { client: writer } = await journey.token(['write:admin'])
      const refusal = await journey.refusal('GET', '/api/v1/agent/whoami', { by: writer })
      expect(refusal).toEqual([403, 'forbidden'])
    })
  })

  it('`alerts` → `{ alerts: […], next_cursor }`; view all|unread|ignored; limit 50 (1–200)', async () => {
    await journey.send({ kind: 'Back', release: '1.0' })
    const back = await journey.issue('Back')
    await journey.client.request('PATCH', `/api/v1/issues/${back.id}`, { status: 'resolved' })
    await journey.send({ kind: 'Back', release: '1.1' })
    expect((await journey.issue('Back')).status).toBe('regression')
    const { client: agent } = await journey.token(['read:agent', 'write:triage'])
    interface Alerts {
      alerts: Record<string, unknown>[]
      next_cursor: string | null
    }
    const list = (query = '') => agent.get<Alerts>(`/api/v1/agent/alerts${query}`)
    const { alerts, next_cursor } = await list()
    expect(alerts).toMatchObject([{ project_id: journey.project.id, issue_id: back.id, kind: 'regression' }])
    expect(alerts[0]).toMatchObject({ rule_id: null, read_at: null, ignored: false })
    const table = { id: 'UUID', title: 'string', fired_at: 'timestamp', details: 'object' } as const
    expect(wrongFields(alerts[0], table)).toEqual([])
    expect(next_cursor).toBeNull()
    expect(await journey.client.get('/api/v1/alerts')).toMatchObject({ alerts, next_cursor })
    for (const limit of ['0', '-1', '201', 'abc', ''])
      expect((await list(`?limit=${limit}`)).alerts).toHaveLength(1)
    const change = (body: object) => agent.request('PATCH', `/api/v1/alerts/${alerts[0]!.id}`, body)
    const views = async () => {
      const seen = ['all', 'unread', 'ignored'].map(
        async (view) => (await list(`?view=${view}`)).alerts.length,
      )
      return Promise.all(seen)
    }
    expect(await views()).toEqual([1, 1, 0])
    expect(await change({ read: true })).toMatchObject({ status: 200, body: { read_at: expect.any(String) } })
    expect(await views()).toEqual([1, 0, 0])
    expect(await change({ ignored: true })).toMatchObject({ status: 200, body: { ignored: true } })
    expect(await views()).toEqual([1, 0, 1])
    expect((await change({})).status).toBe(400)
  })
})

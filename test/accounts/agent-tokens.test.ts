import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { type SampleTenant, sampleTenant } from '../support/sample/sample-tenant.ts'
import type { ApiServer } from '../support/server/api-server.ts'
import { startIssueServer } from '../support/server/issue-server.ts'

interface Token {
  id: string
  token: string
  label: string
  token_prefix: string
  scopes: string[]
  created_by: { id: string; email: string; name: string }
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
}

const TOKENS = '/api/v1/agent-tokens'
const WHOAMI = '/api/v1/agent/whoami'
const ALL = ['read:agent', 'write:triage', 'write:admin']

describeOn(ONE_ENGINE, 'agent tokens', (engine) => {
  let server: ApiServer
  let tenant: SampleTenant
  beforeAll(async () => {
    const started = await startIssueServer(engine)
    server = started.server
    tenant = await sampleTenant(server)
  })
  afterAll(() => server.close())

  const bearer = (secret: string) =>
    new ApiClient(server.url).withCredential({ authorization: `Bearer ${secret}` })

  async function make(scopes: string[] = ALL, client = tenant.client): Promise<Token> {
    const answer = await client.request<{ token: Token }>('POST', TOKENS, { label: 'deploy bot', scopes })
    expect(answer.status).toBe(201)
    return answer.body.token
  }
  const listed = async (id: string): Promise<Token> => {
    const { tokens } = await tenant.client.get<{ tokens: Token[] }>(TOKENS)
    return tokens.find((token) => token.id === id)!
  }

  describe('4.5 creation, list and revocation', () => {
    it('201 `{ token: { id, token, token_prefix, scopes } }`: `svc_pat_` + 40 base62', async () => {
      const made = await make(['write:triage', 'read:agent', 'read:agent'])
      expect(made.token).toMatch(/^svc_pat_[0-9A-Za-z]{40}$/)
      expect(made).toMatchObject({
        token_prefix: made.token.slice(0, 16),
        scopes: ['read:agent', 'write:triage'],
        label: 'deploy bot',
        created_by: { id: tenant.owner.userId, email: tenant.owner.email },
        created_at: expect.stringMatching(/^2026-11-20T10:3/),
        last_used_at: null,
        revoked_at: null,
      })
    })

    it('The full PAT secret is shown only once, at creation; SHA-256 at rest', async () => {
      const { token: secret, ...shown } = await make()
      expect(await listed(shown.id)).toEqual({ ...shown, expires_at: null })
      const { body } = await tenant.client.request('GET', TOKENS)
      expect(JSON.stringify(body)).not.toContain(secret)
      const rows = await server.database.queries.selectFrom('agent_token').selectAll().execute()
      const text = rows.map((row) =>
        Object.values(row)
          .map((value) => value?.toString())
          .join(' '),
      )
      expect(text.filter((row) => row.includes(secret))).toEqual([])
      expect(server.log).not.toContain(secret)
    })

    it('lists are `{ tokens }`, newest first, revoked ones too', async () => {
      const { tokens } = await tenant.client.get<{ tokens: Token[] }>(TOKENS)
      const times = tokens.map(({ created_at }) => created_at)
      expect(times).toEqual(times.toSorted().reverse())
      expect(tokens.length).toBeGreaterThan(1)
    })

    it.each([
      ['An unknown scope', { label: 'x', scopes: ['read:agent', 'read:all'] }, 'scopes.1'],
      ['scopes non-empty', { label: 'x', scopes: [] }, 'scopes'],
      ['no scopes', { label: 'x' }, 'scopes'],
      ['an empty label', { label: ' ', scopes: ALL }, 'label'],
      ['a label of 101 characters', { label: 'x'.repeat(101), scopes: ALL }, 'label'],
      ['no label', { scopes: ALL }, 'label'],
    ])('%s is 400', async (_, body, path) => {
      const answer = await tenant.client.request('POST', TOKENS, body)
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
      expect(answer.body).toMatchObject({ details: [{ path }] })
    })

    it('revoke → 200 `{ revoked: true }`, again 404; revocation in force on the next request', async () => {
      const made = await make()
      expect((await bearer(made.token).request('GET', WHOAMI)).status).toBe(200)
      const path = `${TOKENS}/${made.id}/revoke`
      expect(await tenant.client.request('POST', path)).toMatchObject({
        status: 200,
        body: { revoked: true },
      })
      const refused = await bearer(made.token).request('GET', WHOAMI)
      expect(refused).toMatchObject({ status: 401, body: { error: 'unauthenticated' } })
      expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer /)
      expect(await tenant.client.request('POST', path)).toMatchObject({ status: 404 })
      expect((await listed(made.id)).revoked_at).toMatch(/^2026-11-20T/)
    })

    it('last use is noted at most once a minute', async () => {
      const made = await make()
      const times: (string | null)[] = []
      for (const ms of [0, 30_000, 29_000, 1_001]) {
        server.clockAhead += ms
        await bearer(made.token).request('GET', WHOAMI)
        times.push((await listed(made.id)).last_used_at)
      }
      expect(times[0]).not.toBeNull()
      expect(times.slice(1, 3)).toEqual([times[0], times[0]])
      expect(Date.parse(times[3]!) - Date.parse(times[0]!)).toBeGreaterThanOrEqual(60_000)
    })
  })

  describe('5. the user a token acts for', () => {
    it('whoami → `{ org_id, user_id, role, scopes, token: { id, label, token_prefix }, limits }`', async () => {
      const made = await make(['read:agent'])
      const { status, body } = await bearer(made.token).request('GET', WHOAMI)
      expect([status, body]).toEqual([
        200,
        {
          org_id: tenant.orgUid,
          user_id: tenant.owner.userId,
          role: 'owner',
          scopes: ['read:agent'],
          token: { id: made.id, label: 'deploy bot', token_prefix: made.token_prefix },
          limits: {
            window_seconds: 60,
            reads: { limit: 120, remaining: 119, reset_seconds: 60 },
            writes: { limit: 20, remaining: 20, reset_seconds: 0 },
          },
        },
      ])
    })

    it('Acts with its creator’s present role', async () => {
      const admin = await server.newMember(tenant.owner.orgId, 'admin')
      const made = await make(['write:admin', 'read:agent'], await server.signIn(admin))
      const post = () => bearer(made.token).request('POST', '/api/v1/projects', { name: 'by token' })
      expect((await post()).status).toBe(201)
      await server.database.queries
        .updateTable('membership')
        .set({ role: 'member' })
        .where('user_id', '=', admin.userId)
        .execute()
      expect(await post()).toMatchObject({ status: 403, body: { error: 'forbidden' } })
      expect(await bearer(made.token).get(WHOAMI)).toMatchObject({ role: 'member' })
    })

    it('a token of a removed member is 401', async () => {
      const admin = await server.newMember(tenant.owner.orgId, 'admin')
      const made = await make(ALL, await server.signIn(admin))
      await server.database.queries.deleteFrom('membership').where('user_id', '=', admin.userId).execute()
      expect(await bearer(made.token).request('GET', WHOAMI)).toMatchObject({ status: 401 })
    })

    it('a live stream ends with its token', async () => {
      const made = await make(['read:agent'])
      const headers = { authorization: `Bearer ${made.token}` }
      const { status, body } = await fetch(`${server.url}/api/v1/stream`, { headers })
      expect(status).toBe(200)
      await tenant.client.request('POST', `${TOKENS}/${made.id}/revoke`)
      const text = await new Response(body).text()
      expect(text).toMatch(/^retry: /)
    })

    it('the activity shows what a token did, with its label', async () => {
      const made = await make()
      const path = `/api/v1/agent/issues/${tenant.ids.issues}`
      const answer = await bearer(made.token).request('PATCH', path, { status: 'ignored' })
      expect(answer).toMatchObject({ status: 200, body: { id: tenant.ids.issues, status: 'ignored' } })
      await bearer(made.token).request('POST', `${path}/snooze`, { mode: 'users' })
      expect(await bearer(made.token).get(path)).toMatchObject({ snoozed: true, status: 'ignored' })
      const { activity } = await tenant.client.get<{ activity: unknown[] }>(
        `/api/v1/issues/${tenant.ids.issues}/activity`,
      )
      const actor = { kind: 'token', id: made.id, name: 'deploy bot', email: tenant.owner.email }
      expect(activity.slice(0, 2)).toMatchObject([{ actor }, { actor }])
    })
  })
})

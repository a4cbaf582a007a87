import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tellExpiringTokens } from '#actions/upkeep/tell-expiring-tokens.ts'
import type { AgentToken, CreatedAgentToken } from '#contract/account/agent-token.ts'
import { QUOTAS } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import { ApiClient } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SampleTenant, sampleTenant } from '../support/sample/sample-tenant.ts'
import type { ApiServer } from '../support/server/api-server.ts'
import { startIssueServer } from '../support/server/issue-server.ts'

const TOKENS = '/api/v1/agent-tokens'
const WHOAMI = '/api/v1/agent/whoami'

describeOn(ENGINES, 'access tokens that expire', (engine) => {
  let server: ApiServer
  let tenant: SampleTenant
  beforeAll(async () => {
    server = (await startIssueServer(engine)).server
    tenant = await sampleTenant(server)
  })
  afterAll(() => server?.close())

  const bearer = (secret: string) =>
    new ApiClient(server.url).withCredential({ authorization: `Bearer ${secret}` })
  const make = (fields: object) =>
    tenant.client.request<CreatedAgentToken>('POST', TOKENS, {
      label: 'nightly',
      scopes: ['read:agent'],
      ...fields,
    })
  const listed = async (id: string) => {
    const { tokens } = await tenant.client.get<{ tokens: AgentToken[] }>(TOKENS)
    return tokens.find((token) => token.id === id)
  }

  it('a token works until its time, then is 401 with the reason, and stays listed; its stream ends', async () => {
    const { body } = await make({ expires_in_days: 1 })
    const { id, token: secret, expires_at: end, created_at } = body.token
    expect(Date.parse(end!) - Date.parse(created_at)).toBe(DAY_MS)
    const client = bearer(secret)
    expect(await client.get(WHOAMI)).toMatchObject({ token: { id, expires_at: end } })
    const headers = { authorization: `Bearer ${secret}` }
    const stream = await fetch(`${server.url}/api/v1/stream`, { headers })
    expect(stream.status).toBe(200)
    server.clockAhead += DAY_MS
    expect(await new Response(stream.body).text()).toMatch(/^retry: /)
    const refused = await client.request('GET', WHOAMI)
    expect(refused).toMatchObject({
      status: 401,
      body: {
        error: 'unauthenticated',
        message: `The access token expired at ${end}. An owner or admin can create another one under Settings → Tokens.`,
      },
    })
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer /)
    const mcp = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    expect(await client.request('POST', '/mcp', mcp)).toMatchObject({ status: 401 })
    expect(await listed(id)).toMatchObject({ expires_at: end, revoked_at: null })
  })

  it('without a number of days it never expires, and neither the 201 nor whoami speaks of it', async () => {
    const { body } = await make({})
    expect(body.token).not.toHaveProperty('expires_at')
    const { token } = await bearer(body.token.token).get<{ token: object }>(WHOAMI)
    expect(Object.keys(token).toSorted()).toEqual(['id', 'label', 'token_prefix'])
    expect(await listed(body.token.id)).toMatchObject({ expires_at: null })
  })

  it.each([0, -1, 1.5, 3651, '30', null])('%s days are 400', async (days) => {
    const answer = await make({ expires_in_days: days })
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'expires_in_days' }] } })
  })

  it('expired tokens take no room, and of them and the revoked ones those that ended last are listed', async () => {
    const { owner } = tenant
    const row = (n: number) => ({
      id: randomUUID(),
      org_id: owner.orgId,
      user_id: owner.userId,
      label: `old ${n}`,
      token_prefix: `svc_pat_${n}`,
      token_hash: Buffer.from(randomUUID()),
      scopes: 'read:agent',
      created_at: 0,
      expires_at: n + 1,
    })
    const rows = Array.from({ length: QUOTAS.tokensPerOrg }, (_, n) => row(n))
    for (let at = 0; at < rows.length; at += 100) {
      await server.database.queries
        .insertInto('agent_token')
        .values(rows.slice(at, at + 100))
        .execute()
    }
    expect((await make({})).status).toBe(201)
    const { tokens } = await tenant.client.get<{ tokens: AgentToken[] }>(TOKENS)
    const old = tokens.filter(({ label }) => label.startsWith('old'))
    expect(old.length).toBeLessThanOrEqual(QUOTAS.revokedShown)
    expect(old.length).toBeGreaterThan(QUOTAS.revokedShown - 5)
    expect(Math.max(...old.map(({ expires_at }) => Date.parse(expires_at!)))).toBe(QUOTAS.tokensPerOrg)
  })

  // The last one: sessions don't live as long as it takes.
  it('its creator is told a week before it ends, once, if it is in use', async () => {
    const used = await make({ label: 'CI\r\nBcc: eve@example.com', expires_in_days: 30 })
    await bearer(used.body.token.token).get(WHOAMI)
    // Never used, made for a week, without an end, and revoked.
    await make({ expires_in_days: 30 })
    for (const days of [7, undefined, 30]) {
      const { token } = (await make({ expires_in_days: days })).body
      await bearer(token.token).get(WHOAMI)
      if (days === 30) await tenant.client.request('POST', `${TOKENS}/${token.id}/revoke`)
    }
    const { database, clock } = server
    const mails: Mail[] = []
    const told = async (send: (mail: Mail) => void = (mail) => mails.push(mail)) => {
      await tellExpiringTokens(
        { database, clock, mailer: { send: async (mail) => send(mail) } },
        async () => true,
      )
    }
    await told()
    server.clockAhead += 23 * DAY_MS - 60_000
    await told()
    expect(mails).toEqual([])
    server.clockAhead += 120_000
    const isDown = () => {
      throw new Error('the mail server is down')
    }
    await expect(told(isDown)).rejects.toThrow('is down')
    await told()
    await told()
    const { expires_at: end } = used.body.token
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [tenant.owner.email, 'Access token “CI Bcc: eve@example.com” is about to expire'],
    ])
    expect(mails[0]!.text).toContain(`expires on ${end!.slice(0, 16).replace('T', ' ')} UTC`)
  })
})

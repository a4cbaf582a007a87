import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { tokenClient } from '../support/client/token-client.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startApiServer } from '../support/server/api-server.ts'

/** Longer than what a request that comes in one piece takes. */
const LATE_MS = 1200
const BODY = JSON.stringify({ email: 'heir@example.com', role: 'admin', password: 'a phrase of some length' })

describe('a request that is kept open until its sender may no longer do what it asks for', () => {
  const server = ofSuite(startApiServer)

  /** Sends half of a body, does something else, then sends the rest. */
  async function sendLate(
    headers: Record<string, string>,
    meanwhile: () => Promise<unknown>,
    { path, body } = { path: '/api/v1/members', body: BODY },
  ): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const late = request(server.url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    late.on('error', reject).on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
    late.write(body.slice(0, 10))
    await sleep(LATE_MS)
    await meanwhile()
    late.end(body.slice(10))
    return promise
  }

  it.each([
    ['removed', 401, 'DELETE', undefined],
    ['made a Member', 403, 'PATCH', { role: 'member' }],
  ] as const)('an Admin who was %s meanwhile makes no members: %d', async (_, expected, method, body) => {
    const owner = await server.newOwner()
    const admin = await server.newMember(owner.orgId, 'admin')
    const boss = await server.signIn(owner)
    const made = await (await server.signIn(admin)).request<{ token: { token: string } }>(
      'POST',
      '/api/v1/agent-tokens',
      { label: 'late', scopes: ['write:admin'] },
    )
    const change = () => boss.request(method, `/api/v1/members/${admin.userId}`, body)
    const bySession = { cookie: await server.cookie(admin) }
    const byToken = { authorization: `Bearer ${made.body.token.token}` }
    expect(await Promise.all([sendLate(bySession, change), sendLate(byToken, change)])).toEqual([
      expected,
      expected,
    ])
    const { members } = await boss.get<{ members: { email: string }[] }>('/api/v1/members')
    expect(members.map(({ email }) => email)).not.toContain('heir@example.com')
  })

  it.each([
    ['/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami' } })],
    ['/api/0/organizations/any/releases/', JSON.stringify({ version: 'late@1.0.0' })],
  ])('an access token that was revoked meanwhile gets nothing from %s', async (path, body) => {
    const boss = await server.signIn(await server.newOwner())
    const { secret, id } = await tokenClient(boss, { scopes: ['read:agent', 'write:admin'] })
    const headers = { authorization: `Bearer ${secret}`, accept: 'application/json, text/event-stream' }
    const revoke = () => boss.request('POST', `/api/v1/agent-tokens/${id}/revoke`)
    expect(await sendLate(headers, revoke, { path, body })).toBe(401)
  })

  it('an Admin who was made a Member meanwhile reads nothing that only Admins do', async () => {
    const owner = await server.newOwner()
    const admin = await server.newMember(owner.orgId, 'admin')
    const boss = await server.signIn(owner)
    const change = () => boss.request('PATCH', `/api/v1/members/${admin.userId}`, { role: 'member' })
    const preview = { path: '/api/v1/alert-rules/preview', body: '{"name": "every error"}' }
    expect(await sendLate({ cookie: await server.cookie(admin) }, change, preview)).toBe(403)
  })

  it('one that is only slow is served', async () => {
    const owner = await server.newOwner()
    expect(await sendLate({ cookie: await server.cookie(owner) }, async () => {})).toBe(201)
  })
})

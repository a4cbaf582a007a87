import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { ApiClient } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { type ApiServer, PASSWORD, type TestUser } from '../support/server/api-server.ts'
import type { MailServer } from '../support/server/mail-server.ts'
import { startMailingServer } from '../support/server/mailing-server.ts'

interface Member {
  id: string
  email: string
  role: string
  pending: boolean
  invitation: object | null
  invite_url?: string
}

const newEmail = () => `${randomUUID()}@example.com`

describeOn(ONE_ENGINE, 'what an access token with write:admin can leave behind', (engine) => {
  let server: ApiServer
  let mails: MailServer
  let owner: TestUser
  let session: ApiClient
  let token: ApiClient
  let tokenId: string

  beforeEach(async () => {
    const { client, id } = await newToken()
    token = client
    tokenId = id
  })
  const mailing = ofSuite(() => startMailingServer(engine))
  beforeAll(async () => {
    ;({ server, mails } = mailing)
    owner = await server.newOwner()
    session = await server.signIn(owner)
  })

  async function newToken(): Promise<{ client: ApiClient; id: string }> {
    const body = { label: 'leaked', scopes: ['read:agent', 'write:triage', 'write:admin'] }
    const answer = await session.request<{ token: { id: string; token: string } }>(
      'POST',
      '/api/v1/agent-tokens',
      body,
    )
    const { id, token: secret } = answer.body.token
    return { id, client: new ApiClient(server.url).withCredential({ authorization: `Bearer ${secret}` }) }
  }
  const invite = (by: ApiClient, fields: object = {}) =>
    by.request<Member>('POST', '/api/v1/members', { email: newEmail(), role: 'member', ...fields })
  const membersOf = async () => (await session.get<{ members: Member[] }>('/api/v1/members')).members
  const rolesOf = async () => (await membersOf()).map(({ id, role, pending }) => ({ id, role, pending }))
  const refused = { status: 403, body: { error: 'forbidden' } }

  it('invites members, and never sees the link', async () => {
    const { status, body } = await invite(token)
    expect(status).toBe(201)
    expect(body).toMatchObject({ role: 'member', pending: true })
    expect(body).not.toHaveProperty('invite_url')
    const renewed = await token.request<Member>('POST', `/api/v1/members/${body.id}/invite`)
    expect(renewed.status).toBe(200)
    expect(renewed.body).not.toHaveProperty('invite_url')
    await server.background.settled()
    expect(mails.mails.filter(({ to }) => to.includes(body.email))).toHaveLength(2)
    const bySession = await session.request<Member>('POST', `/api/v1/members/${body.id}/invite`)
    expect(bySession.body.invite_url).toMatch(/#token=/)
  })

  it.each(['owner', 'admin', 'member'])('sets no password of a new %s', async (role) => {
    const before = await rolesOf()
    const answer = await invite(token, { role, password: PASSWORD })
    expect(answer).toMatchObject(refused)
    expect(await rolesOf()).toEqual(before)
  })

  it.each(['owner', 'admin'])('makes, changes, invites again and removes no %s', async (role) => {
    expect(await invite(token, { role })).toMatchObject(refused)
    const { id } = await server.newMember(owner.orgId, role as 'owner' | 'admin').then(async ({ email }) => {
      return (await membersOf()).find((member) => member.email === email)!
    })
    const pending = (await invite(session, { role })).body
    const before = await rolesOf()
    for (const lower of ['owner', 'admin', 'member']) {
      const changed = await token.request('PATCH', `/api/v1/members/${id}`, { role: lower })
      expect(changed).toMatchObject(refused)
    }
    expect(await token.request('POST', `/api/v1/members/${pending.id}/invite`)).toMatchObject(refused)
    for (const gone of [id, pending.id]) {
      expect(await token.request('DELETE', `/api/v1/members/${gone}`)).toMatchObject(refused)
    }
    expect(await rolesOf()).toEqual(before)
  })

  it('gives no member another role; removes a member', async () => {
    const { body } = await invite(session)
    for (const role of ['owner', 'admin']) {
      expect(await token.request('PATCH', `/api/v1/members/${body.id}`, { role })).toMatchObject(refused)
    }
    expect((await token.request('DELETE', `/api/v1/members/${body.id}`)).status).toBe(200)
  })

  it('makes no link that sets a password, no token, and sees no session', async () => {
    const { body } = await invite(session)
    for (const [method, path] of [
      ['POST', `/api/v1/members/${body.id}/reset-link`],
      ['POST', '/api/v1/agent-tokens'],
      ['GET', '/api/v1/agent-tokens'],
      ['GET', '/api/v1/auth/sessions'],
      ['POST', '/api/v1/auth/password'],
    ] as const) {
      const sent = method === 'POST' ? { label: 'x', scopes: ['read:agent'] } : undefined
      expect([path, (await token.request(method, path, sent)).status]).toEqual([path, 401])
    }
  })

  it('its open invitations end with it; those that a session made stay', async () => {
    const { client, id } = await newToken()
    const byToken = (await invite(client)).body
    const bySession = (await invite(session)).body
    await server.background.settled()
    const linkTo = (email: string) =>
      /#token=([\w-]+)/.exec(mails.mails.findLast(({ to }) => to.includes(email))!.text)![1]
    expect((await session.request('POST', `/api/v1/agent-tokens/${id}/revoke`)).status).toBe(200)
    const accept = (email: string) =>
      new ApiClient(server.url).request('POST', '/api/v1/auth/accept-invitation', {
        token: linkTo(email),
        password: PASSWORD,
      })
    expect((await accept(byToken.email)).status).toBe(404)
    expect((await accept(bySession.email)).status).toBe(204)
    const members = await membersOf()
    expect(members.find((member) => member.id === byToken.id)).toMatchObject({ invitation: null })
  })

  it('the audit log shows what it did, with its name', async () => {
    await invite(token)
    const { entries } = await session.get<{ entries: { action: string }[] }>(
      `/api/v1/audit-log?actor_id=${tokenId}`,
    )
    expect(entries.map(({ action }) => action)).toContain('member.invited')
  })
})

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Role } from '#contract/vocabulary.ts'
import { ApiClient } from '../support/client/api-client.ts'
import { Authenticator } from '../support/client/authenticator.ts'
import { openStream } from '../support/client/live-stream.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { seedIssue } from '../support/database/seed.ts'
import { ofSuite } from '../support/of-suite.ts'
import { PASSWORD, startApiServer, type TestUser } from '../support/server/api-server.ts'

interface Member {
  id: string
  email: string
  name: string
  role: Role
  pending: boolean
  invite_url?: string
}

const newEmail = () => `${randomUUID()}@example.com`

describeOn(ENGINES, 'members', (engine) => {
  const server = ofSuite(() => startApiServer({ engine }))

  /** An organization with one of each role, each signed in. */
  async function team() {
    const owner = await server.newOwner()
    const admin = await server.newMember(owner.orgId, 'admin')
    const member = await server.newMember(owner.orgId, 'member')
    const client = { owner: await server.signIn(owner), admin: await server.signIn(admin) }
    return { owner, admin, member, client: { ...client, member: await server.signIn(member) } }
  }
  const listed = async (client: ApiClient) =>
    (await client.get<{ members: Member[] }>('/api/v1/members')).members
  const pathOf = ({ userId }: Pick<TestUser, 'userId'>) => `/api/v1/members/${userId}`
  const setRole = (client: ApiClient, user: TestUser, role: Role) =>
    client.request('PATCH', pathOf(user), { role })

  it('`GET /api/v1/members` → `{ members: [{ id, email, name, role, created_at, last_seen_at }] }`', async () => {
    const { owner, admin, member, client } = await team()
    const members = await listed(client.member)
    const expected = [
      [owner, 'owner'],
      [admin, 'admin'],
      [member, 'member'],
    ] as const
    expect(members.map(({ email }) => email)).toEqual(expected.map(([{ email }]) => email).sort())
    for (const [user, role] of expected) {
      expect(members.find(({ id }) => id === user.userId)).toEqual({
        id: user.userId,
        email: user.email,
        name: '',
        role,
        created_at: expect.stringMatching(/Z$/),
        last_seen_at: expect.stringMatching(/Z$/),
        pending: false,
        two_factor: null,
        single_sign_on: null,
        invitation: null,
      })
    }
  })

  it('`POST` `{ email, role, name?, password? }` → 201', async () => {
    const { client } = await team()
    const email = newEmail()
    const body = { email: ` ${email.toUpperCase()}`, role: 'member', name: 'Ada', password: PASSWORD }
    const answer = await client.admin.request<Member>('POST', '/api/v1/members', body)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ email, name: 'Ada', role: 'member', pending: false })
    expect(answer.body.invite_url).toBeUndefined()
    expect((await listed(client.admin)).map(({ id }) => id)).toContain(answer.body.id)
    const me = await (await server.signIn({ email })).get('/api/v1/auth/me')
    expect(me).toMatchObject({ user: { id: answer.body.id }, role: 'member' })
  })

  it('a password follows the rule, an unknown role is 400', async () => {
    const { client } = await team()
    const post = (body: object) =>
      client.owner.request<{ details: { path: string }[] }>('POST', '/api/v1/members', body)
    const weak = await post({ email: newEmail(), role: 'member', password: 'short' })
    expect([weak.status, weak.body.details[0]?.path]).toEqual([400, 'password'])
    const role = await post({ email: newEmail(), role: 'king' })
    expect([role.status, role.body.details[0]?.path]).toEqual([400, 'role'])
    const email = await post({ email: 'a,b@example.com@', role: 'member' })
    expect([email.status, email.body.details[0]?.path]).toEqual([400, 'email'])
  })

  it('an e-mail address that someone has is 409, of whichever organization', async () => {
    const { client, member } = await team()
    const stranger = await server.newOwner()
    for (const [email, said] of [
      [member.email, 'is already a member'],
      [stranger.email, "can't be added"],
    ] as const) {
      const answer = await client.owner.request('POST', '/api/v1/members', { email, role: 'member' })
      expect(answer).toMatchObject({ status: 409, body: { error: 'conflict' } })
      const { message } = answer.body as { message: string }
      expect(message).toContain(said)
      expect(message).not.toContain('organization')
    }
    const twice = { email: newEmail(), role: 'member' }
    const both = await Promise.all([1, 2].map(() => client.owner.request('POST', '/api/v1/members', twice)))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const again = await client.owner.request('POST', '/api/v1/members', twice)
    expect((again.body as { message: string }).message).toContain('was already invited')
  })

  it('`PATCH /api/v1/members/{id}` `{ role }`: in force on the next request', async () => {
    const { member, client } = await team()
    const make = async () => (await client.member.request('POST', '/api/v1/projects', { name: 'x' })).status
    expect(await make()).toBe(403)
    const answer = await setRole(client.admin, member, 'admin')
    expect(answer).toMatchObject({ status: 200, body: { id: member.userId, role: 'admin' } })
    expect(await make()).toBe(201)
    expect((await setRole(client.admin, member, 'member')).status).toBe(200)
    expect(await make()).toBe(403)
  })

  it('Admin: + members; a Member may only read them', async () => {
    const { admin, member, client } = await team()
    const { status } = await client.member.request('POST', '/api/v1/members', {
      email: newEmail(),
      role: 'member',
    })
    expect(status).toBe(403)
    expect((await setRole(client.member, admin, 'member')).status).toBe(403)
    expect((await client.member.request('DELETE', pathOf(member))).status).toBe(403)
    expect((await client.admin.request('DELETE', pathOf(member))).body).toEqual({ deleted: true })
  })

  it('Owner: + make or unmake Owners; an Admin may not, nor touch one', async () => {
    const { owner, member, client } = await team()
    const second = await server.newMember(owner.orgId, 'owner')
    const refused = [
      await setRole(client.admin, member, 'owner'),
      await setRole(client.admin, second, 'admin'),
      await setRole(client.admin, second, 'owner'),
      await client.admin.request('DELETE', pathOf(second)),
      await client.admin.request('POST', '/api/v1/members', { email: newEmail(), role: 'owner' }),
      await client.admin.request('POST', `${pathOf(second)}/reset-link`),
    ]
    for (const answer of refused) expect(answer).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    expect((await setRole(client.owner, member, 'owner')).status).toBe(200)
    expect((await setRole(client.owner, second, 'admin')).status).toBe(200)
    expect((await client.owner.request('DELETE', pathOf(member))).status).toBe(200)
  })

  it('the last Owner can’t be removed (409), nor given another role', async () => {
    const { owner, client } = await team()
    // One who has not accepted yet is no Owner to rely on.
    await client.owner.request('POST', '/api/v1/members', { email: newEmail(), role: 'owner' })
    for (const answer of [
      await setRole(client.owner, owner, 'admin'),
      await client.owner.request('DELETE', pathOf(owner)),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { error: 'conflict' } })
      expect((answer.body as { message: string }).message).toContain('last owner')
    }
    expect((await listed(client.owner)).find(({ id }) => id === owner.userId)).toMatchObject({
      role: 'owner',
    })
  })

  it('if all Owners leave at the same time, one stays', async () => {
    const owner = await server.newOwner()
    const others = await Promise.all(Array.from({ length: 7 }, () => server.newMember(owner.orgId, 'owner')))
    const owners = [owner, ...others]
    const clients = await Promise.all(owners.map((user) => server.signIn(user)))
    const answers = await server.atOnce.race<{ status: number }>(
      owners.map((user, index) =>
        index % 2
          ? clients[index]!.request('DELETE', pathOf(user))
          : setRole(clients[index]!, user, 'member'),
      ),
    )
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(owners.length - 1)
    const left = await server.database.queries
      .selectFrom('membership')
      .select('user_id')
      .where('org_id', '=', owner.orgId)
      .where('role', '=', 'owner')
      .execute()
    expect(left).toHaveLength(1)
  })

  it('`DELETE`: the sessions end, the issues are nobody’s, the e-mail address is free', async () => {
    const { owner, admin, client } = await team()
    const project = await client.owner.createProject('shop')
    const { org } = await client.owner.get<{ org: { id: string } }>('/api/v1/auth/me')
    const seeded = await seedIssue(server.database, {
      project: { orgId: owner.orgId, orgUid: org.id, projectId: project.number, projectUid: project.id },
      title: 'Error: x',
      events: [{ at: Date.now() }],
    })
    const path = `/api/v1/issues/${seeded.uid}`
    await client.admin.request('PATCH', path, { status: 'resolved', assignee_id: admin.userId })
    expect((await client.owner.request('DELETE', pathOf(admin))).body).toEqual({ deleted: true })
    expect((await client.owner.request('DELETE', pathOf(admin))).status).toBe(404)
    expect((await client.admin.request('GET', '/api/v1/auth/me')).status).toBe(401)
    expect(await client.owner.get(path)).toMatchObject({ status: 'resolved', assignee: null })
    const { activity } = await client.owner.get<{ activity: { kind: string; actor: { name: string } }[] }>(
      `${path}/activity`,
    )
    expect(activity[0]).toMatchObject({
      kind: 'assigned',
      details: { to: null, from: { email: admin.email } },
    })
    // What was done keeps the name of who did it.
    const actor = { id: admin.userId, name: admin.email, email: null }
    expect(activity.at(-1)).toMatchObject({ actor })
    await expect(server.signIn(admin)).rejects.toThrow('401')
    const again = { email: admin.email, role: 'member', password: PASSWORD }
    expect((await client.owner.request('POST', '/api/v1/members', again)).status).toBe(201)
    expect((await server.signIn(admin)).url).toBe(server.url)
  })

  it('without the second factor that an owner requires of everyone, they reach only their own account', async () => {
    const { member, client } = await team()
    const require = (by: ApiClient, requires_two_factor = true) =>
      by.request('PATCH', '/api/v1/organization', { requires_two_factor })
    const turnOn = async (by: ApiClient) => {
      const code = (await Authenticator.setUp(by, PASSWORD)).codeAt(server.clock())
      expect((await by.request('POST', '/api/v1/auth/two-factor/enable', { code })).status).toBe(200)
    }
    expect(await require(client.owner)).toMatchObject({ status: 409, body: { error: 'conflict' } })
    expect(await require(client.admin)).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    await turnOn(client.owner)
    const label = { label: 'ci', scopes: ['write:admin'] }
    const made = await client.owner.request<{ token: { token: string } }>(
      'POST',
      '/api/v1/agent-tokens',
      label,
    )
    const headers = {
      authorization: `Bearer ${made.body.token.token}`,
      'content-type': 'application/json',
    }
    const byToken = { method: 'PATCH', path: '/api/v1/organization', headers }
    expect((await sendRaw(server.url, { ...byToken, body: '{"requires_two_factor":false}' })).status).toBe(
      401,
    )

    const issues = async (by: ApiClient) => (await by.request('GET', '/api/v1/issues')).status
    const stream = await openStream(server.url, await server.cookie(member))
    expect(await issues(client.member)).toBe(200)
    expect(await require(client.owner)).toMatchObject({ status: 200, body: { requires_two_factor: true } })
    expect((await require(client.owner)).status).toBe(200)
    await stream.untilEnd()
    expect(await client.member.get('/api/v1/auth/me')).toMatchObject({ org: { requires_two_factor: true } })
    for (const path of ['/api/v1/issues', '/api/v1/stream', '/api/v1/members']) {
      expect(await client.member.request('GET', path)).toMatchObject({
        status: 403,
        body: { error: 'two_factor_setup_required' },
      })
    }
    expect(await issues(await server.signIn(member))).toBe(403)
    await turnOn(client.member)
    expect(await issues(client.member)).toBe(200)
    const off = { password: PASSWORD }
    expect((await client.member.request('POST', '/api/v1/auth/two-factor/disable', off)).status).toBe(204)
    expect(await issues(client.member)).toBe(403)

    expect((await require(client.owner, false)).status).toBe(200)
    expect(await issues(client.member)).toBe(200)
    const { entries } = await client.owner.get<{ entries: { details: object }[] }>(
      '/api/v1/audit-log?action=organization.changed',
    )
    expect(entries.map(({ details }) => details)).toEqual([
      { requires_two_factor: { from: true, to: false } },
      { requires_two_factor: { from: false, to: true } },
    ])
  })

  it('a member without a session of the organization is unknown: 404', async () => {
    const { client } = await team()
    const unknown = { userId: randomUUID() }
    expect((await client.owner.request('DELETE', pathOf(unknown))).status).toBe(404)
    expect((await client.owner.request('POST', `${pathOf(unknown)}/invite`)).status).toBe(404)
    expect((await client.owner.request('POST', `${pathOf(unknown)}/reset-link`)).status).toBe(404)
    expect((await new ApiClient(server.url).request('GET', '/api/v1/members')).status).toBe(401)
  })
})

import { expect, test, vi } from 'vitest'
import { ApiClient } from '../support/client/api-client.ts'
import { Authenticator } from '../support/client/authenticator.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { seedIssue, seedProject } from '../support/database/seed.ts'
import { type ApiServer, PASSWORD, type TestUser } from '../support/server/api-server.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

const NEW_PASSWORD = 'quite another phrase'
const CONFIRM = '/api/v1/auth/password-reset/confirm'
const TWO_FACTOR = '/api/v1/auth/two-factor'

/** Runs `meanwhile` once, behind the next password that is found right. */
function afterTheCheck(server: ApiServer, meanwhile: () => Promise<void>) {
  const verify = server.passwords.verify.bind(server.passwords)
  return vi.spyOn(server.passwords, 'verify').mockImplementationOnce(async (...given) => {
    const isRight = await verify(...given)
    await meanwhile()
    return isRight
  })
}

describeOn(ENGINES, 'A member removed while their request runs after it was let in', (engine) => {
  const fixture = issueServer(engine)

  async function remove({ userId }: TestUser): Promise<void> {
    expect((await fixture.client.request('DELETE', `/api/v1/members/${userId}`)).status).toBe(200)
  }

  /** Lets someone else's request be answered before the first transaction of the next one. */
  function meanwhile(work: () => Promise<void>) {
    const { database } = fixture.server
    const { inOrg } = database
    return vi.spyOn(database, 'inOrg').mockImplementationOnce(async (of, transaction) => {
      await work()
      return inOrg(of, transaction)
    })
  }

  test('leaves no access token behind', async () => {
    const { server, org } = fixture
    const admin = await server.newMember(org.orgId, 'admin')
    const client = await server.signIn(admin)
    const spy = meanwhile(() => remove(admin))
    const token = { label: 'Night shift', scopes: ['write:triage'] }
    const { status, body } = await client.request('POST', '/api/v1/agent-tokens', token)
    spy.mockRestore()
    expect({ status, body }).toMatchObject({ status: 401, body: { error: 'unauthenticated' } })
    const { tokens } = await fixture.client.get<{ tokens: unknown[] }>('/api/v1/agent-tokens')
    expect(tokens).toEqual([])
  })

  // What a member has goes with the member, so a row of it that comes later would refer to nobody.
  test.each([
    ['PATCH', '/api/v1/me/notifications', { weekly_digest: false }],
    ['PATCH', '/api/v1/auth/me', { name: 'Ada' }],
    ['POST', '/api/v1/auth/two-factor/setup', { password: PASSWORD }],
  ])('%s %s is answered 401', async (method, path, body) => {
    const { server, org } = fixture
    const member = await server.newMember(org.orgId, 'member')
    const client = await server.signIn(member)
    const spy = meanwhile(() => remove(member))
    const answer = await client.request(method, path, body)
    spy.mockRestore()
    expect(answer).toMatchObject({ status: 401, body: { error: 'unauthenticated' } })
  })

  test('is not signed in, by the right password neither', async () => {
    const { server, org } = fixture
    const member = await server.newMember(org.orgId, 'member')
    const spy = afterTheCheck(server, () => remove(member))
    const credentials = { email: member.email, password: PASSWORD }
    const { status, body, headers } = await new ApiClient(server.url).request(
      'POST',
      '/api/v1/auth/login',
      credentials,
    )
    spy.mockRestore()
    expect({ status, body }).toMatchObject({ status: 401, body: { error: 'invalid_credentials' } })
    expect(headers.get('set-cookie')).toBeNull()
  })

  // Each is of someone who knows the old password, or has a session of it, while its owner shuts them out.
  test.each([
    ['signs in', '/api/v1/auth/login', 'email'],
    ['sets another password', '/api/v1/auth/password', 'current_password'],
    ['begins a second factor', '/api/v1/auth/two-factor/setup', 'password'],
  ])('nobody %s with a password that is replaced meanwhile', async (_, path, field) => {
    const { server, org, client: owner } = fixture
    const member = await server.newMember(org.orgId, 'member')
    const client = await server.signIn(member)
    const reset = await owner.request<{ reset_url: string }>(
      'POST',
      `/api/v1/members/${member.userId}/reset-link`,
    )
    const spy = afterTheCheck(server, async () => {
      const body = { token: reset.body.reset_url.split('#token=')[1], password: NEW_PASSWORD }
      const { status } = await new ApiClient(server.url).request('POST', CONFIRM, body)
      expect(status).toBe(204)
    })
    const { status, headers } = await client.request('POST', path, {
      ...(field === 'email' ? { email: member.email, password: PASSWORD } : { [field]: PASSWORD }),
      new_password: 'what the stranger chose',
    })
    spy.mockRestore()
    expect([status, headers.get('set-cookie')]).toEqual([401, null])
    const again = new ApiClient(server.url)
    await again.login(member.email, NEW_PASSWORD)
    // The link made one, this sign-in the other.
    expect((await again.get<{ sessions: unknown[] }>('/api/v1/auth/sessions')).sessions).toHaveLength(2)
  })

  test('nobody signs in without the code of a second factor that is turned on meanwhile', async () => {
    const { server, org } = fixture
    const member = await server.newMember(org.orgId, 'member')
    const client = await server.signIn(member)
    const enable = async () => {
      const code = (await Authenticator.setUp(client, PASSWORD)).codeAt(server.clock())
      expect((await client.request('POST', `${TWO_FACTOR}/enable`, { code })).status).toBe(200)
    }
    const { inOrg } = server.database
    const spy = vi.spyOn(server.database, 'inOrg').mockImplementationOnce(async (of, work) => {
      await enable()
      return inOrg(of, work)
    })
    const { status } = await new ApiClient(server.url).request('POST', '/api/v1/auth/login', {
      email: member.email,
      password: PASSWORD,
    })
    spy.mockRestore()
    expect(status).toBe(401)
  })

  test.each(['session', 'token'] as const)(
    'nobody is invited with a %s that ends meanwhile',
    async (kind) => {
      const { server, org } = fixture
      const admin = await server.newMember(org.orgId, 'admin')
      const [client, elsewhere] = [await server.signIn(admin), await server.signIn(admin)]
      const { body } = await elsewhere.request<{ token: { id: string; token: string } }>(
        'POST',
        '/api/v1/agent-tokens',
        { label: 'ci', scopes: ['write:admin'] },
      )
      if (kind === 'token') client.withCredential({ authorization: `Bearer ${body.token.token}` })
      const end = () =>
        kind === 'token'
          ? elsewhere.request('POST', `/api/v1/agent-tokens/${body.token.id}/revoke`)
          : elsewhere.request('DELETE', '/api/v1/auth/sessions')
      const { inOrg } = server.database
      const spy = vi.spyOn(server.database, 'inOrg').mockImplementationOnce(async (of, work) => {
        expect((await end()).status).toBe(200)
        return inOrg(of, work)
      })
      const email = `heir-${kind}@example.com`
      const { status } = await client.request('POST', '/api/v1/members', { email, role: 'member' })
      spy.mockRestore()
      const { members } = await elsewhere.get<{ members: { email: string }[] }>('/api/v1/members')
      expect([status, members.filter((member) => member.email === email)]).toEqual([401, []])
    },
  )

  test.each(['resolves', 'deletes'] as const)(
    'nobody %s an issue with a session that ends meanwhile',
    async (what) => {
      const { server, org } = fixture
      const project = await seedProject(server.database, org, what)
      const { uid } = await seedIssue(server.database, {
        project,
        title: 'Error: x',
        events: [{ at: START }],
      })
      const member = await server.newMember(org.orgId, 'admin')
      const [client, elsewhere] = [await server.signIn(member), await server.signIn(member)]
      const { inOrg } = server.database
      const spy = vi.spyOn(server.database, 'inOrg').mockImplementationOnce(async (of, work) => {
        expect((await elsewhere.request('DELETE', '/api/v1/auth/sessions')).status).toBe(200)
        return inOrg(of, work)
      })
      const { status } =
        what === 'resolves'
          ? await client.request('PATCH', `/api/v1/issues/${uid}`, { status: 'resolved' })
          : await client.request('DELETE', '/api/v1/issues/bulk', { ids: [uid], action: 'delete' })
      spy.mockRestore()
      const left = await fixture.client.get<{ status: string }>(`/api/v1/issues/${uid}`)
      expect([status, left.status]).toEqual([401, 'unresolved'])
    },
  )

  test('nobody marks alerts as read with a session that ends meanwhile', async () => {
    const { server, org } = fixture
    const member = await server.newMember(org.orgId, 'member')
    const [client, elsewhere] = [await server.signIn(member), await server.signIn(member)]
    const spy = meanwhile(async () => {
      expect((await elsewhere.request('DELETE', '/api/v1/auth/sessions')).status).toBe(200)
    })
    const { status } = await client.request('POST', '/api/v1/alerts/read-all', {})
    spy.mockRestore()
    expect(status).toBe(401)
  })

  test('a sign-in that fails at the end leaves this browser signed in as before', async () => {
    const { server, org } = fixture
    const browser = await server.signIn(await server.newMember(org.orgId, 'member'))
    const other = await server.newMember(org.orgId, 'member')
    const spy = afterTheCheck(server, () => remove(other))
    const credentials = { email: other.email, password: PASSWORD }
    expect((await browser.request('POST', '/api/v1/auth/login', credentials)).status).toBe(401)
    spy.mockRestore()
    expect((await browser.request('GET', '/api/v1/auth/me')).status).toBe(200)
  })

  test.each([
    ['token', '/api/v1/agent-tokens', { label: 'Night shift', scopes: ['write:triage'] }],
    ['admin', '/api/v1/members', { email: 'heir@example.com', role: 'admin', password: PASSWORD }],
    ['project', '/api/v1/projects', { name: 'last one' }],
  ])('with a lower role makes no %s any more', async (_, path, body) => {
    const { server, org } = fixture
    const admin = await server.newMember(org.orgId, 'admin')
    const client = await server.signIn(admin)
    const boss = await server.signIn(await server.newMember(org.orgId, 'owner'))
    const inOrg = server.database.inOrg
    const spy = vi.spyOn(server.database, 'inOrg').mockImplementationOnce(async (of, work) => {
      const lower = { role: 'member' }
      const changed = await boss.request('PATCH', `/api/v1/members/${admin.userId}`, lower)
      expect(changed.status).toBe(200)
      return inOrg(of, work)
    })
    const answer = await client.request<{ error: string }>('POST', path, body)
    spy.mockRestore()
    expect([answer.status, answer.body]).toMatchObject([403, { error: 'forbidden' }])
    const { members } = await boss.get<{ members: { email: string }[] }>('/api/v1/members')
    expect(members.map(({ email }) => email)).not.toContain('heir@example.com')
  })

  test.each([
    ['demote', 'PATCH', { role: 'member' }, 403],
    ['remove', 'DELETE', undefined, 401],
  ] as const)(
    'of two owners who %s each other at once, one stays owner',
    async (_, method, body, refusal) => {
      const { server, org } = fixture
      for (let round = 0; round < 5; round++) {
        const pair = [await server.newMember(org.orgId, 'owner'), await server.newMember(org.orgId, 'owner')]
        const clients = await Promise.all(pair.map((owner) => server.signIn(owner)))
        const answers = await Promise.all(
          clients.map((client, at) =>
            client.request(method, `/api/v1/members/${pair[1 - at]!.userId}`, body),
          ),
        )
        // The second is refused by its transaction, or already by its credential.
        const statuses = answers.map(({ status }) => status).toSorted()
        expect([
          [200, refusal],
          [200, 401],
          [200, 403],
        ]).toContainEqual(statuses)
      }
    },
  )
})

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ENGINES } from '../support/database/engines.ts'
import { PASSWORD, type TestUser } from '../support/server/api-server.ts'
import { type IssueServer, startIssueServer } from '../support/server/issue-server.ts'

describe.each(ENGINES)('A member removed while their request runs, on $name', (engine) => {
  describe.skipIf(engine.missing)(engine.missing ?? 'after it was let in', () => {
    let fixture: IssueServer
    beforeAll(async () => {
      fixture = await startIssueServer(engine)
    })
    afterAll(() => fixture?.server.close())

    async function remove({ userId }: TestUser): Promise<void> {
      expect((await fixture.client.request('DELETE', `/api/v1/members/${userId}`)).status).toBe(200)
    }

    test('leaves no access token behind', async () => {
      const { server, org } = fixture
      const admin = await server.newMember(org.orgId, 'admin')
      const client = await server.signIn(admin)
      const inOrg = server.database.inOrg
      // Before the first transaction of the request, the removal has one of its own.
      const spy = vi.spyOn(server.database, 'inOrg').mockImplementationOnce(async (of, work) => {
        await remove(admin)
        return inOrg(of, work)
      })
      const token = { label: 'Night shift', scopes: ['write:triage'] }
      const { status, body } = await client.request('POST', '/api/v1/agent-tokens', token)
      spy.mockRestore()
      expect({ status, body }).toMatchObject({ status: 401, body: { error: 'unauthenticated' } })
      const { tokens } = await fixture.client.get<{ tokens: unknown[] }>('/api/v1/agent-tokens')
      expect(tokens).toEqual([])
    })

    test('is not signed in, by the right password neither', async () => {
      const { server, org } = fixture
      const member = await server.newMember(org.orgId, 'member')
      const verify = server.passwords.verify.bind(server.passwords)
      const spy = vi.spyOn(server.passwords, 'verify').mockImplementationOnce(async (...given) => {
        const isRight = await verify(...given)
        await remove(member)
        return isRight
      })
      const credentials = { email: member.email, password: PASSWORD }
      const { status, body, headers } = await fixture.client.request(
        'POST',
        '/api/v1/auth/login',
        credentials,
      )
      spy.mockRestore()
      expect({ status, body }).toMatchObject({ status: 401, body: { error: 'invalid_credentials' } })
      expect(headers.get('set-cookie')).toBeNull()
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
          const pair = [
            await server.newMember(org.orgId, 'owner'),
            await server.newMember(org.orgId, 'owner'),
          ]
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
})

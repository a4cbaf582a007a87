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
  })
})

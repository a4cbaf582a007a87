import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Notifications } from '#contract/notify/notification.ts'
import { ENGINES } from '../support/database/engines.ts'
import { type IssueServer, startIssueServer } from '../support/server/issue-server.ts'

const PATH = '/api/v1/me/notifications'
const ROUNDS = 10

describe.each(ENGINES)('notification settings on $name', (engine) => {
  describe.skipIf(engine.missing)(engine.missing ?? 'changed by several requests at once', () => {
    let fixture: IssueServer
    beforeAll(async () => {
      fixture = await startIssueServer(engine)
    })
    afterAll(() => fixture?.server.close())

    it('keep what each of them changed, the first settings of a member too', async () => {
      const patches: Partial<Notifications>[] = [
        { issue_created: true },
        { regression: true },
        { rule_fired: true },
        { mentioned: false },
        { quiet_hours: { from: '22:00', to: '07:00' } },
        { weekly_digest: true },
      ]
      for (let round = 0; round < ROUNDS; round++) {
        const member = await fixture.server.newMember(fixture.org.orgId, 'member')
        const client = await fixture.server.signIn(member)
        const answers = await Promise.all(patches.map((patch) => client.request('PATCH', PATH, patch)))
        expect(answers.map(({ status }) => status)).toEqual(patches.map(() => 200))
        expect(await client.get<Notifications>(PATH)).toMatchObject(Object.assign({}, ...patches))
      }
    })
  })
})

import { expect, test } from 'vitest'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { seedIssue, seedProject } from '../support/database/seed.ts'
import { LetterBox } from '../support/letter-box.ts'
import { ofTest } from '../support/of-suite.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

describeOn(ONE_ENGINE, 'letters about a member themselves', (engine) => {
  const fixture = issueServer(engine)

  test('20 go in an hour; the next one waits until the hour is over', async () => {
    const { server, org, client } = fixture
    const project = await seedProject(server.database, org, 'shop')
    const box = await ofTest(LetterBox.open(server))
    await box.startSender()
    const { userId, email } = await server.newMember(org.orgId, 'member')
    for (let letters = 1; letters <= 21; letters++) {
      const { uid } = await seedIssue(server.database, {
        project,
        title: 'Error: it broke',
        events: [{ at: START - HOUR }],
      })
      await client.request('PATCH', `/api/v1/issues/${uid}`, { assignee_id: userId })
      if (letters <= 20) await box.until(email, letters)
    }
    await box.settled()
    expect(box.to(email)).toHaveLength(20)
    server.clockAhead += HOUR
    await box.until(email, 21)
    expect(box.errors).toEqual([])
  })
})

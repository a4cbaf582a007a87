import { expect, test } from 'vitest'
import { LiveUpdates } from '#actions/live/live-updates.ts'
import { endSnoozes } from '#actions/upkeep/end-snoozes.ts'
import type { Notifications } from '#contract/notify/notification.ts'
import { SNOOZE_LASTS } from '#contract/vocabulary.ts'
import { describeOn, ENGINES, ONE_ENGINE } from '../support/database/engines.ts'
import { seedIssue, seedProject } from '../support/database/seed.ts'
import { LetterBox } from '../support/letter-box.ts'
import { ofTest } from '../support/of-suite.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { DAY, HOUR, issueServer, START } from '../support/server/issue-server.ts'

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

describeOn(ENGINES, 'letters about snoozes that ended by themselves', (engine) => {
  const fixture = issueServer(engine)

  test('go to who set the snooze and to who the issue is assigned to, once each, unless they turned them off', async () => {
    const { server, org } = fixture
    const { database, clock } = server
    const project = await seedProject(database, org, 'shop')
    const feed = await PipelineFeed.start(database)
    const box = await ofTest(LetterBox.open(server))
    await box.startSender()
    const newMember = async (patch: Partial<Notifications> = {}) => {
      const member = await server.newMember(org.orgId, 'member')
      const client = await server.signIn(member)
      await client.request('PATCH', '/api/v1/me/notifications', patch)
      return { ...member, client }
    }
    const [ada, bob, eve] = [
      await newMember(),
      await newMember({ assigned: false }),
      await newMember({ snooze_ended: false }),
    ]
    const happen = (count: number) =>
      feed.send(
        project,
        Array.from({ length: count }, () => ({ kind: 'PaymentError', at: clock() })),
      )
    await happen(1)
    const { id } = (await ada.client.allIssues(project.projectUid))[0]!
    const change = async (client: typeof ada.client, path: string, body: object) =>
      expect(
        (await client.request(path === '' ? 'PATCH' : 'POST', `/api/v1/issues/${id}${path}`, body)).status,
      ).toBe(200)
    await change(ada.client, '', { assignee_id: bob.userId })

    await change(ada.client, '/snooze', { mode: 'occurrences' })
    await happen(SNOOZE_LASTS.events - 1)
    await box.settled()
    expect(box.mails.mails).toEqual([])
    await happen(1)
    await box.settled()
    server.clockAhead += HOUR
    for (const { email } of [ada, bob]) {
      const { subject, text } = await box.until(email, 1)
      expect(subject).toBe('Snooze ended: PaymentError: it broke: 101 events · shop')
      expect(text).toContain('A snooze ended in shop')
      expect(text).toContain('It reached the number of events it was snoozed for.')
    }

    await change(eve.client, '/snooze', { mode: 'hours' })
    server.clockAhead += DAY
    expect(await endSnoozes({ database, clock, live: new LiveUpdates() })).toBe(1)
    await box.settled()
    server.clockAhead += HOUR
    expect((await box.until(bob.email, 2)).text).toContain('The time of the snooze is over.')
    await box.settled()
    expect([box.to(ada.email).length, box.to(eve.email).length, box.errors]).toEqual([1, 0, []])
  })
})

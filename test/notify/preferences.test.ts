import { expect, it } from 'vitest'
import type { Notifications } from '#contract/notify/notification.ts'
import { listPreferences } from '#storage/notify/preference.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { DAY, issueServer, START } from '../support/server/issue-server.ts'

const PATH = '/api/v1/me/notifications'
const ROUNDS = 10

describeOn(ENGINES, 'notification settings of members', (engine) => {
  const fixture = issueServer(engine)

  it('keep what is asked, and refuse what makes no sense', async () => {
    const project = await fixture.client.createProject('shop')
    const client = await fixture.server.signIn(await fixture.server.newMember(fixture.org.orgId, 'member'))
    const defaults = {
      ...{
        assigned: true,
        mentioned: true,
        snooze_ended: true,
        issue_created: false,
        regression: false,
        rule_fired: false,
      },
      ...{ weekly_digest: false, time_zone: 'UTC', quiet_hours: null, muted_until: null },
      ...{ muted_project_ids: [], mail_configured: false },
    }
    expect(await client.get(PATH)).toEqual(defaults)
    const patch = {
      ...{ rule_fired: true, time_zone: 'Asia/Tokyo', quiet_hours: { from: '22:30', to: '07:00' } },
      muted_project_ids: [project.id, project.id],
    }
    const changed = await client.request('PATCH', PATH, patch)
    expect(changed.body).toEqual({ ...defaults, ...patch, muted_project_ids: [project.id] })
    expect(await client.get(PATH)).toEqual(changed.body)
    for (const bad of [
      { time_zone: 'Mars/Base' },
      { quiet_hours: { from: '24:00', to: '7' } },
      { muted_until: 'x' },
    ]) {
      expect((await client.request('PATCH', PATH, bad)).status).toBe(400)
    }
  })

  it('keep when the next digest is due, until its reader moves to another time zone', async () => {
    const member = await fixture.server.newMember(fixture.org.orgId, 'member')
    const digestAfter = async (patch: Partial<Notifications>) => {
      const client = await fixture.server.signIn(member)
      expect((await client.request('PATCH', PATH, patch)).status).toBe(200)
      const all = await listPreferences(fixture.server.database.scope(fixture.org))
      return all.get(member.userId)?.digestAt
    }
    fixture.server.stoppedAt = START
    const first = await digestAfter({ weekly_digest: true })
    fixture.server.stoppedAt = START + 30 * DAY
    expect(await digestAfter({ regression: true })).toBe(first)
    expect(await digestAfter({ time_zone: 'Asia/Tokyo' })).toBeGreaterThan(START + 30 * DAY)
    expect(await digestAfter({ weekly_digest: false })).toBeNull()
  })

  it('say until when all is muted, as long as it is', async () => {
    const member = await fixture.server.newMember(fixture.org.orgId, 'member')
    fixture.server.stoppedAt = START
    const until = new Date(START + DAY).toISOString()
    const client = await fixture.server.signIn(member)
    const shown = async () => (await client.get<Notifications>(PATH)).muted_until
    await client.request('PATCH', PATH, { muted_until: until })
    expect(await shown()).toBe(until)
    fixture.server.stoppedAt = START + DAY
    expect(await shown()).toBeNull()
  })

  it('keep what each of several requests at once changed, the first settings of a member too', async () => {
    const patches: Partial<Notifications>[] = [
      { issue_created: true },
      { regression: true },
      { rule_fired: true },
      { mentioned: false },
      { snooze_ended: false },
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

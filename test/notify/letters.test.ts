import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notifications } from '#contract/notify/notification.ts'
import { insertLetter } from '#storage/notify/letter.ts'
import type { ApiClient } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { LetterBox } from '../support/letter-box.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import type { TestUser } from '../support/server/api-server.ts'
import { DAY, HOUR, type IssueServer, startIssueServer } from '../support/server/issue-server.ts'

const MINUTE = 60_000
const PATH = '/api/v1/me/notifications'

describeOn(ENGINES, 'letters to the members of an organization', (engine) => {
  let fixture: IssueServer
  let box: LetterBox
  let feed: PipelineFeed
  let project: SeedProject

  beforeAll(async () => {
    fixture = await startIssueServer(engine)
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
    feed = await PipelineFeed.start(fixture.server.database)
    box = await LetterBox.open(fixture.server)
    await Promise.all([box.startSender(), box.startSender()])
  })
  afterAll(async () => {
    await box?.close()
    await fixture?.server.close()
    expect(box?.errors).toEqual([])
  })

  async function newMember(patch?: Partial<Notifications>): Promise<TestUser & { client: ApiClient }> {
    const member = await fixture.server.newMember(fixture.org.orgId, 'member')
    const client = await fixture.server.signIn(member)
    if (patch) expect((await client.request('PATCH', PATH, patch)).status).toBe(200)
    return { ...member, client }
  }
  const clock = () => fixture.server.clock()
  const forward = (ms: number) => {
    fixture.server.clockAhead += ms
  }
  async function digestAt({ userId }: TestUser): Promise<number> {
    const { digest_at: due } = await fixture.server.database.queries
      .selectFrom('notification_preference')
      .select('digest_at')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return due!
  }
  function newIssue(title = 'Error: it broke') {
    return seedIssue(fixture.server.database, { project, title, events: [{ at: clock() - HOUR }] })
  }
  function patchIssue(id: string, body: object, client = fixture.client) {
    return client.request('PATCH', `/api/v1/issues/${id}`, body)
  }
  async function happen(kinds: string[], release = '1.0.0') {
    const at = clock()
    await feed.send(
      project,
      kinds.map((kind) => ({ kind, at, release, user: { id: kind } })),
    )
  }

  test('who is assigned or mentioned by someone else is told at once, once', async () => {
    const ada = await newMember()
    const { uid } = await newIssue('Error: <b>https://evil.example</b>')
    await patchIssue(uid, { assignee_id: ada.userId })
    const assigned = await box.until(ada.email, 1)
    expect(assigned.subject).toMatch(/ assigned you Error: <b>https:.* · shop$/)
    expect(assigned.text).toContain(`${fixture.server.url}/issues/${uid}`)
    expect(assigned.html).not.toContain('<b>')
    expect(assigned.text).not.toContain('https://evil.example')
    const handle = ada.email.split('@')[0]
    const say = (body: string, client = fixture.client) =>
      client.request('POST', `/api/v1/issues/${uid}/comments`, { body })
    await say(`@${handle}, please look.\nIt is @${handle}'s.`)
    expect((await box.until(ada.email, 2)).text).toContain('please look. It is')
    await say(`@${handle} talks to herself`, ada.client)
    await patchIssue(uid, { assignee_id: null })
    await patchIssue(uid, { assignee_id: ada.userId }, ada.client)
    await box.settled()
    expect(box.to(ada.email)).toHaveLength(2)
  })

  test.each(['{"items":[', '{}'])('damaged text (%s) holds up no other letter', async (facts) => {
    const [eve, ada] = [await newMember(), await newMember()]
    const { orgId: org_id } = fixture.org
    const { queries } = fixture.server.database
    const letter = {
      ...{ org_id, user_id: eve.userId, kind: 'news', facts, gathers: 1 },
      ...{ created_at: clock(), sent_at: null },
    }
    await queries
      .insertInto('letter')
      .values({ ...letter, uid: randomUUID(), next_attempt_at: clock() + HOUR })
      .execute()
    await queries.insertInto('notice').values({ org_id, facts, created_at: clock() }).execute()
    const { uid } = await newIssue()
    for (const { userId } of [eve, ada]) await patchIssue(uid, { assignee_id: userId })
    await box.until(ada.email, 1)
    await box.until(eve.email, 1)
    expect(box.errors.splice(0).map(String)).toEqual(['Error: 1 notice could not be read and went to nobody'])
    forward(HOUR)
    await expect.poll(() => box.givenUp.splice(0)).toMatchObject([{ userId: eve.userId }])
  })

  test('after an outage of the mail server, letters that were not tried do not wait for their claims to end', async () => {
    const [ada, bob] = [await newMember(), await newMember()]
    const { id: issueId } = await newIssue()
    const item = { issueId, projectId: project.projectId, at: clock(), kind: 'assigned' as const }
    const news = { items: [item], counts: { assigned: 1 } }
    box.mails.isDown = true
    await fixture.server.database.inOrg(fixture.org, async (scope) => {
      for (const { userId } of [ada, bob])
        await insertLetter(scope, { userId, news, dueAt: clock(), now: clock() })
    })
    await expect.poll(() => box.errors.length).toBeGreaterThan(0)
    box.mails.isDown = false
    await box.until(bob.email, 1)
    box.errors.length = 0
  })

  test('a comment that is deleted before it is mailed is not', async () => {
    const ada = await newMember({ quiet_hours: { from: '00:00', to: '23:59' } })
    const { uid } = await newIssue()
    const body = { body: `@${ada.email} psst` }
    const { body: made } = await fixture.client.request<{ id: string }>(
      'POST',
      `/api/v1/issues/${uid}/comments`,
      body,
    )
    await box.settled()
    await fixture.client.request('DELETE', `/api/v1/comments/${made.id}`)
    await ada.client.request('PATCH', PATH, { quiet_hours: null })
    await patchIssue(uid, { assignee_id: ada.userId })
    const mail = await box.until(ada.email, 1)
    expect(mail.subject).toContain('assigned you Error: it broke')
    expect(mail.text).not.toContain('psst')
  })

  test('a storm of new issues is one summary, and those who did not ask get nothing', async () => {
    const asked = await newMember({ issue_created: true, regression: true })
    const didNot = await newMember()
    for (let part = 0; part < 2; part++) {
      await happen(
        Array.from(
          { length: 250 },
          (_, n) => `Storm${part}x${String.fromCharCode(97 + (n % 26))}${'abcdefghij'[Math.floor(n / 26)]}`,
        ),
      )
    }
    await box.settled()
    expect(box.to(asked.email)).toEqual([])
    forward(MINUTE)
    const mail = await box.until(asked.email, 1)
    expect(mail.subject).toBe('500 new issues · shop')
    expect(mail.text).toContain('480 more')
    await happen(['AfterTheStorm'])
    await box.settled()
    forward(MINUTE)
    await box.settled()
    expect(box.to(asked.email)).toHaveLength(1)
    forward(5 * MINUTE)
    expect((await box.until(asked.email, 2)).subject).toBe(
      'New issue: AfterTheStorm: it broke: 1 event, 1 user · shop',
    )
    expect(box.to(didNot.email)).toEqual([])
  })

  test('a regression says since when, for how many users and on which release', async () => {
    const ada = await newMember({ regression: true })
    await happen(['Back'])
    const [issue] = (await fixture.client.get<{ issues: { id: string }[] }>('/api/v1/issues?q=Back')).issues
    await patchIssue(issue!.id, { status: 'resolved', resolved_in_release: '1.0.0' })
    forward(MINUTE)
    await happen(['Back'], '1.1.0')
    await box.settled()
    forward(MINUTE)
    const { subject, text } = await box.until(ada.email, 1)
    expect(subject).toBe('Regression in 1.1.0: Back: it broke: 2 events, 1 user · shop')
    const shown = text.replaceAll('\u2060', '')
    expect(shown).toContain('error · production · release 1.1.0 · 2 events · 1 user · first seen 2026-11-2')
    expect(shown).toContain('Came back in 1.1.0 after being fixed in 1.0.0')
  })

  test('in quiet hours letters wait and become one; muted members and projects get none', async () => {
    const hour = new Date(clock()).getUTCHours()
    const time = (ahead: number) => `${String((hour + ahead + 24) % 24).padStart(2, '0')}:00`
    const quiet = await newMember({ quiet_hours: { from: time(-1), to: time(2) }, issue_created: true })
    const muted = await newMember({ muted_until: new Date(clock() + DAY).toISOString() })
    const deaf = await newMember({ issue_created: true, muted_project_ids: [project.projectUid] })
    const { uid } = await newIssue()
    for (const { userId } of [quiet, muted, deaf]) await patchIssue(uid, { assignee_id: userId })
    await happen(['InTheNight'])
    await box.until(deaf.email, 1)
    await box.settled()
    expect(box.to(quiet.email)).toEqual([])
    forward(3 * HOUR)
    const { subject, text } = await box.until(quiet.email, 1)
    expect(subject).toBe('1 issue assigned to you, 1 new issue · shop')
    expect(text.replaceAll('\u2060', '')).toContain('InTheNight: it broke')
    await box.settled()
    expect(box.to(muted.email)).toEqual([])
    expect(box.to(deaf.email)).toHaveLength(1)
  })

  test('what the mail server refuses for now comes again with the same id; for good, it is given up', async () => {
    const ada = await newMember()
    const { uid } = await newIssue()
    box.mails.refusals.push('451 later')
    await patchIssue(uid, { assignee_id: ada.userId })
    await expect.poll(() => box.errors.length).toBe(1)
    expect(box.errors.splice(0)[0]).toMatchObject({ responseCode: 451 })
    forward(10_000)
    const mail = await box.until(ada.email, 1)
    expect(mail.head).toMatch(/^Message-ID: <[0-9a-f-]{36}@127\.0\.0\.1>$/im)
    box.mails.refusals.push('550 no such user')
    await patchIssue(uid, { assignee_id: null })
    await patchIssue(uid, { assignee_id: ada.userId })
    await expect.poll(() => box.givenUp).toMatchObject([{ userId: ada.userId }])
    await box.settled()
    expect(box.to(ada.email)).toHaveLength(1)
  })

  test('one click unsubscribes from what the mail was about (RFC 8058), a look does not', async () => {
    const ada = await newMember()
    const { uid } = await newIssue()
    await patchIssue(uid, { assignee_id: ada.userId })
    const { head } = await box.until(ada.email, 1)
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const url = /^List-Unsubscribe: <([^>]+)>/m.exec(head)![1]!.replaceAll(' ', '')
    const page = await fetch(url)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<button>')])
    expect(await ada.client.get(PATH)).toMatchObject({ assigned: true })
    const click = (to: string) =>
      fetch(to, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
    expect((await click(url)).status).toBe(200)
    expect((await click(url)).status).toBe(200)
    expect(await ada.client.get(PATH)).toMatchObject({ assigned: false, mentioned: true })
    expect((await click(`${url}x`)).status).toBe(400)
    for (const broken of [`${url}x`, url.replace(/\?.*/, '')]) {
      const looked = await fetch(broken, { headers: { accept: 'text/html' } })
      const text = await looked.text()
      expect([looked.status, text]).toEqual([400, expect.stringContaining('link is not valid')])
      expect(text).not.toContain('<button>')
    }
    await patchIssue(uid, { assignee_id: null })
    await patchIssue(uid, { assignee_id: ada.userId })
    await box.settled()
    expect(box.to(ada.email)).toHaveLength(1)
  })

  test('the weekly digest comes on Monday at 8:00 of its reader, and counts as open what the dashboard does', async () => {
    const ada = await newMember({ weekly_digest: true, assigned: false, time_zone: 'Europe/Berlin' })
    await happen(['OfTheWeek'])
    const [quiet, open] = [await newIssue(), await newIssue()]
    for (const { uid } of [quiet, open]) await patchIssue(uid, { assignee_id: ada.userId })
    const snooze = `/api/v1/issues/${quiet.uid}/snooze`
    expect((await fixture.client.request('POST', snooze, { mode: 'occurrences' })).status).toBe(200)
    const due = await digestAt(ada)
    expect(new Date(due).toISOString()).toMatch(/T07:00:00.000Z$/)
    forward(due - clock())
    const mail = await box.until(ada.email, 1)
    expect(mail.subject).toMatch(
      /^Your week in Test: [\d,]+ new issues?, \d+ regressions?, 1 open issue assigned to you$/,
    )
    expect(mail.text).toContain(`${fixture.server.url}/issues/`)
    forward(6 * DAY)
    await happen(['OfTheNextWeek'])
    forward(DAY)
    await box.until(ada.email, 2)
  })

  test('a clock that was a year ahead keeps nothing back once it is set', async () => {
    const ada = await newMember({ issue_created: true })
    const ahead = fixture.server.clockAhead
    forward(365 * DAY)
    const bob = await newMember({ weekly_digest: true })
    // What a digest is to tell has to happen before it is due.
    forward((await digestAt(bob)) - clock() - HOUR)
    await happen(['InTheFuture'])
    await box.settled()
    forward(HOUR)
    await box.until(ada.email, 1)
    await box.until(bob.email, 1)
    await happen(['WhileItWaits'])
    await box.settled()
    fixture.server.clockAhead = ahead
    await box.until(ada.email, 2)
    await happen(['AfterwardsAgain'])
    await box.settled()
    forward(6 * MINUTE)
    await box.until(ada.email, 3)
    expect((await digestAt(bob)) - clock()).toBeLessThanOrEqual(7 * DAY)
    expect(box.to(bob.email)).toHaveLength(1)
  })
})

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import type { AuditPage } from '#contract/account/audit.ts'
import { uuidFromBytes } from '#domain/text/uuid.ts'
import type { Queries } from '#storage/engine/scope.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import type { EventPage, IssueSummary } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedProject } from '../support/database/seed.ts'
import { type FedEvent, PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

interface DeadLetter {
  id: string
  project_id: string
  issue_id: string | null
  event_id: string
  reason: string
  received_at: string
  retryable: boolean
}
interface DeadLetterPage {
  dead_letters: DeadLetter[]
  next_cursor: string | null
}

const EVENT: FedEvent = {
  kind: 'Odd',
  at: START - 30 * HOUR,
  receivedAt: START - HOUR,
  release: '2.0',
  environment: 'live',
  user: { id: '7', email: 'Ada@example.com' },
}

describeOn(ENGINES, 'Dead letters GET /api/v1/dead-letters + …/{id}/retry', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  const feeds: Record<string, PipelineFeed> = {}
  let plain: PipelineFeed
  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
    for (const [lane, keepsBody] of [true, false].entries()) {
      const giveUp = { reason: 'given up; password=hunter2', keepsBody }
      const options = { lane, newIssuesPerHour: 0, giveUp }
      feeds[String(keepsBody)] = await PipelineFeed.start(fixture.server.database, options)
    }
    plain = await PipelineFeed.start(fixture.server.database, { lane: 2, newIssuesPerHour: 0 })
  })

  async function giveUp(event: FedEvent, keepsBody = true): Promise<DeadLetter> {
    const { ids } = await feeds[String(keepsBody)]!.send(project, [event])
    const letter = (await letters()).find(({ event_id }) => event_id === uuidFromBytes(ids[0]!))
    return letter!
  }
  const letters = async () => (await fixture.client.get<DeadLetterPage>('/api/v1/dead-letters')).dead_letters
  const retry = (id: string, client = fixture.client) =>
    client.request<{ retried?: boolean; error?: string; message: string }>(
      'POST',
      `/api/v1/dead-letters/${id}/retry`,
    )
  const issueOf = (letter: DeadLetter) =>
    fixture.client.get<IssueSummary & { stored_event_count: number }>(`/api/v1/issues/${letter.issue_id}`)
  const differences = async () => (await verifyDatabase(fixture.server.database.queries)).differences

  test('what could not be processed is counted, and listed newest first with its reason', async () => {
    const first = await giveUp(EVENT)
    const second = await giveUp({ ...EVENT, receivedAt: START })
    expect(first).toMatchObject({
      project_id: project.projectUid,
      received_at: new Date(START - HOUR).toISOString(),
      retryable: true,
    })
    expect(first.reason).not.toContain('hunter2')
    expect((await letters()).map(({ id }) => id)).toEqual([second.id, first.id])
    const page = await fixture.client.get<DeadLetterPage>('/api/v1/dead-letters?limit=1')
    expect(page.dead_letters.map(({ id }) => id)).toEqual([second.id])
    const next = await fixture.client.get<DeadLetterPage>(
      `/api/v1/dead-letters?limit=1&cursor=${encodeURIComponent(page.next_cursor!)}`,
    )
    expect(next).toMatchObject({ dead_letters: [{ id: first.id }], next_cursor: null })
    const other = await seedProject(fixture.server.database, fixture.org, 'other')
    for (const [id, count] of [
      [project.projectUid, 2],
      [other.projectUid, 0],
    ] as const) {
      const ofOne = await fixture.client.get<DeadLetterPage>(`/api/v1/dead-letters?project_id=${id}`)
      expect(ofOne.dead_letters).toHaveLength(count)
    }
  })

  test('a retry stores the event under the issue it was counted in, and counts nothing twice', async () => {
    const letter = await giveUp({ ...EVENT, kind: 'Retried' })
    const before = await issueOf(letter)
    expect((await retry(letter.id)).body).toEqual({ retried: true, event_id: letter.event_id })
    const after = await issueOf(letter)
    expect(after).toMatchObject({
      event_count: before.event_count,
      unique_user_count: before.unique_user_count,
      stored_event_count: before.stored_event_count + 1,
      last_seen_at: before.last_seen_at,
    })
    const { events } = await fixture.client.get<EventPage>(`/api/v1/issues/${letter.issue_id}/events`)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      id: letter.event_id,
      occurred_at: letter.received_at,
      release: '2.0',
      user_email: 'Ada@example.com',
      payload_json: { exception: { values: [{ type: 'Retried' }] } },
    })
    const found = await fixture.client.get<{ issues: IssueSummary[] }>(
      '/api/v1/issues?q=user.email:ada@example.com',
    )
    expect(found.issues.map(({ id }) => id)).toContain(letter.issue_id)
    expect((await letters()).map(({ id }) => id)).not.toContain(letter.id)
    expect((await retry(letter.id)).status).toBe(404)
    expect(await differences()).toEqual([])
  })

  test('what is stored then is what would have been stored at first', async () => {
    const event: FedEvent = {
      ...EVENT,
      kind: 'Same',
      at: START - HOUR,
      user: { ip_address: '{{auto}}' },
      clientIp: '203.0.113.9',
      // Sent by a clock that is two hours ahead.
      sentAt: START + HOUR,
    }
    const { ids } = await plain.send(project, [event])
    const letter = await giveUp(event)
    expect((await retry(letter.id)).status).toBe(200)
    // Without which event it is, when it happened, and where it stands among its neighbours.
    const own = ['id', 'occurred_at', 'position', 'newer_event_id', 'older_event_id']
    const read = async (id: string) => {
      const shown = await fixture.client.get<Record<string, unknown>>(`/api/v1/events/${id}`)
      return Object.fromEntries(Object.entries(shown).filter(([key]) => !own.includes(key)))
    }
    const first = await read(uuidFromBytes(ids[0]!))
    expect(JSON.stringify(first)).toContain('203.0.113.9')
    expect(await read(letter.event_id)).toEqual(first)
    expect(await differences()).toEqual([])
  })

  test('someone who may no longer retry when the event is processed stores nothing', async () => {
    const { server, org, client } = fixture
    const letter = await giveUp({ ...EVENT, kind: 'Demoted' })
    const admin = await server.newMember(org.orgId, 'admin')
    const demoted = await server.signIn(admin)
    const { transaction } = server.database
    const spy = vi.spyOn(server.database, 'transaction').mockImplementationOnce(async (work) => {
      await client.request('PATCH', `/api/v1/members/${admin.userId}`, { role: 'member' })
      return transaction(work)
    })
    const { status } = await retry(letter.id, demoted)
    spy.mockRestore()
    expect(status).toBe(403)
    expect((await letters()).map(({ id }) => id)).toContain(letter.id)
  })

  test('an event that storage refuses again stays, and the answer says why', async () => {
    const { database } = fixture.server
    const letter = await giveUp({ ...EVENT, kind: 'Refused' })
    const { transaction } = database
    const refused = (db: Queries) => sql`INSERT INTO event (seq) VALUES (NULL)`.execute(db)
    const spy = vi
      .spyOn(database, 'transaction')
      .mockImplementationOnce((work) => transaction((tx) => refused(tx).then(() => work(tx))))
    const answer = await retry(letter.id)
    spy.mockRestore()
    expect(answer).toMatchObject({
      status: 409,
      body: { error: 'conflict', message: expect.stringMatching(/^The event could not be stored .*null/i) },
    })
    expect((await retry(letter.id)).status).toBe(200)
    expect(await differences()).toEqual([])
  })

  test('of many retries at once one stores it', async () => {
    const letter = await giveUp({ ...EVENT, kind: 'Hurried' })
    const answers = await Promise.all([1, 2, 3, 4].map(() => retry(letter.id)))
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 404, 409]).toContain(status)
    expect((await issueOf(letter)).stored_event_count).toBe(1)
    expect(await differences()).toEqual([])
  })

  test('without a body, or without its issue, it stays, and the answer says why', async () => {
    const bare = await giveUp({ ...EVENT, kind: 'Bare' }, false)
    expect(bare.retryable).toBe(false)
    expect(await retry(bare.id)).toMatchObject({
      status: 409,
      body: { error: 'conflict', message: expect.stringContaining('could not be kept') },
    })
    const orphan = await giveUp({ ...EVENT, kind: 'Orphan' })
    const deletion = { ids: [orphan.issue_id], action: 'delete' }
    expect((await fixture.client.request('DELETE', '/api/v1/issues/bulk', deletion)).status).toBe(200)
    expect(await letters()).toContainEqual({ ...orphan, issue_id: null, retryable: false })
    expect(await retry(orphan.id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('was deleted') },
    })
    expect((await letters()).map(({ id }) => id)).toEqual(expect.arrayContaining([bare.id, orphan.id]))
  })

  test('a dead letter whose event was sent again, and stored, is removed; the audit log says so', async () => {
    const event = { ...EVENT, kind: 'Again', id: randomBytes(16) }
    const letter = await giveUp(event)
    await plain.send(project, [event])
    expect(await retry(letter.id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('the dead letter was removed') },
    })
    expect((await letters()).map(({ id }) => id)).not.toContain(letter.id)
    const { entries } = await fixture.client.get<AuditPage>('/api/v1/audit-log?limit=1')
    expect(entries).toMatchObject([
      { action: 'dead_letter.retried', target: { id: letter.event_id }, details: { already_stored: true } },
    ])
    expect(await differences()).toEqual([])
  })

  test('a dead letter of a merged issue is shown and stored in its parent', async () => {
    const letter = await giveUp({ ...EVENT, kind: 'Child' })
    const parent = await giveUp({ ...EVENT, kind: 'Parent' })
    const merge = { canonical_id: parent.issue_id, merge_ids: [letter.issue_id] }
    expect((await fixture.client.request('POST', '/api/v1/issues/merge', merge)).status).toBe(200)
    expect((await letters()).find(({ id }) => id === letter.id)?.issue_id).toBe(parent.issue_id)
    expect((await retry(letter.id)).status).toBe(200)
    expect(await issueOf(parent)).toMatchObject({ event_count: 2, stored_event_count: 1 })
    expect(await differences()).toEqual([])
  })

  test('another organization sees none of them; an id that is none is 400', async () => {
    const letter = await giveUp({ ...EVENT, kind: 'Mine' })
    expect(await fixture.stranger.get('/api/v1/dead-letters')).toEqual({
      dead_letters: [],
      next_cursor: null,
    })
    expect((await retry(letter.id, fixture.stranger)).status).toBe(404)
    expect((await retry('x')).status).toBe(400)
  })

  test('with their project, they are gone at once', async () => {
    const letter = await giveUp({ ...EVENT, kind: 'Gone' })
    expect((await letters()).map(({ id }) => id)).toContain(letter.id)
    const removal = await fixture.client.request('DELETE', `/api/v1/projects/${project.projectUid}`)
    expect(removal.status).toBe(200)
    expect(await letters()).toEqual([])
    expect((await retry(letter.id)).status).toBe(404)
  })
})

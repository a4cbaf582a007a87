import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { EventDetail } from '#contract/event/detail.ts'
import type { EventPage } from '#contract/event/event.ts'
import { uuidFromBytes } from '#domain/text/uuid.ts'
import { compressDocument } from '#storage/event/payload-codec.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedProject } from '../support/database/seed.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

const EVENTS = 6

/** Long enough for its documents to share a dictionary. */
const LONG_NAME = 'WhichIsLong'.repeat(60)

function changedByte(data: Buffer, at: number): Buffer {
  const changed = Buffer.from(data)
  changed[at]! ^= 0x40
  return changed
}

/** What becomes of the bytes of a document. */
const DAMAGES: [what: string, damage: (data: Buffer) => Buffer][] = [
  ['zeroed', (data) => Buffer.alloc(data.length)],
  ['cut short', (data) => data.subarray(0, data.length / 2)],
  ['empty', () => Buffer.alloc(0)],
  ['changed in one byte', (data) => changedByte(data, data.length - 9)],
  ['bytes of something else', () => Buffer.from('this is not a document at all')],
  ['JSON that is not an object', () => compressDocument('5', null)],
  ['JSON without an event', () => compressDocument('{"payload":["x"],"grouping":null}', null)],
  ['an event grouped by nothing readable', () => compressDocument('{"payload":{},"grouping":{}}', null)],
  ['text that is not JSON', () => compressDocument('{"payload":', null)],
]

describeOn(ENGINES, 'Damaged documents cost one payload each', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let feed: PipelineFeed
  /** Public id of the issue at hand, a new one for each test. */
  let issueId: string
  let kinds = 0

  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
    feed = await PipelineFeed.start(fixture.server.database)
  })
  beforeEach(async () => {
    kinds += 1
    const { outcome } = await send(feed, EVENTS)
    issueId = outcome.changes[0]!.issues[0]!.issueUid
    expect((await events()).map(({ payload_note }) => payload_note)).toEqual(Array(EVENTS).fill(undefined))
  })

  const send = (through: PipelineFeed, count: number) =>
    through.send(
      project,
      Array.from({ length: count }, (_, n) => ({
        kind: `Odd${kinds}${LONG_NAME}`,
        at: START - HOUR - n * 1000,
        user: { id: `${n}` },
      })),
    )
  const queries = () => fixture.server.database.queries
  const events = async () => (await fixture.client.get<EventPage>(`/api/v1/issues/${issueId}/events`)).events
  const rows = () =>
    queries()
      .selectFrom('event')
      .innerJoin('event_payload', 'event_payload.seq', 'event.seq')
      .innerJoin('issue', 'issue.id', 'event.issue_id')
      .select(['event.seq', 'event.event_id', 'event_payload.data', 'event_payload.dictionary_id'])
      .where('issue.uid', '=', issueId)
      .orderBy('event.occurred_at', 'desc')
      .execute()

  async function expectDamaged(damaged: string[]): Promise<void> {
    const listed = await events()
    expect(listed).toHaveLength(EVENTS)
    for (const event of listed) {
      const single = await fixture.client.get<EventDetail>(`/api/v1/events/${event.id}`)
      const isDamaged = damaged.includes(event.id)
      for (const shown of [event, single]) {
        if (isDamaged) expect(shown).toMatchObject({ payload_json: {}, stack_frames: [], breadcrumbs: [] })
        else expect(shown.payload_json).toMatchObject({ platform: 'python' })
        if (isDamaged) expect(shown.payload_note).toMatch(/damaged.*still counted/)
        else expect(shown).not.toHaveProperty('payload_note')
      }
      expect(single.grouping === null).toBe(isDamaged)
    }
    expect(fixture.server.log).toMatch(/"level":50.*"seq":\d+.*stored document of an event is damaged/)
  }

  test.each(DAMAGES)('one that is %s', async (_, damage) => {
    const { seq, data, event_id } = (await rows())[1]!
    await queries()
      .updateTable('event_payload')
      .set({ data: damage(data) })
      .where('seq', '=', seq)
      .execute()
    await expectDamaged([uuidFromBytes(event_id)])
  })

  test.each([
    ['zeroed', Buffer.alloc(100)],
    ['another one', compressDocument('some other words'.repeat(99), null)],
  ])('a dictionary that is %s costs its events, and new ones get another', async (_, data) => {
    const before = await rows()
    const using = before.filter(({ dictionary_id }) => dictionary_id !== null)
    expect(using.length).toBeGreaterThan(1)
    const ids = using.map(({ dictionary_id }) => dictionary_id!)
    await queries().updateTable('payload_dictionary').set({ data }).where('id', 'in', ids).execute()
    await expectDamaged(using.map(({ event_id }) => uuidFromBytes(event_id)))
    // Without anything of what the first one remembers.
    feed = feed.restart()
    const { ids: sent } = await send(feed, 4)
    for (const id of sent) {
      const { payload_json } = await fixture.client.get<EventDetail>(`/api/v1/events/${uuidFromBytes(id)}`)
      expect(payload_json).toMatchObject({ platform: 'python' })
    }
  })

  test('a dictionary that is missing costs its events', async () => {
    const using = (await rows()).filter(({ dictionary_id }) => dictionary_id !== null)
    const ids = using.map(({ dictionary_id }) => dictionary_id!)
    await queries().deleteFrom('payload_dictionary').where('id', 'in', ids).execute()
    await expectDamaged(using.map(({ event_id }) => uuidFromBytes(event_id)))
  })

  test('the body of a dead letter: its retry says so, and the list is whole', async () => {
    const giveUp = { reason: 'given up', keepsBody: true }
    const lane = 1 + kinds
    const options = { lane, newIssuesPerHour: 0, giveUp }
    await send(await PipelineFeed.start(fixture.server.database, options), 1)
    await queries()
      .updateTable('dead_letter')
      .set({ body: Buffer.alloc(50) })
      .execute()
    const path = '/api/v1/dead-letters'
    const { dead_letters } = await fixture.client.get<{ dead_letters: { id: string }[] }>(path)
    expect(dead_letters).toHaveLength(1)
    const answer = await fixture.client.request('POST', `${path}/${dead_letters[0]!.id}/retry`)
    expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('is damaged') } })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { uuidToBytes } from '#domain/text/uuid.ts'
import { listEventFeedback } from '#storage/event/feedback.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { seedProject } from '../support/database/seed.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startIngestServer, type TestKey } from '../support/server/ingest-server.ts'

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describeOn(ONE_ENGINE, 'feedback', (engine) => {
  let key: TestKey
  const server = ofSuite(() => startIngestServer({ engine, spikeEventsPerMinute: 1 }))
  beforeAll(async () => {
    key = await server.newKey()
  })

  function post(route: string, body: unknown, dialect = 'compat') {
    return sendRaw(server.url, {
      path: `/api/${key.project.projectUid}/${route}?${dialect}_key=${key.publicKey}`,
      headers: { 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  async function newEvent(): Promise<string> {
    const answer = await post('store/', { message: 'always the same' })
    expect(answer.status).toBe(202)
    return String(answer.json?.id)
  }

  function uuidOf(bytes: Buffer): string {
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }

  function stored(eventId: string) {
    const { orgId, orgUid } = key.project
    return listEventFeedback(
      { db: server.database.queries, orgId, orgUid },
      Buffer.from(uuidToBytes(eventId)),
    )
  }

  describe('POST user-feedback', () => {
    it.each(['user-feedback', 'user-feedback/'])('%s stores what was sent', async (route) => {
      const eventId = await newEvent()
      const said = { name: 'Jane', email: 'jane@example.com', comments: 'It broke.' }
      const answer = await post(route, { event_id: eventId, ...said })
      expect([answer.status, answer.json]).toEqual([201, { id: expect.stringMatching(V7) }])
      const [row] = await stored(eventId)
      expect(row).toMatchObject({ id: answer.json?.id, ...said })
    })

    it('takes the event id in any spelling, of an event that was only counted too', async () => {
      await newEvent()
      const counted = await newEvent()
      const record = (await server.records(key.project)).at(-1)!
      expect(record.body).toBeNull()
      for (const id of [counted, counted.replaceAll('-', ''), counted.toUpperCase()]) {
        expect((await post('user-feedback/', { event_id: id })).status).toBe(201)
      }
      expect(await stored(counted)).toHaveLength(3)
    })

    it('takes an event that is stored and no longer in the journal', async () => {
      const id = crypto.randomUUID()
      const { orgId, projectId } = key.project
      const issue = await server.database.queries
        .insertInto('issue')
        .values({
          uid: crypto.randomUUID(),
          org_id: orgId,
          project_id: projectId,
          fingerprint: 'f',
          title: 't',
          culprit: '',
          search_text: '',
          platform: '',
          level: 'error',
          environment: '',
          release: '',
          status: 'unresolved',
          event_count: 1,
          stored_event_count: 1,
          evicted_event_count: 0,
          unique_user_count: 0,
          first_seen_at: 1,
          last_seen_at: 1,
          first_release: '',
          is_placeholder: 0,
          updated_at: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await server.database.queries
        .insertInto('event')
        .values({
          seq: 77,
          org_id: orgId,
          project_id: projectId,
          issue_id: issue.id,
          event_id: Buffer.from(uuidToBytes(id)),
          occurred_at: 1,
          received_at: 1,
          level: 'error',
          environment: '',
          release: '',
          platform: '',
        })
        .execute()
      expect((await post('user-feedback/', { event_id: id })).status).toBe(201)
    })

    it('scrubs secrets and cuts what is over-long', async () => {
      const eventId = await newEvent()
      const answer = await post('user-feedback/', {
        event_id: eventId,
        name: 'x'.repeat(5000),
        email: 'password=hunter2',
        comments: `card 4242 4242 4242 4242 \0 \ud800 ${'y'.repeat(20_000)}`,
      })
      expect(answer.status).toBe(201)
      const [row] = await stored(eventId)
      expect(row!.name).toHaveLength(200)
      expect(row!.email).toBe('password=[Filtered]')
      expect(row!.comments.startsWith('card [Filtered] \ufffd \ufffd y')).toBe(true)
      expect(row!.comments).toHaveLength(10_000)
    })

    it('leaves out what is null or missing', async () => {
      const eventId = await newEvent()
      expect((await post('user-feedback/', { event_id: eventId, name: null, extra: 1 })).status).toBe(201)
      expect((await stored(eventId))[0]).toMatchObject({ name: '', email: '', comments: '' })
    })

    it('is 404 event_not_found for an unknown event, and for one of another project', async () => {
      const other = await server.newKey()
      const path = `/api/${other.project.projectUid}/store/?compat_key=${other.publicKey}`
      const foreign = (await sendRaw(server.url, { path, body: '{"message":"theirs"}' })).json?.id
      for (const id of [crypto.randomUUID(), foreign]) {
        const answer = await post('user-feedback/', { event_id: id })
        expect([answer.status, answer.json?.error]).toEqual([404, 'event_not_found'])
      }
    })

    it.each([
      ['', undefined],
      ['[]', undefined],
      ['{', undefined],
      ['{}', ['event_id']],
      ['{"event_id":7}', ['event_id']],
      ['{"event_id":"nonsense","name":1}', ['event_id', 'name']],
      [`{"event_id":"${crypto.randomUUID()}","email":[]}`, ['email']],
    ])('is 400 invalid_request for %j', async (body, paths) => {
      const answer = await post('user-feedback/', body)
      expect([answer.status, answer.json?.error]).toEqual([400, 'invalid_request'])
      const details = answer.json?.details as { path: string }[] | undefined
      expect(details?.map((detail) => detail.path)).toEqual(paths)
    })
  })

  describe('feedback in envelopes', () => {
    const feedbackItem = (fields: object) =>
      `{}\n{"type":"feedback"}\n${JSON.stringify({ type: 'feedback', contexts: { feedback: fields } })}`
    const reportItem = (fields: object) => `{}\n{"type":"user_report"}\n${JSON.stringify(fields)}`

    it('of SDKs is stored', async () => {
      const eventId = await newEvent()
      const plainId = eventId.replaceAll('-', '')
      const said = { contact_email: 'j@example.com', name: 'Jane', message: 'token=abc broke' }
      const feedback = await post(
        'envelope/',
        feedbackItem({ ...said, associated_event_id: plainId }),
        'sentry',
      )
      expect([feedback.status, feedback.text]).toEqual([200, '{}'])
      const report = { event_id: plainId, email: 'k@example.com', name: 'Kim', comments: 'me too' }
      expect((await post('envelope/', reportItem(report), 'sentry')).status).toBe(200)
      const rows = await stored(eventId)
      expect(rows.map((row) => [row.email, row.comments])).toEqual(
        expect.arrayContaining([
          ['j@example.com', 'token=[Filtered] broke'],
          ['k@example.com', 'me too'],
        ]),
      )
    })

    it('beside its event is stored too, and an event it names may be the one it comes with', async () => {
      const id = crypto.randomUUID().replaceAll('-', '')
      const report = JSON.stringify({ event_id: id, comments: 'at once' })
      const body = `{"event_id":"${id}"}\n{"type":"user_report"}\n${report}\n{"type":"event"}\n{"message":"x"}`
      expect((await post('envelope/', body, 'sentry')).json).toEqual({ id })
      const dashed = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      expect(await stored(dashed)).toHaveLength(1)
    })

    it('about no event is kept, and about an unknown one; what says nothing is not', async () => {
      const countRows = async () =>
        (await server.database.queries.selectFrom('feedback').select('id').execute()).length
      const before = await countRows()
      await post('envelope/', feedbackItem({ message: 'in general' }), 'sentry')
      expect(await countRows()).toBe(before + 1)
      await post('envelope/', reportItem({ event_id: crypto.randomUUID(), comments: 'x' }), 'sentry')
      expect(await countRows()).toBe(before + 2)
      await post('envelope/', reportItem({ comments: 'x' }), 'sentry')
      await post('envelope/', feedbackItem({}), 'sentry')
      await post('envelope/', '{}\n{"type":"feedback"}\nnot json', 'sentry')
      expect(await countRows()).toBe(before + 2)
    })

    it('is taken of the first five items', async () => {
      const id = crypto.randomUUID()
      const item = (comments: string) =>
        `{"type":"user_report"}\n${JSON.stringify({ event_id: id, comments })}`
      const items = ['1', '2', '3', '4', '5', '6', '7'].map(item).join('\n')
      expect((await post('envelope/', `{}\n${items}`, 'sentry')).status).toBe(200)
      expect((await stored(id)).map(({ comments }) => comments).sort()).toEqual(['1', '2', '3', '4', '5'])
    })

    it('sent before its event is there from the first moment, and stays', async () => {
      const id = crypto.randomUUID()
      expect(
        (await post('envelope/', reportItem({ event_id: id, comments: 'early' }), 'sentry')).status,
      ).toBe(200)
      expect(await stored(id)).toMatchObject([{ comments: 'early' }])
      await post('store/', { event_id: id, message: 'always the same' })
      expect(await stored(id)).toMatchObject([{ comments: 'early' }])
    })

    it('of another project under the id of a stored event is not about that event', async () => {
      const [event] = await server.database.queries.selectFrom('event').select('event_id').execute()
      const eventId = uuidOf(event!.event_id)
      const before = (await stored(eventId)).length
      const other = await seedProject(server.database, key.project, crypto.randomUUID())
      const { publicKey } = await server.addKey(other)
      const planted = await sendRaw(server.url, {
        path: `/api/${other.projectUid}/envelope/?sentry_key=${publicKey}`,
        body: reportItem({ event_id: eventId, comments: 'planted' }),
      })
      expect(planted.status).toBe(200)
      expect(await stored(eventId)).toHaveLength(before)
    })

    it('is skipped in our dialect, as every other item', async () => {
      const eventId = await newEvent()
      const body = reportItem({ event_id: eventId, comments: 'x' })
      expect((await post('envelope/', body)).json?.error).toBe('invalid_envelope')
      expect(await stored(eventId)).toEqual([])
    })
  })
})

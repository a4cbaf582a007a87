import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { uuidFromBytes } from '#domain/text/uuid.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startIngestServer, type TestKey } from '../support/server/ingest-server.ts'

describeOn(ONE_ENGINE, 'events', (engine) => {
  let key: TestKey
  const server = ofSuite(() => startIngestServer({ engine, spikeEventsPerMinute: 5 }))
  beforeAll(async () => {
    key = await server.newKey()
  })

  type Name = 'compat' | 'sentry'
  function post(body: string | Uint8Array, dialect: Name = 'compat', route = 'envelope', by = key) {
    const path = `/api/${by.project.projectUid}/${route}/?${dialect}_key=${by.publicKey}`
    return sendRaw(server.url, { path, body })
  }

  const ID = '0123456789abcdef0123456789abcdef'
  const UUID = '01234567-89ab-cdef-0123-456789abcdef'
  const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

  /** The event that the journal got from this one envelope, cut out by its byte range. */
  async function lastEvent(by = key): Promise<unknown> {
    const record = (await server.records(by.project)).at(-1)!
    const { eventStart, eventEnd } = record.meta
    return JSON.parse(Buffer.from(record.body!).toString('utf8', eventStart, eventEnd))
  }

  describe('an envelope is taken', () => {
    const event = '{"message":"hello"}'
    const length = event.length
    const cases: [string, string][] = [
      ['without a length', `{}\n{"type":"event"}\n${event}`],
      ['with a length and a final newline', `{}\n{"type":"event","length":${length}}\n${event}\n`],
      ['with a length and no final newline', `{}\n{"type":"event","length":${length}}\n${event}`],
      ['with a length as a string', `{}\n{"type":"event","length":"${length}"}\n${event}`],
      ['with unknown header fields', `{"a":[{}]}\n{"type":"event","b":1,"item_count":1}\n${event}`],
      [
        'behind other items',
        `{}\n{"type":"session"}\n{}\n{"type":"x","length":3}\n{\n}\n{"type":"event"}\n${event}`,
      ],
      ['behind an empty item', `{}\n{"type":"attachment","length":0}\n\n{"type":"event"}\n${event}`],
      ['behind binary', `{}\n{"type":"attachment","length":4}\n\n\0{"\n{"type":"event"}\n${event}`],
      ['with blank lines between items', `{}\n\n{"type":"session"}\n{}\n\n\n{"type":"event"}\n${event}\n\n`],
      ['with Windows line ends', `{}\r\n{"type":"event"}\r\n${event}\r\n`],
      ['before garbage', `{}\n{"type":"event"}\n${event}\nnot an item header`],
      [
        'before an item of a wrong length',
        `{}\n{"type":"event"}\n${event}\n{"type":"replay","length":99}\nx`,
      ],
      ['with two events: the first', `{}\n{"type":"event"}\n${event}\n{"type":"event"}\n{"message":"other"}`],
      ['with a broken event first', `{}\n{"type":"event"}\n{broken\n{"type":"event"}\n${event}`],
      ['without its last brackets', '{}\n{"type":"event"}\n{"message":"hello","sdk":{"name":"x"'],
      ['with a transaction beside it', `{}\n{"type":"transaction"}\n{}\n{"type":"event"}\n${event}`],
      ['behind byte order marks', `\uFEFF{}\n{"type":"event"}\n\uFEFF${event}`],
      [
        'behind a transaction of too short a length',
        `{}\n{"type":"transaction","length":4}\n{"é":1}\n{"type":"event"}\n${event}`,
      ],
      ['with a header of 60 KiB', `{"trace":"${'x'.repeat(60 * 1024)}"}\n{"type":"event"}\n${event}`],
      ['with too short a length', `{}\n{"type":"event","length":5}\n${event}`],
      ['with bytes, not characters, counted', `{}\n{"type":"x","length":6}\näöü\n{"type":"event"}\n${event}`],
    ]
    it.each(cases)('%s', async (_, body) => {
      expect((await post(body)).status).toBe(202)
      expect((await post(body, 'sentry')).status).toBe(200)
      expect(await lastEvent(key).catch(() => null)).not.toEqual({ message: 'other' })
    })

    it('and the journal gets its bytes as they came, with the place of the event', async () => {
      const fresh = await server.newKey()
      const sent = gzipSync(
        '{"sent_at":"2026-11-20T20:10:51.381Z"}\n{"type":"event"}\n{"message":"äöü","user":{"id":7}}',
      )
      const path = `/api/${fresh.project.projectUid}/envelope/?compat_key=${fresh.publicKey}`
      await sendRaw(server.url, { path, body: sent, headers: { 'Content-Encoding': 'gzip' } })
      const [record] = await server.records(fresh.project)
      expect(Buffer.from(record!.body!).equals(sent)).toBe(true)
      expect(record).toMatchObject({ orgId: fresh.project.orgId, projectId: fresh.project.projectId })
      expect(record!.meta).toMatchObject({
        format: 'envelope',
        encoding: 'gzip',
        sentAt: Date.parse('2026-11-20T20:10:51.381Z'),
        clientIp: '127.0.0.1',
        userKey: 'id:7',
        eventStart: 56,
        eventEnd: 92,
      })
    })
  })

  describe('an envelope without an event', () => {
    it.each([
      ['no items', '{}'],
      ['a session', '{}\n{"type":"session"}\n{}'],
      ['a client report', '{}\n{"type":"client_report"}\n{"discarded_events":[]}\n'],
      ['a transaction', '{}\n{"type":"transaction","length":2}\n{}\n'],
      ['an item without a type', '{}\n{"length":2}\n{}\n'],
      ['garbage behind the header', '{"event_id":"x"}\nnonsense'],
      ['a check-in', '{}\n{"type":"check_in"}\n{"event_id":"0123"}'],
      ['a replay of a wrong length', '{}\n{"type":"replay_recording","length":99}\nx'],
    ])('(%s) is 400 in our dialect and 200 {} for SDKs', async (_, body) => {
      const before = (await server.records(key.project)).length
      const compat = await post(body)
      expect([compat.status, compat.json?.error]).toEqual([400, 'invalid_envelope'])
      const sentry = await post(body, 'sentry')
      expect([sentry.status, sentry.text]).toEqual([200, '{}'])
      expect((await server.records(key.project)).length).toBe(before)
    })

    it.each([
      ['nothing', ''],
      ['no JSON', 'helloworld\n'],
      ['zeros', '\0'.repeat(4096)],
      ['a list', '[]\n{"type":"event"}\n{}'],
      ['a header that is not UTF-8', Buffer.from('7b2261223a22ff227d0a', 'hex')],
      ['a broken event', '{}\n{"type":"event"}\n{"message":'],
      ['an event that is one bracket', '{}\n{"type":"event"}\n{'],
      ['an event that is a list', '{}\n{"type":"event"}\n[]'],
      ['an event that is null', '{}\n{"type":"event","length":4}\nnull'],
      ['a crash dump', '{}\n{"type":"attachment","attachment_type":"event.minidump","length":4}\nMDMP'],
      [
        'an event that its length and its line cut short',
        '{}\n{"type":"event","length":5}\n{"message":\n"x"}',
      ],
    ])('(%s) is 400 in both', async (_, body) => {
      for (const dialect of ['compat', 'sentry'] as const) {
        const answer = await post(body, dialect)
        expect([answer.status, answer.json?.error]).toEqual([400, 'invalid_envelope'])
      }
    })

    it.each(['-1', '1.5', '99', '{}', 'true', '1e400', '"x"'])(
      '(a length of %s) is 400 in both',
      async (length) => {
        const body = `{}\n{"type":"event","length":${length}}\n{"message":"x"}`
        for (const dialect of ['compat', 'sentry'] as const) {
          expect((await post(body, dialect)).status).toBe(400)
        }
      },
    )

    it('a transaction is discarded, also where it comes as an event', async () => {
      const fresh = await server.newKey({ ingestHourlyCap: 1 })
      const transaction = `{"event_id":"${ID}","type":"transaction","transaction":"/cart"}`
      const stored = await post(transaction, 'compat', 'store', fresh)
      expect([stored.status, stored.json]).toEqual([202, { id: UUID }])
      expect((await post(`{}\n{"type":"event"}\n${transaction}`, 'sentry', 'envelope', fresh)).status).toBe(
        200,
      )
      expect(await server.records(fresh.project)).toEqual([])
    })
  })

  describe('the event id', () => {
    const spellings = [ID, UUID, UUID.toUpperCase(), ID.toUpperCase()]
    it.each(spellings)('%s is kept', async (spelling) => {
      const fresh = await server.newKey()
      const answer = await post(
        `{"event_id":"${spelling}"}\n{"type":"event"}\n{}`,
        'compat',
        'envelope',
        fresh,
      )
      expect(answer.json).toEqual({ id: UUID })
      expect(uuidFromBytes((await server.records(fresh.project))[0]!.eventId)).toBe(UUID)
      const again = await post(`{"event_id":"${spelling}"}`, 'sentry', 'store', fresh)
      expect([again.status, again.json]).toEqual([200, { id: ID }])
      expect(await server.records(fresh.project)).toHaveLength(1)
    })

    it('of the envelope wins over that of the event', async () => {
      const fresh = await server.newKey()
      const send = (body: string) => post(body, 'compat', 'envelope', fresh)
      const other = 'f'.repeat(32)
      expect((await send(`{"event_id":"${ID}"}\n{"type":"event"}\n{"event_id":"${other}"}`)).json?.id).toBe(
        UUID,
      )
      expect((await send(`{"event_id":"no"}\n{"type":"event"}\n{"event_id":"${other}"}`)).json?.id).toBe(
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
      )
    })

    it.each(['null', '42', '"x"', '""', '{}', '"g123456789abcdef0123456789abcdef"'])(
      '%s is replaced by a new UUIDv7',
      async (value) => {
        const answer = await post(`{"event_id":${value}}`, 'compat', 'store')
        expect([answer.status, answer.json?.id]).toEqual([202, expect.stringMatching(V7)])
      },
    )

    it('of nothing but zeros is none', async () => {
      const fresh = await server.newKey()
      for (const nil of ['0'.repeat(32), '00000000-0000-0000-0000-000000000000']) {
        const stored = await post(`{"event_id":"${nil}"}`, 'compat', 'store', fresh)
        expect([stored.status, stored.json?.id]).toEqual([202, expect.stringMatching(V7)])
        const envelope = `{"event_id":"${nil}"}\n{"type":"event"}\n{}`
        expect((await post(envelope, 'compat', 'envelope', fresh)).json?.id).toMatch(V7)
      }
      expect(await server.records(fresh.project)).toHaveLength(4)
    })

    it('of one project means nothing to another', async () => {
      const [first, second] = [await server.newKey(), await server.newKey()]
      for (const by of [first, second]) {
        expect((await post(`{"event_id":"${ID}"}`, 'compat', 'store', by)).json?.id).toBe(UUID)
        expect(await server.records(by.project)).toHaveLength(1)
      }
    })
  })

  describe('the hourly cap', () => {
    it('refuses the events past it, says when to come back, and lets the rest through', async () => {
      const full = await server.newKey({ ingestHourlyCap: 3 })
      const statuses: number[] = []
      for (let i = 0; i < 4; i++) statuses.push((await post(`{"n":${i}}`, 'compat', 'store', full)).status)
      expect(statuses).toEqual([202, 202, 202, 403])
      const refused = await post('{}\n{"type":"event"}\n{}', 'sentry', 'envelope', full)
      expect([refused.status, refused.json?.error]).toEqual([429, 'ingest_cap_exceeded'])
      const limits = String(refused.headers['x-sentry-rate-limits'])
      const [, seconds] = /^(\d+):error;default:project:ingest_cap_exceeded$/.exec(limits) ?? []
      expect(Number(seconds)).toBeGreaterThan(0)
      expect(Number(seconds)).toBeLessThanOrEqual(3600)
      expect(refused.headers['x-compat-rate-limits']).toBe(limits)
      expect(refused.headers['retry-after']).toBeUndefined()
      const report = await post('{}\n{"type":"client_report"}\n{}', 'sentry', 'envelope', full)
      expect([report.status, report.text]).toEqual([200, '{}'])
      expect(await server.records(full.project)).toHaveLength(3)
    })

    it('is not used by what is refused or repeated', async () => {
      const small = await server.newKey({ ingestHourlyCap: 2 })
      const send = (body: string) => post(body, 'compat', 'store', small)
      await send('broken')
      await send(`{"event_id":"${ID}"}`)
      for (let i = 0; i < 5; i++) expect((await send(`{"event_id":"${ID}"}`)).status).toBe(202)
      expect((await send('{"n":1}')).status).toBe(202)
      expect((await send('{"n":2}')).status).toBe(403)
    })
  })

  it('takes an event beside a client report whose values no text can be made of', async () => {
    const odd = '{"toString":1,"valueOf":null}'
    const report = `{"discarded_events":[{"reason":${odd},"category":${odd},"quantity":1}]}`
    const before = (await server.records(key.project)).length
    const answer = await post(
      `{}\n{"type":"client_report"}\n${report}\n{"type":"event"}\n{"message":"x"}`,
      'sentry',
    )
    expect(answer.status).toBe(200)
    expect((await server.records(key.project)).length).toBe(before + 1)
  })

  describe('the spike valve', () => {
    it('keeps the first bodies of one fingerprint in a minute and counts the rest', async () => {
      const busy = await server.newKey()
      const send = (message: string) => post(`{"message":"${message}"}`, 'compat', 'store', busy)
      for (let i = 0; i < 8; i++) expect((await send('the same')).status).toBe(202)
      expect((await send('something quite different')).status).toBe(202)
      const records = await server.records(busy.project)
      expect(records.map((record) => record.body !== null)).toEqual([
        ...Array(5).fill(true),
        ...Array(3).fill(false),
        true,
      ])
      expect(records[7]!.meta.summary).toMatchObject({ title: 'the same', environment: 'production' })
    })
  })

  describe('a journal that takes nothing', () => {
    it('is 503 with a time to come back', async () => {
      const closing = await startIngestServer()
      const some = await closing.newKey()
      await closing.journal.close()
      const path = `/api/${some.project.projectUid}/store/?compat_key=${some.publicKey}`
      const answer = await sendRaw(closing.url, { path, body: '{}' })
      expect([answer.status, answer.json?.error]).toEqual([503, 'queue_unavailable'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      await closing.close()
    })
  })
})

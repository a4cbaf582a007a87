import { randomBytes } from 'node:crypto'
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseUuid } from '#domain/text/uuid.ts'
import { type ApiClient, type EventRecord, type Project, signedIn } from '../support/client/api-client.ts'
import { sendBytes, sendRaw } from '../support/client/raw-request.ts'
import { ofSuite } from '../support/of-suite.ts'
import { attachment, envelopeOf, event, type Item, peakMegabytes } from '../support/sample/envelope-parts.ts'
import { startService } from '../support/server/service.ts'

const MIB = 1024 * 1024

const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const ENCODINGS: [name: string, header: string, encode: (bytes: Buffer) => Buffer][] = [
  ['no encoding', '', (bytes) => bytes],
  ['gzip', 'gzip', (bytes) => gzipSync(bytes, { level: 1 })],
  ['zlib', 'deflate', (bytes) => deflateSync(bytes, { level: 1 })],
  ['raw deflate', 'deflate', (bytes) => deflateRawSync(bytes, { level: 1 })],
  ['br', 'br', (bytes) => brotliCompressSync(bytes, FAST_BROTLI)],
  ['zstd', 'zstd', (bytes) => zstdCompressSync(bytes)],
]
const NOISE = randomBytes(25 * MIB)

let client: ApiClient
let project: Project
const service = ofSuite(() => startService({ env: { SVC_INGEST_HOURLY_CAP: '100000' } }))
beforeAll(async () => {
  client = await signedIn(service.url)
  project = await client.createProject()
})

function send(
  body: Buffer,
  headers: Record<string, string> = {},
  options: { chunkBytes?: number; dialect?: string } = {},
) {
  const { dialect = 'sentry', ...rest } = options
  const path = `/api/${project.number}/envelope/?${dialect}_key=${project.keys[0]!.public_key}`
  return sendRaw(service.url, { path, headers, body, ...rest })
}

/** Checks that an answer is that of an accepted event, and that the event is stored. */
async function expectStored(message: string, answer: Awaited<ReturnType<typeof send>>): Promise<void> {
  expect([answer.status, answer.json?.id]).toEqual([200, expect.stringMatching(/^[0-9a-f]{32}$/)])
  const id = parseUuid(answer.json?.id)
  const stored = async () => (await client.request<EventRecord>('GET', `/api/v1/events/${id}`)).body
  await expect.poll(stored).toMatchObject({ payload_json: { message } })
}

describe.each(ENCODINGS)('an event with attachments, %s', (name, header, encode) => {
  const headers: Record<string, string> = header === '' ? {} : { 'Content-Encoding': header }

  const sizes = ['', 'gzip'].includes(header) ? [3, 25] : [3]
  it.each(sizes)('of %i MB is kept, whatever the order', async (megabytes) => {
    const bytes = NOISE.subarray(0, megabytes * MIB)
    const orders: [string, Item[]][] = [
      ['first', [event(`${name} ${megabytes} first`), attachment(bytes)]],
      ['first, no length', [event(`${name} ${megabytes} first, no length`, false), attachment(bytes)]],
      ['last', [attachment(bytes), event(`${name} ${megabytes} last`)]],
      ['last, no length', [attachment(bytes), event(`${name} ${megabytes} last, no length`, false)]],
    ]
    for (const [order, items] of megabytes === 3 ? orders : orders.slice(1, 3)) {
      await expectStored(`${name} ${megabytes} ${order}`, await send(encode(envelopeOf(items)), headers))
    }
  })

  it('that inflates to a hundred times what is sent is kept, and costs little memory', async () => {
    // Without an encoding it is what it is: the largest envelope that is taken.
    const bomb = attachment(Buffer.alloc((header === '' ? 90 : 100) * MIB))
    const before = peakMegabytes(service.pid)
    const message = `${name} behind a bomb`
    await expectStored(message, await send(encode(envelopeOf([bomb, event(message)])), headers))
    expect(peakMegabytes(service.pid) - before).toBeLessThan(100)
  })
})

describe('an envelope of a stock SDK', () => {
  const noise = attachment(NOISE.subarray(0, 3 * MIB))
  const sentry = { 'User-Agent': 'sentry.python/2.75.0' }

  it('is read in pieces of any size, without a length', async () => {
    for (const chunkBytes of [777, 100_000]) {
      const message = `in pieces of ${chunkBytes}`
      const body = gzipSync(envelopeOf([noise, event(message), noise]), { level: 1 })
      await expectStored(message, await send(body, { 'Content-Encoding': 'gzip' }, { chunkBytes }))
    }
  })

  it('of several zstd frames is read whole, or refused if it is large and the first frame has no event', async () => {
    const zstd = { 'Content-Encoding': 'zstd' }
    const frames = (...parts: Buffer[]) => Buffer.concat(parts.map((part) => zstdCompressSync(part)))
    const cut = (items: Item[], at: number) => {
      const whole = envelopeOf(items)
      return frames(whole.subarray(0, at), whole.subarray(at))
    }
    for (const at of [2, 30])
      await expectStored(`cut at ${at}`, await send(cut([event(`cut at ${at}`)], at), zstd))
    await expectStored('before noise', await send(cut([event('before noise'), noise], MIB + 100), zstd))
    const large = await send(cut([noise, event('behind noise')], MIB + 100), zstd)
    expect([large.status, large.json?.error]).toEqual([400, 'invalid_envelope'])
    expect(large.json?.message).toContain('a single zstd frame')
  })

  it('keeps the first of several events, its id and its time', async () => {
    const id = randomBytes(16).toString('hex')
    const head = JSON.stringify({ event_id: id, sent_at: new Date().toISOString() })
    const body = envelopeOf([noise, event('the first of two'), event('the second of two')], head)
    const answer = await send(body)
    expect(answer.json).toEqual({ id })
    await expectStored('the first of two', answer)
  })

  it('keeps an event that lacks its last bracket, or has a byte order mark, or counts characters', async () => {
    const text = '{"message":"a streamed é€"'
    const whole = `\uFEFF{"message":"a streamed mark"}`
    const body = Buffer.concat([envelopeOf([noise]), Buffer.from(`\n{"type":"event"}\n${text}\n`)])
    await expectStored('a streamed é€', await send(body))
    await expectStored('a streamed mark', await send(envelopeOf([noise, ['event', whole]])))
    const counted = '{"message":"counted é€ only"}'
    const short = `\n{"type":"event","length":${counted.length}}\n${counted}\n`
    await expectStored(
      'counted é€ only',
      await send(Buffer.concat([envelopeOf([noise]), Buffer.from(short)])),
    )
  })

  it('keeps the feedback beside a large screenshot', async () => {
    const id = randomBytes(16).toString('hex')
    expect((await send(envelopeOf([event('with feedback')], JSON.stringify({ event_id: id })))).status).toBe(
      200,
    )
    const about = { message: 'It broke', name: 'Ada', associated_event_id: id }
    const feedback = JSON.stringify({ contexts: { feedback: about } })
    for (const items of [
      [noise, ['feedback', feedback]] as Item[],
      [['feedback', feedback], noise] as Item[],
    ]) {
      const answer = await send(envelopeOf(items))
      expect([answer.status, answer.text]).toEqual([200, '{}'])
    }
    const path = `/api/v1/events/${parseUuid(id)}/feedback`
    const stored = async () => (await client.get<{ feedback: { comments: string }[] }>(path)).feedback
    await expect
      .poll(async () => (await stored()).map(({ comments }) => comments))
      .toEqual(['It broke', 'It broke'])
  })

  it.each(['replay_recording', 'profile', 'transaction', 'session'])(
    'without an event is 200 {}: %s',
    async (type) => {
      for (const body of [
        envelopeOf([[type, NOISE.subarray(0, 3 * MIB)]]),
        envelopeOf([[type, Buffer.alloc(30 * MIB)]]),
      ]) {
        const answer = await send(gzipSync(body, { level: 1 }), { 'Content-Encoding': 'gzip', ...sentry })
        expect([answer.status, answer.text]).toEqual([200, '{}'])
      }
    },
  )

  it('is 413 for an event over 2 MiB, which names the item, and for nothing else', async () => {
    const large = (bytes: number): Item => [
      'event',
      JSON.stringify({ message: 'large', extra: 'x'.repeat(bytes) }),
    ]
    for (const items of [[large(2 * MIB)], [noise, large(2 * MIB)], [large(2 * MIB), noise]]) {
      for (const length of [true, false]) {
        const body = envelopeOf(
          items.map(([type, payload]) => [type, payload, { length: length || type !== 'event' }]),
        )
        for (const [encoding, encoded] of [
          ['identity', body],
          ['gzip', gzipSync(body)],
        ] as const) {
          const answer = await send(encoded, { 'Content-Encoding': encoding })
          expect([answer.status, answer.json?.error]).toEqual([413, 'payload_too_large'])
          expect(answer.json?.message).toContain('event item is larger than 2,097,152 bytes')
        }
      }
    }
    await expectStored(
      'beside a large one',
      await send(envelopeOf([large(2 * MIB), event('beside a large one')])),
    )
    const almost = JSON.stringify({ message: 'almost too large', extra: Array(2000).fill('x'.repeat(1000)) })
    await expectStored('almost too large', await send(envelopeOf([noise, ['event', almost]])))
  })

  it('is 413 past the bounds of any envelope, but keeps an event that came before', async () => {
    const bomb = attachment(Buffer.alloc(201 * MIB))
    for (const [first, second, status] of [
      [bomb, event('beyond'), 413],
      [event('in front'), bomb, 200],
    ] as const) {
      const answer = await send(gzipSync(envelopeOf([first, second]), { level: 1 }), {
        'Content-Encoding': 'gzip',
      })
      expect(answer.status).toBe(status)
      if (status === 413)
        expect(answer.json?.message).toMatch(/larger than 104,857,600 bytes as sent, or 209,715,200 inflated/)
      else await expectStored('in front', answer)
    }
  })

  it('is 400 where it cannot be read, as a small one is', async () => {
    const broken = gzipSync(envelopeOf([noise, event('broken')]), { level: 1 })
    const headers = { 'Content-Encoding': 'gzip' }
    const cut = await send(broken.subarray(0, broken.length - 5), headers)
    expect([cut.status, cut.json?.error]).toEqual([400, 'invalid_envelope'])
    const unknown = await send(broken, { 'Content-Encoding': 'compress' })
    expect([unknown.status, unknown.json?.error]).toEqual([400, 'invalid_envelope'])
    const hidden = Buffer.concat([envelopeOf([noise]), Buffer.from('\nnonsense\n{"type":"event"}\n{}')])
    const answer = await send(hidden)
    expect([answer.status, answer.json?.error]).toEqual([400, 'invalid_envelope'])
    const none = await send(Buffer.alloc(3 * MIB, 'x'))
    expect([none.status, none.json?.error]).toEqual([413, 'payload_too_large'])
  })

  it('whose sender goes away half-way leaves nothing behind', async () => {
    const message = 'never to be seen'
    const body = envelopeOf([event(message), attachment(NOISE.subarray(0, 8 * MIB))])
    const head = `POST /api/${project.number}/envelope/?sentry_key=${project.keys[0]!.public_key} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`
    await sendBytes(service.url, [head, body.subarray(0, 5 * MIB)], 1000)
    await expectStored('after it', await send(envelopeOf([event('after it')])))
    expect((await client.allIssues(project.id)).map(({ title }) => title)).not.toContain(message)
  })
})

it('our own dialect keeps its limit for the whole body, and so do the other routes', async () => {
  const body = envelopeOf([event('ours'), attachment(NOISE.subarray(0, 3 * MIB))])
  for (const [encoding, encoded] of [
    ['identity', body],
    ['gzip', gzipSync(body, { level: 1 })],
  ] as const) {
    const answer = await send(encoded, { 'Content-Encoding': encoding }, { dialect: 'compat' })
    expect([answer.status, answer.json?.error]).toEqual([413, 'payload_too_large'])
  }
  for (const route of ['store', 'user-feedback']) {
    const path = `/api/${project.number}/${route}/?sentry_key=${project.keys[0]!.public_key}`
    const answer = await sendRaw(service.url, { path, body: Buffer.alloc(3 * MIB, ' ') })
    expect([answer.status, answer.json?.error]).toEqual([413, 'payload_too_large'])
  }
})

import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { sendBytes, sendRaw } from '../support/client/raw-request.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startIngestServer, type TestKey } from '../support/server/ingest-server.ts'

const MAX = 2 * 1024 * 1024
let key: TestKey
let path: (route: string) => string
const server = ofSuite(() => startIngestServer({ spikeEventsPerMinute: 1_000_000 }))
beforeAll(async () => {
  key = await server.newKey()
  path = (route) => `/api/${key.project.projectUid}/${route}?compat_key=${key.publicKey}`
})

const event = '{"message":"hello","level":"info"}'
const BODIES = { envelope: `{}\n{"type":"event"}\n${event}`, store: event }
const CODES = { envelope: 'invalid_envelope', store: 'invalid_store' }

const ENCODINGS: [header: string | undefined, encode: (bytes: Buffer) => Uint8Array][] = [
  [undefined, (bytes) => bytes],
  ['', (bytes) => bytes],
  ['none', (bytes) => bytes],
  ['identity', (bytes) => bytes],
  ['gzip', (bytes) => gzipSync(bytes)],
  ['GZip', (bytes) => gzipSync(bytes)],
  ['x-gzip', (bytes) => gzipSync(bytes)],
  ['zlib', (bytes) => deflateSync(bytes)],
  ['deflate', (bytes) => deflateSync(bytes)],
  ['deflate', (bytes) => deflateRawSync(bytes)],
  ['br', (bytes) => brotliCompressSync(bytes)],
  ['zstd', (bytes) => zstdCompressSync(bytes)],
]
const SLASHES = ['', '/']

function post(route: string, body: string | Uint8Array, encoding?: string) {
  const headers: Record<string, string> = encoding === undefined ? {} : { 'Content-Encoding': encoding }
  return sendRaw(server.url, { path: path(route), headers, body })
}

describe.each(['envelope', 'store'] as const)('%s', (route) => {
  it('refuses JSON nested more than 50,000 levels deep, in little time, and says so', async () => {
    const event = (levels: number) =>
      `{"message":"deep","extra":{"n":${'['.repeat(levels)}${']'.repeat(levels)}}}`
    const body = (levels: number) => gzipSync(BODIES[route].replace(/\{"message.*/, () => event(levels)))
    expect((await post(route, body(40_000), 'gzip')).status).toBe(202)
    const refused = await post(route, body(900_000), 'gzip')
    expect(refused.status).toBe(400)
    expect(refused.json).toMatchObject({
      error: CODES[route],
      message: expect.stringContaining('50,000 levels'),
    })
  })

  it('takes an event with numbers that JSON lacks, which the journal gets as null', async () => {
    const sent = BODIES[route].replace('"info"', '"NaN","extra":[NaN,Infinity,-Infinity,1]')
    expect((await post(route, gzipSync(sent), 'gzip')).status).toBe(202)
    const { meta, body } = (await server.records(key.project)).at(-1)!
    const stored = Buffer.from(body!).toString('utf8', meta.eventStart, meta.eventEnd)
    expect(JSON.parse(stored)).toMatchObject({ level: 'NaN', extra: [null, null, null, 1] })
    expect((await post(route, sent.replace('NaN,', 'Nan,'))).status).toBe(400)
  })

  it.each(ENCODINGS)('takes Content-Encoding %j', async (encoding, encode) => {
    for (const slash of SLASHES) {
      expect((await post(route + slash, encode(Buffer.from(BODIES[route])), encoding)).status).toBe(202)
    }
  })

  it.each([
    undefined,
    'application/x-compat-envelope',
    'text/plain;charset=UTF-8',
    'nonsense;;=',
    'multipart/form-data',
  ])('does not look at Content-Type %j', async (type) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type }
    expect((await sendRaw(server.url, { path: path(route), headers, body: BODIES[route] })).status).toBe(202)
  })

  it('takes a body in chunks, without a length', async () => {
    const headers = { 'Content-Encoding': 'gzip' }
    const body = gzipSync(BODIES[route])
    const answer = await sendRaw(server.url, { path: path(route), headers, body, chunkBytes: 7 })
    expect(answer.status).toBe(202)
  })

  it.each([
    ['gzip', Buffer.from('not gzip at all')],
    ['gzip', gzipSync(BODIES[route]).subarray(0, 20)],
    ['gzip', Buffer.alloc(0)],
    ['br', Buffer.from('ffffffff', 'hex')],
    ['zstd', Buffer.from('28b52ffd00', 'hex')],
    ['deflate', Buffer.from('7801ffff', 'hex')],
    ['gzip, gzip', gzipSync(gzipSync(BODIES[route]))],
    ['compress', Buffer.from(BODIES[route])],
    ['__proto__', Buffer.from(BODIES[route])],
  ])('refuses a broken or unknown %s', async (encoding, body) => {
    const answer = await post(route, body, encoding)
    expect([answer.status, answer.json?.error]).toEqual([400, CODES[route]])
  })

  it('takes 2 MiB and not a byte more, on the wire and inflated', async () => {
    const exact = Buffer.from(BODIES[route].replace('hello', 'x'.repeat(MAX - BODIES[route].length + 5)))
    expect(exact.byteLength).toBe(MAX)
    const over = Buffer.concat([exact, Buffer.from(' ')])
    expect((await post(route, exact)).status).toBe(202)
    expect((await post(route, gzipSync(exact), 'gzip')).status).toBe(202)
    for (const answer of [
      await post(route, over),
      await post(route, gzipSync(over), 'gzip'),
      await post(route, brotliCompressSync(over), 'br'),
      await post(route, zstdCompressSync(over), 'zstd'),
      await post(route, deflateRawSync(over), 'deflate'),
      await sendRaw(server.url, { path: path(route), body: over, chunkBytes: 100_000 }),
    ]) {
      expect([answer.status, answer.json?.error]).toEqual([413, 'payload_too_large'])
      expect(answer.headers['access-control-allow-origin']).toBe('*')
    }
  })

  it('refuses a bomb of 200 MB without inflating it', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000))
    const before = process.memoryUsage.rss()
    const answer = await post(route, bomb, 'gzip')
    expect([answer.status, answer.json?.error]).toEqual([413, 'payload_too_large'])
    expect(process.memoryUsage.rss() - before).toBeLessThan(60_000_000)
  })
})

describe('store', () => {
  it.each(['', ' ', '[]', '"text"', '42', 'null', '{', '{"a":}', 'a=b&c=d', '\0', 'eJw'])(
    'refuses %j',
    async (body) => {
      const answer = await post('store/', body)
      expect([answer.status, answer.json?.error]).toEqual([400, 'invalid_store'])
    },
  )

  it('takes a byte order mark, white space, and base64 as the oldest clients send it', async () => {
    const bodies = [`\ufeff${event}`, `\n ${event}\n`, deflateSync(event).toString('base64'), btoa(event)]
    for (const body of bodies) expect([body, (await post('store/', body)).status]).toEqual([body, 202])
    const records = (await server.records(key.project)).slice(-2)
    expect(records.map((record) => record.meta.encoding)).toEqual(['deflate', 'identity'])
    expect(Buffer.from(records[1]!.body!).toString()).toBe(event)
  })
})

describe('the order of checks', () => {
  const tooLarge = Buffer.alloc(MAX + 1, 'a')
  const send = (
    query: string,
    options: { body?: Uint8Array | string; project?: string; encoding?: string },
  ) =>
    sendRaw(server.url, {
      path: `/api/${options.project ?? key.project.projectUid}/envelope/${query}`,
      headers: options.encoding === undefined ? {} : { 'Content-Encoding': options.encoding },
      body: options.body ?? 'broken',
    })

  it('is key, revocation, project, size, format, repeated id, cap', async () => {
    const good = `?compat_key=${key.publicKey}`
    const revoked = await server.newKey()
    await server.revoke(revoked)
    const full = await server.newKey({ ingestHourlyCap: 1 })
    const fullPath = { project: full.project.projectUid }
    const fullQuery = `?compat_key=${full.publicKey}`
    const id = 'd'.repeat(32)
    const named = `{"event_id":"${id}"}\n{"type":"event"}\n{}`
    const error = async (answer: ReturnType<typeof send>) => (await answer).json?.error

    expect(await error(send('', { body: tooLarge, project: 'nonsense' }))).toBe('invalid_dsn')
    expect(await error(send('?compat_key=x', { body: tooLarge, encoding: 'bogus' }))).toBe('invalid_dsn')
    expect(await error(send('', { body: 'broken' }))).toBe('invalid_dsn')
    expect(await error(send('', { body: '\x1f\x8b', encoding: 'gzip' }))).toBe('invalid_dsn')
    expect(await error(send(`?compat_key=${revoked.publicKey}`, { body: tooLarge }))).toBe('dsn_revoked')
    expect(await error(send(good, { body: tooLarge, project: '7777' }))).toBe('project_mismatch')
    expect(await error(send(good, { body: tooLarge, encoding: 'bogus' }))).toBe('payload_too_large')
    expect(await error(send(good, { body: 'broken' }))).toBe('invalid_envelope')
    expect((await send(fullQuery, { body: named, ...fullPath })).status).toBe(202)
    expect(await error(send(fullQuery, { body: 'broken', ...fullPath }))).toBe('invalid_envelope')
    const repeated = await send(fullQuery, { body: named, ...fullPath })
    expect([repeated.status, repeated.json]).toEqual([
      202,
      { id: 'd'.repeat(32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') },
    ])
    const another = '{}\n{"type":"event"}\n{}'
    expect(await error(send(fullQuery, { body: another, ...fullPath }))).toBe('ingest_cap_exceeded')
  })

  it('looks for the key of a tunnelled body in its first line, however large the body is', async () => {
    const head = (dsnKey: string) => `{"dsn":"http://${dsnKey}@host/1"}\n`
    const body = (dsnKey: string) => Buffer.concat([Buffer.from(head(dsnKey)), tooLarge])
    for (const encode of [(bytes: Buffer) => bytes, (bytes: Buffer) => gzipSync(bytes)]) {
      const encoding = encode(tooLarge) === tooLarge ? 'identity' : 'gzip'
      const known = await send('', { body: encode(body(key.publicKey)), encoding })
      expect([known.status, known.text]).toEqual([200, '{}'])
      const unknown = await send('', { body: encode(body('0'.repeat(32))), encoding })
      expect([unknown.status, unknown.json?.error]).toEqual([401, 'invalid_dsn'])
    }
  })
})

describe('a refusal reaches a client that is still sending', () => {
  const head = (length: number, query: string) =>
    `POST /api/${key.project.projectUid}/envelope/${query} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`

  it('a 413, with the connection usable afterwards', async () => {
    const size = 10 * 1024 * 1024
    const query = `?compat_key=${key.publicKey}`
    const next = `${head(BODIES.envelope.length, query).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}${BODIES.envelope}`
    const received = await sendBytes(server.url, [head(size, query), Buffer.alloc(size, 'a'), next])
    expect(received).toMatch(/^HTTP\/1\.1 413 /)
    expect(received).toContain('payload_too_large')
    expect(received).toMatch(/HTTP\/1\.1 202 /)
  })

  it('a 413 where the body has no end in sight', async () => {
    const query = `?compat_key=${key.publicKey}`
    const size = 40 * 1024 * 1024
    const chunks = Array.from({ length: 40 }, () => Buffer.alloc(1024 * 1024, 'a'))
    const received = await sendBytes(server.url, [head(size, query), ...chunks])
    expect(received).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('a 401', async () => {
    const size = 8 * 1024 * 1024
    const received = await sendBytes(server.url, [head(size, '?compat_key=x'), Buffer.alloc(size)], 2000)
    expect(received).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('and a client that goes away half-way leaves nothing behind', async () => {
    const before = (await server.records(key.project)).length
    await sendBytes(server.url, [head(5000, `?compat_key=${key.publicKey}`), 'half'], 200)
    await sleep(50)
    expect((await server.records(key.project)).length).toBe(before)
    expect((await post('envelope/', BODIES.envelope)).status).toBe(202)
  })
})

describe('other methods', () => {
  const routes = ['envelope', 'store/', 'security', 'user-feedback', 'releases/1.0/files/']
  it.each(routes)('%s: a preflight needs no key and echoes what was asked for', async (route) => {
    const headers = {
      Origin: 'https://shop.example.com',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-custom, sentry-trace',
    }
    const answer = await sendRaw(server.url, { method: 'OPTIONS', path: `/api/x/${route}`, headers })
    expect(answer.status).toBe(204)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-headers']).toBe('x-custom, sentry-trace')
    expect(answer.headers['access-control-allow-methods']).toContain('POST')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  })

  it.each(routes)('%s: GET, HEAD, PUT, PATCH, DELETE are 405', async (route) => {
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await sendRaw(server.url, { method, path: path(route) })
      expect([method, answer.status]).toEqual([method, 405])
      expect(answer.headers.allow).toBe('POST, OPTIONS')
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      if (method !== 'HEAD') expect(answer.json?.error).toBe('method_not_allowed')
    }
  })

  it('an unknown path of a project is a 404 that a page may read', async () => {
    const answer = await post('minidump/', 'x')
    expect([answer.status, answer.json?.error]).toEqual([404, 'not_found'])
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })
})

describe('every answer', () => {
  it('may be read by any page, with the headers SDKs look for', async () => {
    const answers = [
      await post('envelope/', BODIES.envelope),
      await post('envelope/', ''),
      await post('store/', ''),
      await sendRaw(server.url, { path: '/api/1/envelope/', body: '' }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([202, 400, 400, 401])
    for (const { headers } of answers) {
      expect(headers['access-control-allow-origin']).toBe('*')
      for (const name of ['retry-after', 'x-sentry-rate-limits', 'x-sentry-error']) {
        expect(headers['access-control-expose-headers']).toContain(name)
      }
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(headers['set-cookie']).toBeUndefined()
    }
  })
})

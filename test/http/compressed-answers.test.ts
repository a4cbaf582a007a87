import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../support/client/api-client.ts'
import { ofSuite } from '../support/of-suite.ts'
import { OWNER, startService } from '../support/server/service.ts'

const ISSUES = 100
const WIRE_BYTES_OF_LIST = 200_000

describe('answers of the API on the wire', () => {
  let cookie = ''
  let project = { id: '', key: '' }
  const service = ofSuite(() => startService({ env: { SVC_NEW_ISSUES_PER_HOUR: '0' } }))
  beforeAll(async () => {
    const client = await signedIn(service.url)
    const created = await client.createProject('shop')
    project = { id: created.id, key: created.keys[0]!.public_key }
    for (let index = 0; index < ISSUES; index += 1) await send(`Number${index}Error`)
    await client.untilCounted(created.id, ISSUES)
    const login = await fetch(`${service.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: OWNER.email, password: OWNER.password }),
    })
    cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
  })

  const send = async (type: string) => {
    const frame = { filename: `src/${type}.ts`, function: `run${type}`, lineno: 1, in_app: true }
    const value = `${type}: ${'what the message of an error says, '.repeat(5)}`
    const response = await fetch(`${service.url}/api/${project.id}/store/?sentry_key=${project.key}`, {
      method: 'POST',
      headers: { 'accept-encoding': 'gzip' },
      body: JSON.stringify({ exception: { values: [{ type, value, stacktrace: { frames: [frame] } }] } }),
    })
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null])
  }

  /** With the bytes as they were sent. */
  const ask = async (path: string, headers: Record<string, string> = {}, body?: unknown) => {
    const { request } = await import('node:http')
    return new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
      const sent = request(
        new URL(path, service.url),
        {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            cookie,
            'accept-encoding': 'gzip, deflate',
            'content-type': 'application/json',
            ...headers,
          },
        },
        (answer) => {
          const pieces: Buffer[] = []
          answer.on('data', (piece: Buffer) => pieces.push(piece))
          answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(pieces) }))
        },
      )
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
  const LIST = '/api/v1/issues?limit=100'

  it('a list of 100 issues is compressed, and the same as without', async () => {
    const plain = await ask(LIST, { 'accept-encoding': 'identity' })
    const { headers, bytes } = await ask(LIST)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(headers['content-encoding']).toBe('gzip')
    expect(headers.vary).toContain('accept-encoding')
    expect(headers['content-length']).toBe(String(bytes.length))
    expect(gunzipSync(bytes).toString()).toBe(plain.bytes.toString())
    expect(JSON.parse(plain.bytes.toString()).issues).toHaveLength(ISSUES)
    expect(bytes.length).toBeLessThan(Math.min(WIRE_BYTES_OF_LIST, plain.bytes.length / 4))
  })

  it('trends are, and events that are written in pieces', async () => {
    const { issues } = JSON.parse(gunzipSync((await ask(LIST)).bytes).toString())
    const ids = issues.map(({ id }: { id: string }) => id)
    const trends = await ask('/api/v1/issues/trends', {}, { issue_ids: ids })
    expect(trends.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(trends.bytes).toString()).trends).toHaveLength(ISSUES)
    const events = await ask(`/api/v1/issues/${ids[0]}/events`)
    expect(events.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(events.bytes).toString()).total).toBe(1)
  })

  it('a context with a tag keeps what it varies by, and has a tag of its own; both tags are known', async () => {
    const { issues } = JSON.parse(gunzipSync((await ask(LIST)).bytes).toString())
    const path = `/api/v1/issues/${issues[0].id}/context`
    const plain = await ask(path, { 'accept-encoding': 'identity' })
    const packed = await ask(path)
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.headers.vary).toBe('accept, authorization, cookie, accept-encoding')
    expect(plain.headers.vary).toBe(packed.headers.vary)
    expect(packed.headers.etag).toBe(String(plain.headers.etag).replace(/"$/, '-gzip"'))
    for (const { headers } of [plain, packed]) {
      const again = await ask(path, { 'if-none-match': String(headers.etag) })
      expect([again.bytes.length, again.headers.etag]).toEqual([0, headers.etag])
    }
  })

  it.each([
    ['a small one', '/api/v1/auth/me', {}],
    ['one for a page of another site', LIST, { 'sec-fetch-site': 'cross-site' }],
    ['one for a client that refuses it', LIST, { 'accept-encoding': 'gzip;q=0, br' }],
    ['an error', '/api/v1/issues?limit=100&sort=none', {}],
  ])('%s is not', async (_what, path, headers) => {
    expect((await ask(path, headers)).headers['content-encoding']).toBeUndefined()
  })

  it('of many at once each is whole, compressed or not', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(LIST)))
    for (const { headers, bytes } of answers) {
      const text = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
      expect(JSON.parse(text.toString()).issues).toHaveLength(ISSUES)
    }
    expect((await ask(LIST)).headers['content-encoding']).toBe('gzip')
  })
})

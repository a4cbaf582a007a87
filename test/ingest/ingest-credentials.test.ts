import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RawRequest, sendRaw } from '../support/client/raw-request.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startIngestServer, type TestKey } from '../support/server/ingest-server.ts'

let key: TestKey
const server = ofSuite(startIngestServer)
beforeAll(async () => {
  key = await server.newKey()
})

const envelope = '{}\n{"type":"event"}\n{"message":"hello"}'
const DASHED = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const HEX = /^[0-9a-f]{32}$/

function post(
  query: string,
  headers: RawRequest['headers'] = {},
  body = envelope,
  path = key.project.projectUid,
) {
  return sendRaw(server.url, { path: `/api/${path}/envelope/${query}`, headers, body })
}

describe('a DSN key is taken from', () => {
  const spellings: [string, () => [query: string, headers: Record<string, string>], 'compat' | 'sentry'][] = [
    [
      'the specified header',
      () => [
        '',
        {
          'X-Compat-Auth': `Compat compat_version=7, compat_key=${key.publicKey}, compat_secret=${key.secret}`,
        },
      ],
      'compat',
    ],
    [
      'the header without spaces after the commas',
      () => [
        '',
        {
          'X-Compat-Auth': `Compat compat_version=7,compat_key=${key.publicKey},compat_secret=${key.secret}`,
        },
      ],
      'compat',
    ],
    [
      'the header with the scheme in another case',
      () => ['', { 'X-COMPAT-AUTH': `cOMPAT compat_key=${key.publicKey}` }],
      'compat',
    ],
    [
      'the header with names in another case, quotes and tabs (RFC 9110 11.2)',
      () => ['', { 'X-Compat-Auth': `Compat\tCompat_Version="7" ,\tCOMPAT_KEY = "${key.publicKey}"` }],
      'compat',
    ],
    [
      'Authorization with a tab and quotes',
      () => ['', { Authorization: `sentry\tsentry_key="${key.publicKey}",sentry_secret="${key.secret}"` }],
      'sentry',
    ],
    ['the header without a scheme', () => ['', { 'X-Compat-Auth': `compat_key=${key.publicKey}` }], 'compat'],
    ['the query', () => [`?compat_key=${key.publicKey}&compat_secret=${key.secret}`, {}], 'compat'],
    ['the query, key alone', () => [`?compat_key=${key.publicKey}`, {}], 'compat'],
    [
      'the query, percent-encoded',
      () => [`?compat%5Fkey=%${key.publicKey.charCodeAt(0).toString(16)}${key.publicKey.slice(1)}`, {}],
      'compat',
    ],
    ['Authorization: Compat', () => ['', { Authorization: `Compat compat_key=${key.publicKey}` }], 'compat'],
    [
      'X-Sentry-Auth',
      () => [
        '',
        {
          'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=x/1, sentry_timestamp=1.5, sentry_key=${key.publicKey}`,
        },
      ],
      'sentry',
    ],
    [
      'X-Sentry-Auth, Java spelling',
      () => [
        '',
        { 'X-Sentry-Auth': `Sentry sentry_version=7,sentry_client=x/1,sentry_key=${key.publicKey}` },
      ],
      'sentry',
    ],
    [
      'X-Sentry-Auth with an empty secret',
      () => ['', { 'X-Sentry-Auth': `Sentry sentry_key=${key.publicKey}, sentry_secret=` }],
      'sentry',
    ],
    ['Authorization: Sentry', () => ['', { Authorization: `Sentry sentry_key=${key.publicKey}` }], 'sentry'],
    [
      'the query of a browser',
      () => [
        `?sentry_version=7&sentry_key=${key.publicKey}&sentry_client=sentry.javascript.browser%2F11.12.0`,
        {},
      ],
      'sentry',
    ],
    ['the query, given twice', () => [`?sentry_key=${key.publicKey}&sentry_key=other`, {}], 'sentry'],
    [
      'header and query at once',
      () => [`?sentry_key=${key.publicKey}`, { 'X-Sentry-Auth': `Sentry sentry_key=${key.publicKey}` }],
      'sentry',
    ],
    [
      'the query beside a Bearer token',
      () => [`?sentry_key=${key.publicKey}`, { Authorization: 'Bearer svc_pat_x' }],
      'sentry',
    ],
  ]
  it.each(spellings)('%s', async (_, spelling, dialect) => {
    const [query, headers] = spelling()
    const answer = await post(query, headers)
    expect(answer.status).toBe(dialect === 'compat' ? 202 : 200)
    expect(answer.json?.id).toMatch(dialect === 'compat' ? DASHED : HEX)
    expect(Object.keys(answer.json!)).toEqual(['id'])
  })

  it('the envelope header, where an SDK sends through a tunnel', async () => {
    const dsn = `http://${key.publicKey}@host/${key.project.projectId}`
    const body = `{"dsn":"${dsn}"}\n{"type":"event"}\n{}`
    expect((await post('', {}, body)).status).toBe(200)
    const secret = body.replace(key.publicKey, `${key.publicKey}:wrong`)
    expect((await post('', {}, secret)).json?.error).toBe('invalid_dsn')
  })
})

describe('invalid_dsn is the answer to', () => {
  const bad: [string, () => [query: string, headers: Record<string, string>]][] = [
    ['no credentials', () => ['', {}]],
    ['an empty key', () => ['?sentry_key=', {}]],
    ['an unknown key', () => [`?compat_key=${'0'.repeat(32)}`, {}]],
    [
      'a key in another case',
      () => [`?compat_key=${key.publicKey.replace(/[0-9]/g, 'a').toUpperCase()}`, {}],
    ],
    ['a key with a quote', () => ["?compat_key='%20or%201=1", {}]],
    ['a wrong secret', () => [`?compat_key=${key.publicKey}&compat_secret=${key.publicKey}`, {}]],
    [
      'a wrong secret in the header',
      () => ['', { 'X-Sentry-Auth': `Sentry sentry_key=${key.publicKey}, sentry_secret=x` }],
    ],
    ['the key as a Bearer token', () => ['', { Authorization: `Bearer ${key.publicKey}` }]],
    ['a key under Basic', () => ['', { Authorization: `Basic sentry_key=${key.publicKey}` }]],
    ['an access token', () => ['', { Authorization: `Bearer svc_pat_${'a'.repeat(40)}` }]],
    ['a session cookie', () => ['', { Cookie: 'Svc.sid=abc' }]],
  ]
  it.each(bad)('%s', async (_, spelling) => {
    const [query, headers] = spelling()
    const answer = await post(query, headers)
    expect(answer.status).toBe(401)
    expect(answer.json).toMatchObject({ error: 'invalid_dsn' })
    expect(answer.json?.detail).toBe(answer.json?.message)
    expect(answer.json?.request_id).toEqual(expect.any(String))
    expect(answer.headers['x-sentry-error']).toBe('invalid_dsn')
  })

  it('a revoked key with a wrong secret, before dsn_revoked', async () => {
    const revoked = await server.newKey()
    await server.revoke(revoked)
    const path = revoked.project.projectUid
    const good = await post(`?compat_key=${revoked.publicKey}`, {}, envelope, path)
    expect([good.status, good.json?.error]).toEqual([403, 'dsn_revoked'])
    const bad = await post(`?compat_key=${revoked.publicKey}&compat_secret=x`, {}, envelope, path)
    expect([bad.status, bad.json?.error]).toEqual([401, 'invalid_dsn'])
  })

  it('a revoked key on the path of another project: dsn_revoked, before project_mismatch', async () => {
    const revoked = await server.newKey()
    await server.revoke(revoked)
    const answer = await post(`?compat_key=${revoked.publicKey}`, {}, envelope, key.project.projectUid)
    expect([answer.status, answer.json?.error]).toEqual([403, 'dsn_revoked'])
  })
})

describe('a revocation', () => {
  it('is in force at once, also for a key just used', async () => {
    const other = await server.newKey()
    const send = () => post(`?compat_key=${other.publicKey}`, {}, envelope, other.project.projectUid)
    expect((await send()).status).toBe(202)
    await server.revoke(other)
    expect((await send()).json?.error).toBe('dsn_revoked')
  })

  const large = `{}\n{"type":"attachment","length":3000000}\n${'x'.repeat(3_000_000)}\n{"type":"event"}\n{}`
  it.each([
    ['envelope/', envelope],
    ['envelope/', large],
    ['store/', '{"message":"hello"}'],
    ['security/', '{"csp-report":{"effective-directive":"img-src"}}'],
    ['user-feedback/', `{"event_id":"${randomUUID()}"}`],
    ['releases/1.0/files/', 'a form'],
    ['embed/error-page/', 'comments=hello'],
  ])('is in force for a body on its way to …/%s', async (path, body) => {
    const { publicKey, secret, project } = await server.newKey()
    const dsn = encodeURIComponent(`${server.url.replace('//', `//${publicKey}@`)}/${project.projectId}`)
    const url = path.startsWith('embed/')
      ? `${server.url}/api/${path}?dsn=${dsn}&eventId=${randomUUID()}`
      : `${server.url}/api/${project.projectUid}/${path}?sentry_key=${publicKey}`
    const headers = { expect: '100-continue', 'content-length': Buffer.byteLength(body) }
    const sending = request(url, { method: 'POST', headers })
    sending.flushHeaders()
    // It is told to send once its key is known.
    await once(sending, 'continue')
    await server.revoke({ publicKey, secret, project })
    sending.end(body)
    const [answer] = (await once(sending, 'response')) as [IncomingMessage]
    expect([answer.statusCode, (await json(answer)) as object]).toEqual([
      403,
      expect.objectContaining({ error: 'dsn_revoked' }),
    ])
  })

  it('leaves the other key of the project alone', async () => {
    const first = await server.newKey()
    const second = await server.addKey(first.project)
    await server.revoke(first)
    expect(
      (await post(`?compat_key=${second.publicKey}`, {}, envelope, first.project.projectUid)).status,
    ).toBe(202)
  })
})

describe('the project in the path', () => {
  it('may be a dashed UUID, a plain one, in any case, or the number', async () => {
    const { projectUid, projectId } = key.project
    const plain = projectUid.replaceAll('-', '')
    for (const path of [
      projectUid,
      plain,
      projectUid.toUpperCase(),
      plain.toUpperCase(),
      String(projectId),
    ]) {
      expect([path, (await post(`?compat_key=${key.publicKey}`, {}, envelope, path)).status]).toEqual([
        path,
        202,
      ])
    }
  })

  it('must be the project of the key', async () => {
    const other = await server.newKey()
    const wrong = [
      other.project.projectUid,
      String(other.project.projectId),
      '0',
      `0${key.project.projectId}`,
      `${key.project.projectId}.0`,
      'nonsense',
      'v1',
      '%00',
      `${key.project.projectUid}x`,
      '9'.repeat(40),
    ]
    for (const path of wrong) {
      const answer = await post(`?compat_key=${key.publicKey}`, {}, envelope, path)
      expect([path, answer.status, answer.json?.error]).toEqual([path, 403, 'project_mismatch'])
    }
  })
})

describe('the use of a key', () => {
  it('is noted, at most once a minute', async () => {
    const fresh = await server.newKey()
    const send = () => post(`?compat_key=${fresh.publicKey}`, {}, envelope, fresh.project.projectUid)
    const lastUsed = async () => {
      const row = await server.database.queries
        .selectFrom('dsn_key')
        .select('last_used_at')
        .where('public_key', '=', fresh.publicKey)
        .executeTakeFirstOrThrow()
      return row.last_used_at
    }
    await send()
    await expect.poll(lastUsed).not.toBeNull()
    const noted = await lastUsed()
    await new Promise((resolve) => setTimeout(resolve, 20))
    await send()
    expect(await lastUsed()).toBe(noted)
  })
})

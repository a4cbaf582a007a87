import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../support/client/raw-request.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startIngestServer, type TestKey } from '../support/server/ingest-server.ts'

/* Every refusal is the specified code with a sentence that says what to do. */

let key: TestKey
const server = ofSuite(() => startIngestServer({ maxBodyBytes: 4096 }))
beforeAll(async () => {
  key = await server.newKey()
})

function post(
  body: string | Uint8Array,
  dialect: 'compat' | 'sentry' = 'compat',
  route = 'envelope',
  by = key,
) {
  const path = `/api/${by.project.projectUid}/${route}/?${dialect}_key=${by.publicKey}`
  return sendRaw(server.url, { path, body })
}

describe('a body', () => {
  it.each([
    ['an event alone', 'envelope', '{"message":"x"}', '…/store/'],
    ['no header', 'envelope', '{"type":"event"}\n{"message":"x"}', '{}'],
    ['garbage before the event', 'envelope', '{}\nx\n{"type":"event"}\n{}', 'item header'],
    ['a wrong length', 'envelope', '{}\n{"type":"event","length":99}\n{}', 'whose length does not match'],
    ['an event on several lines', 'envelope', '{}\n{"type":"event"}\n{\n"message":"x"}', 'one line'],
    [
      'an event after 100 items',
      'envelope',
      `{}\n${'{"type":"x"}\n1\n'.repeat(100)}{"type":"event"}\n{}`,
      'first',
    ],
    ['gzip that does not say so', 'envelope', gzipSync('{}\n{"type":"event"}\n{}'), 'Content-Encoding: gzip'],
    ['gzip that does not say so', 'store', gzipSync('{"message":"x"}'), 'Content-Encoding: gzip'],
    ['an envelope', 'store', '{}\n{"type":"event"}\n{"message":"x"}', '…/envelope/'],
    ['nothing', 'store', '', 'empty'],
  ])('(%s to %s) says what to do', async (_, route, body, advice) => {
    for (const dialect of ['compat', 'sentry'] as const) {
      const { status, json } = await post(body, dialect, route)
      expect([status, json?.error]).toEqual([400, `invalid_${route}`])
      expect(json?.message).toContain(advice)
      expect(json?.detail).toBe(json?.message)
    }
  })
})

describe('another refusal', () => {
  it.each<[string, string, RegExp]>([
    ['no key', '', /has no DSN key. Send it in .*X-Sentry-Auth/],
    ['an unknown key', `?sentry_key=${'0'.repeat(32)}`, /copy the DSN again/],
    ['a wrong secret', '?sentry_key=KEY&sentry_secret=x', /secret .* leave it out/],
  ])('(%s) says what to do', async (_, query, advice) => {
    const path = `/api/${key.project.projectUid}/store/${query.replace('KEY', key.publicKey)}`
    const { status, json } = await sendRaw(server.url, { path, body: '{}' })
    expect([status, json?.error]).toEqual([401, 'invalid_dsn'])
    expect(json?.message).toMatch(advice)
  })

  it('(too large, sent or inflated) names the limit', async () => {
    for (const body of [`{"x":"${'x'.repeat(4096)}"}`, '{"x":"small"}'.padEnd(5000)]) {
      const { status, json } = await post(body, 'compat', 'store')
      expect([status, json?.error]).toEqual([413, 'payload_too_large'])
      expect(json?.message).toContain('4,096 bytes')
    }
  })

  it('(the hourly cap) says when it ends and who can raise it', async () => {
    const closed = await server.newKey({ ingestHourlyCap: 0 })
    const { status, json } = await post('{"message":"x"}', 'compat', 'store', closed)
    expect([status, json?.error]).toEqual([403, 'ingest_cap_exceeded'])
    expect(json?.message).toMatch(/again in \d+ min; an admin can raise the limit/)
  })

  it('(a path for what is not taken) names those that are', async () => {
    for (const [route, advice] of [
      ['nel', '/envelope/'],
      ['integration/otlp/v1/traces', 'not traces, logs'],
      ['minidump', 'inproc'],
    ] as const) {
      const { status, json } = await post('{}', 'sentry', route)
      expect([status, json?.error]).toEqual([404, 'not_found'])
      expect(json?.message).toContain(advice)
    }
  })
})

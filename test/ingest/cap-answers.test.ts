import { beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../support/client/raw-request.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startIngestServer, type TestKey } from '../support/server/ingest-server.ts'

/* What makes each stock SDK stop, as measured: see wire formats in the decision records. */

let closed: TestKey
const server = ofSuite(startIngestServer)
beforeAll(async () => {
  closed = await server.newKey({ ingestHourlyCap: 0 })
})

const BODIES = { envelope: '{}\n{"type":"event"}\n{"message":"x"}', store: '{"message":"x"}' }
const LIMITS = /^\d+:error;default:project:ingest_cap_exceeded$/

function send(route: keyof typeof BODIES, dialect: string, agent?: string, key = closed) {
  const path = `/api/${key.project.projectUid}/${route}/?${dialect}_key=${key.publicKey}`
  return sendRaw(server.url, { path, headers: agent ? { 'User-Agent': agent } : {}, body: BODIES[route] })
}

describe.each(['envelope', 'store'] as const)('a reached cap, %s', (route) => {
  it('is 403 in our own dialect, for any client', async () => {
    for (const agent of [undefined, 'sentry.php/4.29.0', 'curl/8']) {
      const answer = await send(route, 'compat', agent)
      expect([answer.status, answer.json?.error]).toEqual([403, 'ingest_cap_exceeded'])
      expect(answer.headers['x-sentry-rate-limits']).toMatch(LIMITS)
      expect(answer.headers['x-compat-rate-limits']).toMatch(LIMITS)
      expect(answer.headers['retry-after']).toBeUndefined()
    }
  })

  it.each(['sentry.python/2.75.0', 'sentry-ruby/5.3.0', 'sentry.javascript.node/11', undefined])(
    'is 429 with a body to %s',
    async (agent) => {
      const answer = await send(route, 'sentry', agent)
      expect([answer.status, answer.json?.error]).toEqual([429, 'ingest_cap_exceeded'])
      expect(answer.json?.detail).toMatch(/again in \d+ min/)
      expect(answer.headers['x-sentry-rate-limits']).toMatch(LIMITS)
      expect(answer.headers['x-sentry-error']).toBe('ingest_cap_exceeded')
      expect(answer.headers['retry-after']).toBeUndefined()
    },
  )

  it.each(['sentry.php/4.29.0', 'sentry.php.laravel/4.1', 'sentry.php'])(
    'is 429 without a body to %s, which reads no header otherwise',
    async (agent) => {
      const answer = await send(route, 'sentry', agent)
      expect([answer.status, answer.text]).toEqual([429, ''])
      expect(answer.headers['content-length']).toBe('0')
      expect(answer.headers['x-sentry-rate-limits']).toMatch(LIMITS)
      expect(answer.headers['retry-after']).toBeUndefined()
      expect(answer.headers['access-control-allow-origin']).toBe('*')
    },
  )
})

it('other refusals have a body for PHP as well: it is what is logged', async () => {
  const stranger = { ...closed, publicKey: '0'.repeat(32) }
  const answer = await send('store', 'sentry', 'sentry.php/4.29.0', stranger)
  expect([answer.status, answer.json?.error]).toEqual([401, 'invalid_dsn'])
})

it('an overload makes every SDK wait: by Retry-After, and by the header that most of them read', async () => {
  const closing = await startIngestServer()
  const key = await closing.newKey()
  await closing.journal.close()
  for (const [dialect, agent, hasBody] of [
    ['sentry', 'sentry.python/2.75.0', true],
    ['sentry', 'sentry.php/4.29.0', false],
    ['compat', undefined, true],
  ] as const) {
    const path = `/api/${key.project.projectUid}/envelope/?${dialect}_key=${key.publicKey}`
    const headers: Record<string, string> = agent ? { 'User-Agent': agent } : {}
    const answer = await sendRaw(closing.url, { path, headers, body: BODIES.envelope })
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.text !== '').toBe(hasBody)
    const limits = answer.headers['x-sentry-rate-limits']
    expect(limits).toBe(dialect === 'sentry' ? '5::organization:queue_unavailable' : undefined)
  }
  await closing.close()
})

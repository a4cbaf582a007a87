import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { envelopeOf, sampleEvents } from '../support/events.ts'
import { type IngestServer, startIngestServer, type TestKey } from '../support/ingest-server.ts'
import { mutatedBodies } from '../support/mutated-bodies.ts'

/** Bodies per parser; `.ci/run` asks for 100,000. */
const RUNS = Number(process.env.ERRATA_FUZZ_RUNS ?? 3000)
const SEED = Number(process.env.ERRATA_FUZZ_SEED ?? Date.now() % 2 ** 31)
const AT_ONCE = 50
const MAX_STALL_MS = 1000
const MAX_GROWTH_BYTES = 50_000_000

let server: IngestServer
let key: TestKey
let eventId = ''
beforeAll(async () => {
  server = await startIngestServer({ ingestHourlyCap: 1_000_000_000 })
  key = await server.newKey()
  const path = `/api/${key.project.projectUid}/store/?compat_key=${key.publicKey}`
  const answer = await server.fastify.inject({ method: 'POST', url: path, payload: '{"message":"known"}' })
  eventId = answer.json().id
})
afterAll(() => server.close())

const small = {
  message: 'hello',
  level: 'warning',
  user: { id: 7, ip_address: '{{auto}}' },
  tags: [['a', 'b']],
}
const large = sampleEvents({ seed: 1, issues: 3 })()
const text = JSON.stringify(small)
const SEEDS = {
  envelope: [
    `{}\n{"type":"event"}\n${text}`,
    `{"event_id":"${'ab'.repeat(16)}","sent_at":"2026-11-20T20:10:51.381Z"}\n{"type":"event","length":${text.length}}\n${text}\n`,
    `{}\n{"type":"attachment","length":5}\n\0\n{"}\n{"type":"event","content_type":"application/json"}\n${text}\n`,
    `{}\n{"type":"session"}\n{}\n{"type":"client_report"}\n{"discarded_events":[]}\n`,
    `{}\n{"type":"user_report"}\n{"event_id":"${'ab'.repeat(16)}","comments":"x"}\n`,
    `{}\n{"type":"feedback"}\n{"contexts":{"feedback":{"message":"x","contact_email":"a@example.com"}}}\n`,
    envelopeOf(large),
  ].map((seed) => Buffer.from(seed)),
  store: [text, JSON.stringify(large.payload), Buffer.from(text).toString('base64')].map((seed) =>
    Buffer.from(seed),
  ),
  multipart: [
    '--aBoundary\r\nContent-Disposition: form-data; name="file"; filename="a.js"\r\n\r\nx\r\n--aBoundary--\r\n',
    '--aBoundary\r\nContent-Disposition: form-data; name="name"\r\n\r\n~/a.js\r\n--aBoundary\r\nContent-Disposition: form-data; name=file; filename*=utf-8\'\'b.js\r\n\r\n\0\x01\r\n--aBoundary--',
  ].map((seed) => Buffer.from(seed)),
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Sends `runs` mutated bodies; the first fifth warms up, after that memory must stay where it is. */
async function fuzz(url: string, seeds: readonly Buffer[], options: { runs?: number; type?: string } = {}) {
  const runs = Math.max(AT_ONCE * 5, options.runs ?? RUNS)
  const headers = options.type === undefined ? {} : { 'content-type': options.type }
  const statuses = new Map<number, number>()
  const stalls = monitorEventLoopDelay({ resolution: 10 })
  let batches = 0
  let warmBytes = 0
  const property = fc.asyncProperty(
    fc.array(mutatedBodies(seeds), { minLength: AT_ONCE, maxLength: AT_ONCE, size: 'max' }),
    async (bodies) => {
      const answers = await Promise.all(
        bodies.map((each) =>
          server.fastify.inject({
            method: 'POST',
            url,
            payload: each.body,
            headers: { ...headers, ...each.headers },
          }),
        ),
      )
      for (const { statusCode } of answers) statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      const bad = answers.findIndex(({ statusCode }) => statusCode < 200 || statusCode >= 500)
      if (bad !== -1)
        throw new Error(`${answers[bad]!.statusCode} for ${bodies[bad]!.body.toString('base64')}`)
      batches += 1
      if (batches === Math.floor(runs / AT_ONCE / 5)) {
        collectGarbage()
        warmBytes = process.memoryUsage.rss()
        stalls.enable()
      }
    },
  )
  await fc.assert(property, { numRuns: Math.ceil(runs / AT_ONCE), seed: SEED, endOnFailure: true })
  stalls.disable()
  collectGarbage()
  const growth = process.memoryUsage.rss() - warmBytes
  process.stdout.write(`fuzz ${url.split('?')[0]}: seed ${SEED}, ${batches * AT_ONCE} bodies, `)
  process.stdout.write(`${JSON.stringify(Object.fromEntries(statuses))}, ${(growth / 1e6).toFixed(1)} MB, `)
  process.stdout.write(`longest stall ${(stalls.max / 1e6).toFixed(0)} ms\n`)
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES)
  expect(stalls.max / 1e6).toBeLessThan(MAX_STALL_MS)
  return statuses
}

describe('mutated bodies get 2xx or 4xx, stall nothing and leave no memory behind', () => {
  const url = (route: string, dialect: string) =>
    `/api/${key.project.projectUid}/${route}/?${dialect}_key=${key.publicKey}`

  it('envelopes, our dialect', { timeout: 300_000 }, async () => {
    const statuses = await fuzz(url('envelope', 'compat'), SEEDS.envelope, { runs: RUNS / 2 })
    expect([...statuses.keys()].sort()).toEqual([202, 400])
  })

  it('envelopes, the dialect of SDKs', { timeout: 300_000 }, async () => {
    const statuses = await fuzz(url('envelope', 'sentry'), SEEDS.envelope, { runs: RUNS / 2 })
    expect([...statuses.keys()].sort()).toEqual([200, 400])
  })

  it('store bodies', { timeout: 300_000 }, async () => {
    const statuses = await fuzz(url('store', 'compat'), SEEDS.store)
    expect([...statuses.keys()].sort()).toEqual([202, 400])
  })

  it('feedback', { timeout: 300_000 }, async () => {
    const body = { event_id: eventId, name: 'Jane', email: 'jane@example.com', comments: 'It broke.' }
    const seeds = [Buffer.from(JSON.stringify(body))]
    const statuses = await fuzz(url('user-feedback', 'compat'), seeds, { runs: RUNS / 10 })
    expect([201, 400, 404]).toEqual(expect.arrayContaining([...statuses.keys()]))
  })

  it('forms with release files', { timeout: 300_000 }, async () => {
    const type = 'multipart/form-data; boundary=aBoundary'
    const statuses = await fuzz(url('releases/1.0/files', 'compat'), SEEDS.multipart, {
      runs: RUNS / 20,
      type,
    })
    expect([...statuses.keys()].sort()).toEqual([201, 400])
  })
})

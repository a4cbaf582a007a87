import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type FuzzSeeds, mutatedBodies } from '../support/fuzz/mutated-bodies.ts'
import { SEED } from '../support/fuzz/seed.ts'
import { ofSuite } from '../support/of-suite.ts'
import { envelopeOf, sampleEvents } from '../support/sample/events.ts'
import { startIngestServer, type TestKey } from '../support/server/ingest-server.ts'

/** Bodies per parser; `.ci/long` asks for 100,000. */
const RUNS = Number(process.env.ERRATA_FUZZ_RUNS ?? 2500)
const AT_ONCE = 50
/** For all bodies sent at once together; processor time, so that a busy machine fails nothing. */
const MAX_CPU_MS = 1000
const MAX_GROWTH_BYTES = 15_000_000
/** With fewer bodies a process is still warming up, and its growth says nothing. */
const MEASURED_RUNS = 100_000

let key: TestKey
let eventId = ''
const server = ofSuite(() => startIngestServer({ ingestHourlyCap: 1_000_000_000 }))
beforeAll(async () => {
  key = await server.newKey()
  const path = `/api/${key.project.projectUid}/store/?compat_key=${key.publicKey}`
  const answer = await server.fastify.inject({ method: 'POST', url: path, payload: '{"message":"known"}' })
  eventId = answer.json().id
})

const small = {
  message: 'hello',
  logentry: { message: 'hello %s', params: ['you'] },
  level: 'warning',
  timestamp: 1795205451.5,
  environment: 'staging',
  release: 'a@1',
  platform: 'javascript',
  fingerprint: ['{{ default }}', 'x'],
  user: { id: 7, ip_address: '{{auto}}' },
  tags: [['a', 'b']],
  exception: [{ type: 'E', value: 'v', stacktrace: { frames: [{ filename: 'a.js', lineno: 1 }] } }],
  threads: { values: [{ crashed: true, stacktrace: { frames: [{ function: 'f' }] } }] },
  debug_meta: { images: [{ debug_id: 'x' }] },
}
const text = JSON.stringify(small)
const large = sampleEvents({ seed: 1, issues: 3 })()
const id = 'ab'.repeat(16)
const envelopes = [
  `{}\n{"type":"event"}\n${text}`,
  `{"event_id":"${id}","sent_at":"2026-11-20T20:10:51.381Z"}\n{"type":"event","length":${text.length}}\n${text}\n`,
  `{}\n{"type":"attachment","length":5}\n\0\n{"}\n{"type":"event","content_type":"application/json"}\n${text}\n`,
  `{}\n{"type":"session"}\n{}\n{"type":"client_report"}\n{"discarded_events":[]}\n`,
  `{}\n{"type":"client_report"}\n{"discarded_events":[{"reason":"x","category":"error","quantity":1}]}\n`,
  `{}\n{"type":"user_report"}\n{"event_id":"${id}","comments":"x"}\n`,
  `{}\n{"type":"feedback"}\n{"contexts":{"feedback":{"message":"x","contact_email":"a@example.com"}}}\n`,
]
const forms = [
  '--aBoundary\r\nContent-Disposition: form-data; name="file"; filename="a.js"\r\n\r\nx\r\n--aBoundary--\r\n',
  '--aBoundary\r\nContent-Disposition: form-data; name="name"\r\n\r\n~/a.js\r\n--aBoundary\r\n' +
    "Content-Disposition: form-data; name=file; filename*=utf-8''b.js\r\n\r\n\0\x01\r\n--aBoundary--",
]
const buffers = (bodies: string[]) => bodies.map((body) => Buffer.from(body))
const SEEDS = {
  envelope: {
    bodies: [...buffers(envelopes), envelopeOf(large)],
    documents: [small, small, small, small, small, small, small, large.payload],
    wrap: (document: string) => `{}\n{"type":"event"}\n${document}`,
  },
  store: {
    bodies: buffers([text, text, text, text, btoa(text), btoa(text), JSON.stringify(large.payload)]),
    documents: [small, small, small, small, small, small, small, large.payload],
    wrap: (document: string) => document,
  },
  multipart: {
    bodies: buffers(forms),
    documents: [['a.js', { '../b': 1 }, 'https://example.com/c.js', '~/d']],
    wrap: (document: string) => forms[1]!.replace('~/a.js', document),
  },
} satisfies Record<string, FuzzSeeds>

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/**
 * Bytes that are still held: what lives in the heap and what it holds outside of it. The resident size would also
 * count what the allocator keeps for later, which is as much as the limit one time and nothing the next.
 */
async function heldBytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collectGarbage()
    // Native memory is dropped by finalizers, which run between the turns of the event loop.
    await setTimeout(20)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Sends `runs` mutated bodies; the first fifth warms up, after that memory must not grow. */
async function fuzz(url: string, seeds: FuzzSeeds, options: { runs?: number; type?: string } = {}) {
  const runs = Math.max(AT_ONCE * 5, options.runs ?? RUNS)
  const headers = options.type === undefined ? {} : { 'content-type': options.type }
  const statuses = new Map<number, number>()
  let batches = 0
  let warmBytes = 0
  let longestMs = 0
  const property = fc.asyncProperty(
    fc.array(mutatedBodies(seeds), { minLength: AT_ONCE, maxLength: AT_ONCE, size: 'max' }),
    async (bodies) => {
      const before = process.cpuUsage()
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
      longestMs = Math.max(longestMs, process.cpuUsage(before).user / 1000)
      for (const { statusCode } of answers) statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      const bad = answers.findIndex(({ statusCode }) => statusCode < 200 || statusCode >= 500)
      if (bad !== -1)
        throw new Error(`${answers[bad]!.statusCode} for ${bodies[bad]!.body.toString('base64')}`)
      batches += 1
      if (batches === Math.floor(runs / AT_ONCE / 5)) {
        warmBytes = await heldBytes()
      }
    },
  )
  await fc.assert(property, { numRuns: Math.ceil(runs / AT_ONCE), seed: SEED, endOnFailure: true })
  const growth = (await heldBytes()) - warmBytes
  process.stdout.write(`fuzz ${url.split('?')[0]}: seed ${SEED}, ${batches * AT_ONCE} bodies, `)
  process.stdout.write(`${JSON.stringify(Object.fromEntries(statuses))}, ${(growth / 1e6).toFixed(1)} MB, `)
  process.stdout.write(`at most ${longestMs.toFixed(0)} ms for ${AT_ONCE}\n`)
  if (RUNS >= MEASURED_RUNS) expect(growth).toBeLessThan(MAX_GROWTH_BYTES)
  expect(longestMs).toBeLessThan(MAX_CPU_MS)
  return statuses
}

describe('mutated bodies get 2xx or 4xx, stall nothing and leave no memory behind', () => {
  const url = (route: string, dialect: string) =>
    `/api/${key.project.projectUid}/${route}/?${dialect}_key=${key.publicKey}`

  it('envelopes, our dialect', async () => {
    const statuses = await fuzz(url('envelope', 'compat'), SEEDS.envelope, { runs: RUNS / 2 })
    expect([...statuses.keys()].sort()).toEqual([202, 400])
  })

  it('envelopes, the dialect of SDKs', async () => {
    const statuses = await fuzz(url('envelope', 'sentry'), SEEDS.envelope, { runs: RUNS / 2 })
    expect([...statuses.keys()].sort()).toEqual([200, 400])
  })

  it('store bodies', async () => {
    const statuses = await fuzz(url('store', 'compat'), SEEDS.store)
    expect([...statuses.keys()].sort()).toEqual([202, 400])
  })

  it('security reports', async () => {
    const csp = {
      'document-uri': 'https://a.example/',
      'effective-directive': 'img-src',
      'blocked-uri': 'data',
    }
    const byApi = { type: 'csp-violation', age: 5, body: { effectiveDirective: 'img-src', lineNumber: 1 } }
    const documents = [{ 'csp-report': csp }, byApi]
    const bodies = buffers(documents.map((document) => JSON.stringify(document)))
    const seeds = { bodies, documents, wrap: (document: string) => `[${document}]` }
    const statuses = await fuzz(url('security', 'compat'), seeds, { runs: RUNS / 10 })
    expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([202, 400]))
    expect([200, 202, 400]).toEqual(expect.arrayContaining([...statuses.keys()]))
  })

  it('feedback', async () => {
    const body = { event_id: eventId, name: 'Jane', email: 'jane@example.com', comments: 'It broke.' }
    const bodies = [Buffer.from(JSON.stringify(body))]
    const seeds = { bodies, documents: [body], wrap: (document: string) => document }
    const statuses = await fuzz(url('user-feedback', 'compat'), seeds, { runs: RUNS / 10 })
    expect([201, 400, 404]).toEqual(expect.arrayContaining([...statuses.keys()]))
  })

  it('forms with release files', async () => {
    const type = 'multipart/form-data; boundary=aBoundary'
    // With its secret: uploads with the public key alone are counted, and end at a few hundred an hour.
    const address = `${url('releases/1.0/files', 'compat')}&compat_secret=${key.secret}`
    const statuses = await fuzz(address, SEEDS.multipart, {
      runs: RUNS / 20,
      type,
    })
    expect([...statuses.keys()].sort()).toEqual([201, 400])
  })
})

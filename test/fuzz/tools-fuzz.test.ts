import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { TOOL_ROUTES } from '#http/routes/tool.ts'
import { BOUNDARY } from '../support/client/multipart-form.ts'
import { oddText, oddValue } from '../support/fuzz/schema-values.ts'
import { SEED } from '../support/fuzz/seed.ts'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'

/** Requests to the routes of upload tools, which openapi.json leaves out; `.ci/long` asks for more. */
const REQUESTS = Math.ceil(Number(process.env.ERRATA_API_FUZZ_REQUESTS ?? 1500) / 6)
const EXPECTED = [200, 201, 400, 401, 403, 404, 405, 413, 415, 429]

interface ToolRequest {
  method: string
  path: string
  type: string
  body: string | null
}

let secrets: string[]
let requests = 0
const journey = ofSuite(() => Journey.start({ env: { SVC_TRUST_PROXY: '1', SVC_LOG_LEVEL: 'error' } }))
beforeAll(async () => {
  const powerful = await journey.token(['write:admin'])
  const reader = await journey.token(['read:agent'])
  secrets = [powerful.secret, powerful.secret, powerful.secret, reader.secret, 'none']
})

const word = fc.oneof(fc.constantFrom('web@1', '1.0', 'a'.repeat(40), '..', ''), oddText)
/** What the tools send, each field of which may be missing or something else. */
const field = <T>(usual: fc.Arbitrary<T>) =>
  fc.option(fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: oddValue }), { nil: undefined })
const sha1 = fc.constantFrom('a'.repeat(40), 'b'.repeat(40), '../../etc/passwd')
const object = fc.record({
  version: field(word),
  projects: field(fc.array(fc.constantFrom('shop', 'nobody', '1'), { maxLength: 25 })),
  environment: field(word),
  name: field(word),
  checksum: field(sha1),
  chunks: field(fc.array(sha1, { maxLength: 70 })),
  dist: field(word),
})
const part = fc
  .tuple(fc.constantFrom('file', 'file_gzip', 'name', 'header'), word, word)
  .map(([name, file, content]) => {
    const head = `Content-Disposition: form-data; name="${name}"; filename="${file}"`
    return `--${BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n`
  })
const bodies = fc.oneof(
  fc.constant({ type: '', body: null }),
  object.map((value) => ({ type: 'application/json', body: JSON.stringify(value) })),
  fc
    .tuple(fc.constantFrom('application/json', 'text/plain'), oddText)
    .map(([type, body]) => ({ type, body })),
  fc.array(part, { maxLength: 3 }).map((parts) => ({
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: `${parts.join('')}--${BOUNDARY}--\r\n`,
  })),
)
const toolRequests: fc.Arbitrary<ToolRequest> = fc
  .record({
    route: fc.constantFrom(...TOOL_ROUTES),
    project: fc.constantFrom('shop', 'nobody', '1'),
    word,
    body: bodies,
  })
  .map(({ route, project, word: version, body }) => ({
    method: route.method,
    path: route.path
      .replace('{org}', 'any')
      .replace('{project}', project)
      .replace('{version}', encodeURIComponent(version.toWellFormed().slice(0, 500)) || 'x'),
    ...body,
  }))

it('a fuzzer of the routes of upload tools gets no 5xx, and a reason with each refusal', {
  timeout: 10 * 60_000,
}, async () => {
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(toolRequests, fc.nat({ max: 4 }), async ({ method, path, type, body }, caller) => {
      const at = requests++
      const headers: Record<string, string> = {
        authorization: `Bearer ${secrets[caller]}`,
        'x-forwarded-for': `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
      }
      if (type !== '') headers['content-type'] = type
      const withBody = method === 'GET' || body === null ? {} : { body }
      const { status, json, text } = await journey.raw({ method, path, headers, ...withBody })
      seen.add(status)
      expect(EXPECTED, `${method} ${path}: ${text}`).toContain(status)
      if (status >= 400) expect(json?.detail, text).toMatch(/\w/)
    }),
    { numRuns: REQUESTS, seed: SEED },
  )
  expect([...seen]).toEqual(expect.arrayContaining([200, 201, 400, 401, 403]))
  expect((await journey.raw({ method: 'GET', path: '/healthz' })).status).toBe(200)
})

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { BOUNDARY, form } from '../support/client/multipart-form.ts'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'
import { type ZipEntry, zipFile } from '../support/symbols/zip-file.ts'

const ORG = '/api/0/organizations/any'
const CHUNK_BYTES = 1024 * 1024
const MB = 1024 * 1024
const MAX_GROWTH_BYTES = 400 * MB

interface Manifest {
  [path: string]: { type: string; url: string; headers?: Record<string, string> }
}

const script = (url = '~/app.js') => ({ type: 'minified_source', url })
const sha1 = (content: string | Buffer) => createHash('sha1').update(content).digest('hex')
const manifest = (files: Manifest): ZipEntry => ({
  name: 'manifest.json',
  content: JSON.stringify({ files }),
})
const MANY_HEADERS = JSON.stringify(
  Object.fromEntries(Array.from({ length: 150_000 }, (_, n) => [`h${n}`, 'x'])),
)
const zeros = (megabytes: number) => Buffer.alloc(megabytes * MB)

/** Bundles that a client with a token may send, and what it is told. */
const REFUSED: [what: string, bundle: () => Buffer, detail: RegExp][] = [
  [
    'a file that inflates to more than 32 MB',
    () => zipFile([manifest({ 'a.js': script() }), { name: 'a.js', content: zeros(40) }]),
    /a\.js in the bundle is too large/,
  ],
  [
    'a file that inflates to more than it says',
    () => zipFile([manifest({ 'a.js': script() }), { name: 'a.js', content: zeros(40), claimedBytes: 100 }]),
    /a\.js in the bundle is damaged/,
  ],
  [
    'files that together inflate to more than 256 MB',
    () => {
      const names = Array.from({ length: 9 }, (_, index) => `${index}.js`)
      const files = Object.fromEntries(names.map((name) => [name, script(`~/${name}`)]))
      return zipFile([manifest(files), ...names.map((name) => ({ name, content: zeros(31) }))])
    },
    /larger than 268,435,456 bytes in total/,
  ],
  [
    'a manifest that inflates to more than 4 MB',
    () => zipFile([{ name: 'manifest.json', content: zeros(30) }]),
    /manifest\.json in the bundle is too large/,
  ],
  [
    'more than 5,000 files',
    () => zipFile(Array.from({ length: 5_002 }, (_, index) => ({ name: `${index}`, content: '' }))),
    /more than 5,000 files/,
  ],
  [
    'a file above its folder',
    () => zipFile([manifest({}), { name: '../../../../tmp/errata-escaped.js', content: 'x' }]),
    /is damaged: invalid relative path/,
  ],
  [
    'a file with a whole path',
    () => zipFile([manifest({}), { name: '/tmp/errata-escaped.js', content: 'x' }]),
    /is damaged: absolute path/,
  ],
  [
    'a file with a URL that climbs',
    () =>
      zipFile([
        manifest({ 'a.js': script('~/../../../../../../tmp/errata-escaped.js') }),
        { name: 'a.js', content: 'pay()' },
      ]),
    /must not contain a "\.\." segment/,
  ],
  ['no manifest', () => zipFile([{ name: 'a.js', content: 'x' }]), /has no manifest\.json/],
  [
    'a manifest that is nested without end',
    () => zipFile([{ name: 'manifest.json', content: '{"files":'.repeat(100_000) }]),
    /lists no files/,
  ],
  [
    'a manifest that names what is not there',
    () => zipFile([manifest({ 'gone.js': script() })]),
    /lacks the file gone\.js/,
  ],
  [
    'a manifest that names what every object has',
    () =>
      zipFile([{ name: 'manifest.json', content: `{"files":{"__proto__":${JSON.stringify(script())}}}` }]),
    /lacks the file __proto__/,
  ],
  [
    'a manifest of many values',
    () => zipFile([{ name: 'manifest.json', content: `{"files":{"a.js":{"headers":${MANY_HEADERS}}}}` }]),
    /manifest\.json of the bundle has more than 100,000 values/,
  ],
  [
    'a manifest that is nested deep, and closed',
    () =>
      zipFile([
        { name: 'manifest.json', content: `{"files":${'['.repeat(1_900_000)}${']'.repeat(1_900_000)}}` },
      ]),
    /lists no files/,
  ],
  [
    'a manifest that names a file at great length',
    () => zipFile([manifest({ ['n'.repeat(3_000_000)]: script() })]),
    /^The bundle lacks the file n{200}… \+2999\.8k chars that its manifest lists\.$/,
  ],
  [
    'a file with a long name that colours a terminal',
    () => {
      const name = `\u001b[31m${'n'.repeat(60_000)}`
      return zipFile([manifest({ [name]: script() }), { name, content: zeros(40) }])
    },
    /^n{200}… \+59\.8k chars in the bundle is too large/,
  ],
  [
    'half of a zip',
    () => zipFile([manifest({}), { name: 'a.js', content: 'x'.repeat(500) }]).subarray(0, 120),
    /not a zip/,
  ],
]

describe('bundles of an attacker', () => {
  let token: string
  let requests = 0
  let before: number
  const journey = ofSuite(() => Journey.start({ env: { SVC_TRUST_PROXY: '1' } }))
  beforeAll(async () => {
    token = (await journey.token(['write:admin'])).secret
    before = residentBytes(journey.service.pid)
  })

  /** From another address each time: the rate window is not what is tried here. */
  const headers = (type: string) => ({
    authorization: `Bearer ${token}`,
    'content-type': type,
    'x-forwarded-for': `10.0.${requests >> 8}.${requests++ & 255}`,
  })
  const sendChunk = (content: Buffer) =>
    journey.raw({
      path: `${ORG}/chunk-upload/`,
      headers: headers(`multipart/form-data; boundary=${BOUNDARY}`),
      body: form([{ name: 'file', fileName: sha1(content), content }]),
    })
  const assemble = (body: object) =>
    journey.raw({
      path: `${ORG}/artifactbundle/assemble/`,
      headers: headers('application/json'),
      body: JSON.stringify({ projects: [journey.project.slug], version: 'web@1', ...body }),
    })
  async function upload(bundle: Buffer) {
    const chunks: string[] = []
    for (let at = 0; at < bundle.length; at += CHUNK_BYTES) {
      const chunk = bundle.subarray(at, at + CHUNK_BYTES)
      expect((await sendChunk(chunk)).status).toBe(200)
      chunks.push(sha1(chunk))
    }
    return { checksum: sha1(bundle), chunks }
  }
  const waitingChunks = () =>
    readdirSync(`${journey.service.dataDir}/artifacts`, { recursive: true, encoding: 'utf8' }).filter(
      (path) => /^chunks-[^/]+\/./.test(path),
    )

  it.each(REFUSED)('%s: refused with the reason, and nothing of it waits', async (_what, bundle, detail) => {
    const answer = await assemble(await upload(bundle()))
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { state: 'error', missingChunks: [], detail: expect.stringMatching(detail) },
    ])
    expect(waitingChunks()).toEqual([])
    expect(readdirSync('/tmp')).not.toContain('errata-escaped.js')
  })

  it('that were refused have not cost memory for good', () => {
    expect(residentBytes(journey.service.pid) - before).toBeLessThan(MAX_GROWTH_BYTES)
  })

  it('with a wrong checksum are refused, and their chunks are gone', async () => {
    const { chunks } = await upload(zipFile([manifest({})]))
    expect((await assemble({ checksum: sha1('other'), chunks })).json).toMatchObject({
      state: 'error',
      detail: 'The assembled chunks do not match the checksum.',
    })
    expect(waitingChunks()).toEqual([])
  })

  it('that are assembled again and again without their chunks leave nothing behind', async () => {
    const request = { checksum: sha1('x'), chunks: Array.from({ length: 64 }, (_, n) => sha1(String(n))) }
    for (let round = 0; round < 50; round++) {
      expect((await assemble(request)).json).toMatchObject({
        state: 'not_found',
        missingChunks: request.chunks,
      })
    }
    expect(waitingChunks()).toEqual([])
    const tooMany = await assemble({ ...request, chunks: [...request.chunks, sha1('one more')] })
    expect([tooMany.status, tooMany.json!.detail]).toEqual([400, expect.stringContaining('chunks')])
  })

  it('that share a chunk and are assembled at once are stored, or ask for it again', async () => {
    const files = Array.from({ length: 8 }, (_, n) => zipFile([manifest({}), { name: `${n}`, content: '' }]))
    const shared = zeros(1)
    for (let round = 0; round < 10; round++) {
      await sendChunk(shared)
      const bundles = await Promise.all(files.map((file) => upload(file)))
      const answers = await Promise.all(
        bundles.map(({ chunks }, at) =>
          assemble({
            checksum: sha1(Buffer.concat([shared, files[at]!])),
            chunks: [sha1(shared), ...chunks],
          }),
        ),
      )
      for (const { status, json } of answers) {
        expect([status, json!.state]).toEqual([200, expect.stringMatching(/^(?:ok|error|not_found)$/)])
      }
    }
  })

  it('in pieces that are sent at once are refused past 512 of them, too', async () => {
    const twenty = (request: number): Buffer =>
      form(
        Array.from({ length: 20 }, (_, piece) => {
          const content = Buffer.from(`piece ${request}.${piece}`)
          return { name: 'file', fileName: sha1(content), content }
        }),
      )
    const send = (request: number) =>
      journey.raw({
        path: `${ORG}/chunk-upload/`,
        headers: headers(`multipart/form-data; boundary=${BOUNDARY}`),
        body: twenty(request),
      })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, request) => send(request)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 413]))
    expect(waitingChunks().length).toBeLessThanOrEqual(512)
    for (const path of waitingChunks()) rmSync(join(journey.service.dataDir, 'artifacts', path))
  })

  it('in pieces that never end are refused past 512 of them', async () => {
    expect((await sendChunk(Buffer.from('first'))).status).toBe(200)
    const folder = dirname(join(journey.service.dataDir, 'artifacts', waitingChunks()[0]!))
    for (let piece = waitingChunks().length; piece < 508; piece++)
      writeFileSync(join(folder, sha1(`waits ${piece}`)), 'x')
    const statuses: number[] = []
    for (let piece = 0; piece < 10; piece++) statuses.push((await sendChunk(Buffer.from(`${piece}`))).status)
    expect(waitingChunks().length).toBeLessThanOrEqual(512)
    expect(new Set(statuses)).toEqual(new Set([200, 413]))
  })
})

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}

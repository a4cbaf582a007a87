import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import type { SuspectCommits } from '#contract/issue/suspect-commits.ts'
import { BOUNDARY, form, type Part } from '../support/client/multipart-form.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'

const ORG = '/api/0/organizations/any'
const sha1 = (content: string | Buffer) => createHash('sha1').update(content).digest('hex')

describeOn(ONE_ENGINE, 'the routes of upload tools', (engine) => {
  let token: string
  const journey = ofSuite(async () => Journey.start({ databaseUrl: await engine.databaseUrl() }))
  beforeAll(async () => {
    token = (await journey.token(['write:admin'])).secret
  })

  const bearer = (secret = token) => ({ authorization: `Bearer ${secret}` })
  const chunks = (parts: Part[]) =>
    journey.raw({
      path: `${ORG}/chunk-upload/`,
      headers: { ...bearer(), 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: form(parts),
    })
  const assemble = (body: object) =>
    journey.raw({
      path: `${ORG}/artifactbundle/assemble/`,
      headers: { ...bearer(), 'Content-Type': 'application/json' },
      body: JSON.stringify({ projects: [journey.project.slug], ...body }),
    })
  const asTool = (method: string, path: string, body?: object) =>
    journey.raw({
      method,
      path: `${ORG}/releases/${path}`,
      headers: { ...bearer(), 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    })

  it('take access tokens with write:admin, nothing else', async () => {
    const anonymous = await journey.raw({ method: 'GET', path: `${ORG}/` })
    const signedIn = await journey.client.request('GET', `${ORG}/`)
    const { secret } = await journey.token(['read:agent', 'write:triage'])
    const reader = await journey.raw({ method: 'GET', path: `${ORG}/`, headers: bearer(secret) })
    expect([anonymous.status, signedIn.status, reader.status]).toEqual([401, 401, 403])
    expect(reader.json!.detail).toMatch(/write:admin/)
    const member = await journey.member('member')
    expect((await journey.refusal('POST', `${ORG}/releases/`, { by: member.client, body: {} }))[0]).toBe(401)
  })

  it('say what they do not take', async () => {
    const answer = await journey.raw({ method: 'GET', path: '/api/0/projects/a/b/keys/', headers: bearer() })
    expect([answer.status, answer.json]).toMatchObject([
      400,
      {
        error: 'invalid_request',
        detail: expect.stringContaining('does not support GET /api/0/projects/a/b/keys/'),
      },
    ])
    const unknown = await assemble({ projects: ['nobody'], checksum: sha1(''), chunks: [sha1('')] })
    expect([unknown.status, unknown.json!.detail]).toEqual([
      400,
      expect.stringContaining('no project "nobody"'),
    ])
  })

  it('take chunks by their hash, and say which ones are missing', async () => {
    const [first, second] = ['one chunk', 'another']
    expect(
      (await chunks([{ name: 'file_gzip', fileName: sha1(first), content: gzipSync(first) }])).status,
    ).toBe(200)
    const request = { checksum: sha1(first + second), chunks: [sha1(first), sha1(second)] }
    expect((await assemble(request)).json).toMatchObject({
      state: 'not_found',
      missingChunks: [sha1(second)],
    })
    const wrong = await chunks([{ name: 'file', fileName: '../../../../etc/passwd', content: second }])
    expect([wrong.status, wrong.json!.detail]).toEqual([
      400,
      expect.stringContaining('does not match its name'),
    ])
    const bomb = Buffer.alloc(64 * 1024 * 1024)
    const large = await chunks([{ name: 'file_gzip', fileName: sha1(bomb), content: gzipSync(bomb) }])
    expect([large.status, large.json!.detail]).toEqual([
      400,
      expect.stringContaining('at most 1,048,576 bytes'),
    ])
    expect((await chunks([{ name: 'file', fileName: sha1(second), content: second }])).status).toBe(200)
    expect((await assemble(request)).json).toMatchObject({
      state: 'error',
      missingChunks: [],
      detail: expect.stringContaining('is not a zip file'),
    })
    // What cannot be used is not kept.
    expect((await assemble(request)).json).toMatchObject({ state: 'not_found' })
  })

  it('leave deleted projects out of those that a release was said to be of', async () => {
    const created = await journey.client.request('POST', '/api/v1/projects', { name: 'short-lived' })
    const project = created.body as { id: string; slug: string }
    await asTool('POST', '', { version: '1.0', projects: [journey.project.slug], refs: [{ commit: 'abc1' }] })
    await asTool('POST', '', { version: '2.0', projects: [project.slug] })
    const before = () => asTool('GET', '2.0/previous-with-commits/').then(({ json }) => json)
    expect(await before()).toEqual({})
    await journey.client.request('DELETE', `/api/v1/projects/${project.id}`)
    expect(await before()).toMatchObject({ version: '1.0', lastCommit: { id: 'abc1' } })
  })

  it.each([
    ['A', []],
    ['M', ['first']],
  ])('suspect the oldest commit unless it adds every file that it names (type %s)', async (type, ids) => {
    const release = `cart@${type}`
    await journey.send({ kind: `Cart${type}`, release })
    const commit = (id: string, path: string, type: string) => ({ id, patch_set: [{ path, type }] })
    const commits = [commit('last', 'src/other.js', 'M'), commit('first', `Cart${type}.py`, type)]
    const projects = [journey.project.slug]
    expect((await asTool('POST', '', { version: release, projects, commits })).status).toBe(201)
    const { id } = await journey.issue(`Cart${type}`)
    const found = await journey.client.get<SuspectCommits>(`/api/v1/issues/${id}/suspect-commits`)
    expect([found.commit_count, found.commits.map((suspect) => suspect.id)]).toEqual([2, ids])
  })
})

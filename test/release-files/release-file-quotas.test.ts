import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ReleaseFileStore } from '#ingest/release-file/release-files.ts'
import { listReleaseFiles } from '#storage/project/release-file.ts'
import { deleteReleaseFiles, deleteUnusedReleaseFiles } from '#storage/project/release-file-deletion.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { BOUNDARY, form } from '../support/client/multipart-form.ts'
import { type RawAnswer, sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startIngestServer, type TestKey } from '../support/server/ingest-server.ts'

const HOUR_MS = 3_600_000
const LIMITS = {
  maxFiles: 12,
  maxBytes: 12_000,
  maxPublicFiles: 5,
  maxPublicBytes: 5_000,
  publicUploadsPerHour: 20,
}

describeOn(ENGINES, 'what a project may upload', (engine) => {
  let now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 300_000
  const server = ofSuite(() => startIngestServer({ engine, releaseFiles: LIMITS, clock: () => now }))

  interface Upload {
    name: string
    content: string
    version?: string
    withSecret?: boolean
  }
  function upload(
    by: TestKey,
    { name, content, version = '1.0', withSecret = false }: Upload,
  ): Promise<RawAnswer> {
    const secret = withSecret ? `&compat_secret=${by.secret}` : ''
    return sendRaw(server.url, {
      path: `/api/${by.project.projectUid}/releases/${version}/files/?compat_key=${by.publicKey}${secret}`,
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: form([{ name: 'file', fileName: name, content }]),
    })
  }
  const outcome = ({ status, json }: RawAnswer) => [status, json?.error]
  const scopeOf = ({ project }: TestKey) => server.database.scope(project)
  const names = async (by: TestKey, version = '1.0') =>
    (await listReleaseFiles(scopeOf(by), by.project.projectId, version)).map(({ name }) => name)
  function contents(by: TestKey): string[] {
    return readdirSync(join(server.artifactsDir, by.project.projectUid))
  }
  async function verified(): Promise<void> {
    const { differences } = await verifyDatabase(server.database.queries)
    expect(differences.filter(({ check }) => check === 'release_file.use')).toEqual([])
  }

  it('a file of the same name: the public key keeps what is there, the secret key replaces it', async () => {
    const by = await server.newKey()
    const first = await upload(by, { name: 'a.js', content: 'one' })
    expect(first.status).toBe(201)
    const again = await upload(by, { name: 'a.js', content: 'one' })
    expect([again.status, again.json]).toEqual([201, first.json])
    const refused = await upload(by, { name: 'a.js', content: 'two' })
    expect(outcome(refused)).toEqual([409, 'conflict'])
    expect(refused.json?.message).toContain('secret key')
    expect(contents(by)).toHaveLength(1)
    expect((await upload(by, { name: 'a.js', content: 'two', withSecret: true })).status).toBe(201)
    // Uploaded with the secret key, it is no longer the public key's, whatever that sends.
    expect(outcome(await upload(by, { name: 'a.js', content: 'one' }))).toEqual([409, 'conflict'])
    expect((await upload(by, { name: 'a.js', content: 'two' })).status).toBe(201)
    await verified()
  })

  it('a wrong secret is refused, and does not count as one', async () => {
    const by = await server.newKey()
    const wrong = { ...by, secret: '0'.repeat(32) }
    expect(outcome(await upload(wrong, { name: 'a.js', content: 'x', withSecret: true }))).toEqual([
      401,
      'invalid_dsn',
    ])
  })

  it('the public key is limited in files, the secret key goes on', async () => {
    const by = await server.newKey()
    for (let n = 0; n < LIMITS.maxPublicFiles; n++) {
      expect((await upload(by, { name: `${n}.js`, content: `${n}` })).status).toBe(201)
    }
    const refused = await upload(by, { name: 'more.js', content: 'x' })
    expect(outcome(refused)).toEqual([413, 'payload_too_large'])
    expect(refused.json?.message).toMatch(
      /5 release files uploaded with the public key.*SVC_PUBLIC_RELEASE_FILES_MAX\./,
    )
    expect(contents(by)).toHaveLength(LIMITS.maxPublicFiles)
    expect((await upload(by, { name: 'more.js', content: 'x', withSecret: true })).status).toBe(201)
    // One of them is now the secret key's: that makes room for the public key.
    expect((await upload(by, { name: '0.js', content: '0', withSecret: true })).status).toBe(201)
    expect((await upload(by, { name: 'other.js', content: 'x' })).status).toBe(201)
    await verified()
  })

  it('the public key is limited in bytes, the last one counting', async () => {
    const by = await server.newKey()
    expect((await upload(by, { name: 'a', content: 'a'.repeat(4_000) })).status).toBe(201)
    const refused = await upload(by, { name: 'b', content: 'b'.repeat(1_001) })
    expect(outcome(refused)).toEqual([413, 'payload_too_large'])
    expect(refused.json?.message).toContain('SVC_PUBLIC_RELEASE_FILES_MAX_MB')
    expect((await upload(by, { name: 'b', content: 'b'.repeat(1_000) })).status).toBe(201)
  })

  it('a project is limited in all, and a replacement counts for what it adds', async () => {
    const by = await server.newKey()
    const put = (name: string, bytes: number) =>
      upload(by, { name, content: name.repeat(bytes), withSecret: true })
    expect((await put('a', 6_000)).status).toBe(201)
    expect((await put('b', 6_000)).status).toBe(201)
    const refused = await put('c', 1)
    expect(outcome(refused)).toEqual([413, 'payload_too_large'])
    expect(refused.json?.message).toContain('SVC_RELEASE_FILES_MAX_MB')
    expect(outcome(await upload(by, { name: 'a', content: 'x'.repeat(6_001), withSecret: true }))).toEqual([
      413,
      'payload_too_large',
    ])
    expect((await upload(by, { name: 'a', content: 'x'.repeat(2_000), withSecret: true })).status).toBe(201)
    for (let n = 0; n < LIMITS.maxFiles - 2; n++) expect((await put(`${n}`, 1)).status).toBe(201)
    const many = await put('d', 1)
    expect(many.json?.message).toContain('SVC_RELEASE_FILES_MAX.')
    await verified()
  })

  it('quotas hold for uploads at the same time', async () => {
    const by = await server.newKey()
    const answers = await server.atOnce.race(
      Array.from({ length: 18 }, (_, n) => upload(by, { name: `${n}.js`, content: `${n}` })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(LIMITS.maxPublicFiles)
    expect(answers.filter(({ status }) => status === 413)).toHaveLength(18 - LIMITS.maxPublicFiles)
    expect(await names(by)).toHaveLength(LIMITS.maxPublicFiles)
    await verified()
  })

  it('of one name at the same time, one content wins and the others are told', async () => {
    const by = await server.newKey()
    const answers = await server.atOnce.race(
      Array.from({ length: 9 }, (_, n) => upload(by, { name: 'a.js', content: `${n % 3}` })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6)
    await verified()
  })

  it('the public key may upload so often an hour, the secret key more often', async () => {
    const by = await server.newKey()
    const send = (withSecret = false) => upload(by, { name: 'a.js', content: 'same', withSecret })
    for (let n = 0; n < LIMITS.publicUploadsPerHour; n++) expect((await send()).status).toBe(201)
    const refused = await send()
    expect(outcome(refused)).toEqual([429, 'rate_limit_exceeded'])
    expect(refused.headers['retry-after']).toBe('3300')
    expect((await send(true)).status).toBe(201)
    now += HOUR_MS
    expect((await send()).status).toBe(201)
  })

  it('a failing database is not reported as a fault of the disk', async () => {
    const by = await server.newKey()
    const failure = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    const store = new ReleaseFileStore({
      database: { serviceScope: server.database.serviceScope, inOrg: () => Promise.reject(failure) },
      artifactsDir: server.artifactsDir,
      limits: LIMITS,
      clock: () => now,
    })
    const upload = { name: 'a.js', dist: '', bytes: Buffer.from('x') }
    await expect(store.store({ key: by.project, isPublic: true }, '1.0', upload)).rejects.toBe(failure)
  })

  it('what is deleted makes room, by release and by age', async () => {
    const by = await server.newKey()
    for (let n = 0; n < LIMITS.maxPublicFiles; n++) {
      await upload(by, { name: 'a.js', content: `${n}`, version: `${n % 2}` === '0' ? `old-${n}` : 'new' })
      if (n === 2) now += HOUR_MS
    }
    await upload(by, { name: 'b.js', content: 'b', version: 'new' })
    const { database } = server
    const { projectId } = by.project
    // Uploaded again, a file counts as used.
    expect((await upload(by, { name: 'a.js', content: '0', version: 'old-0' })).status).toBe(201)
    const before = now - HOUR_MS / 2
    const removed = await database.inOrg(by.project, (scope) =>
      deleteUnusedReleaseFiles(scope, { projectId, before, limit: 100 }),
    )
    expect(removed).toBe(2)
    expect(await names(by, 'old-0')).toEqual(['a.js'])
    expect(await names(by, 'old-2')).toEqual([])
    await verified()
    await database.inOrg(by.project, (scope) => deleteReleaseFiles(scope, projectId, 'old-0'))
    await verified()
    expect((await upload(by, { name: 'c.js', content: 'c' })).status).toBe(201)
  })
})

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { listReleaseFiles } from '#storage/project/release-file.ts'
import { BOUNDARY, form } from '../support/client/multipart-form.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startIngestServer, type TestKey } from '../support/server/ingest-server.ts'

const MAX = 2 * 1024 * 1024
let key: TestKey
const server = ofSuite(startIngestServer)
beforeAll(async () => {
  key = await server.newKey()
})

function upload(version: string, body: Uint8Array, options: { by?: TestKey; type?: string } = {}) {
  const by = options.by ?? key
  return sendRaw(server.url, {
    path: `/api/${by.project.projectUid}/releases/${version}/files/?compat_key=${by.publicKey}`,
    headers: { 'Content-Type': options.type ?? `multipart/form-data; boundary=${BOUNDARY}` },
    body,
  })
}

function scopeOf(by: TestKey) {
  return { db: server.database.queries, orgId: by.project.orgId, orgUid: by.project.orgUid }
}

function files(by: TestKey, version: string) {
  return listReleaseFiles(scopeOf(by), by.project.projectId, version)
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

describe('refused as invalid_release_version', () => {
  it.each([
    '..',
    '1..2',
    'a%2Fb',
    'a%5Cb',
    'a\\b',
    '%2e%2e',
    '%2E.',
    'a%252fb',
    '%00',
    '.',
    '..%2f..%2fetc',
    'a/b',
    '../x',
  ])('%s', async (version) => {
    const answer = await upload(version, form([{ name: 'file', fileName: 'a', content: '1' }]))
    expect([answer.status, answer.json?.error]).toEqual([400, 'invalid_release_version'])
  })

  it('not a long one, or one with dots', async () => {
    for (const version of ['v'.repeat(1000), '1.2.3-rc.1+build.7', 'my app@1.0', 'ü', '1.0.']) {
      const answer = await upload(
        encodeURIComponent(version),
        form([{ name: 'file', fileName: 'a', content: '1' }]),
      )
      expect([version, answer.status]).toEqual([version, 201])
    }
  })
})

describe('refused as invalid_release_file', () => {
  const file = { name: 'file', fileName: 'a.js', content: '1' }
  it.each([
    '../../etc/passwd',
    'a/../../b',
    '..',
    'a\\..\\b',
    '%2e%2e/b',
    'a%2f..%2fb',
    '~/../x',
    'a\0b',
    'x'.repeat(513),
    'https://example.com/',
  ])('the name %j', async (name) => {
    const answer = await upload('1.0', form([file, { name: 'name', content: name }]))
    expect([answer.status, answer.json?.error]).toEqual([400, 'invalid_release_file'])
  })

  it.each([
    ['no file field', form([{ name: 'name', content: 'a.js' }])],
    ['no name at all', form([{ name: 'file', content: '1' }])],
    ['an empty body', Buffer.alloc(0)],
    ['no end', Buffer.from(form([file]).toString().replace('--\r\n', ''))],
    ['another boundary', Buffer.from(form([file]).toString().replaceAll(BOUNDARY, 'other'))],
    ['a part without a header', Buffer.from(`--${BOUNDARY}\r\n\r\nx\r\n--${BOUNDARY}--`)],
    ['more than 20 parts', form([...Array(21).fill({ name: 'x', content: '' }), file])],
  ])('%s', async (_, body) => {
    const answer = await upload('1.0', body)
    expect([answer.status, answer.json?.error]).toEqual([400, 'invalid_release_file'])
  })

  it.each(['application/json', 'multipart/form-data', 'multipart/form-data; boundary=', 'text/plain', ''])(
    'Content-Type %j',
    async (type) => {
      const answer = await upload('1.0', form([file]), { type })
      expect([answer.status, answer.json?.error]).toEqual([400, 'invalid_release_file'])
    },
  )
})

describe('the order of checks', () => {
  it('is key, project, size, version, file', async () => {
    const huge = Buffer.alloc(5 * MAX)
    const send = (query: string, body: Uint8Array, version = '..', project = key.project.projectUid) =>
      sendRaw(server.url, { path: `/api/${project}/releases/${version}/files/${query}`, body })
    const good = `?compat_key=${key.publicKey}`
    expect((await send('', huge)).json?.error).toBe('invalid_dsn')
    expect((await send(good, huge, '..', '999')).json?.error).toBe('project_mismatch')
    expect((await send(good, huge)).json?.error).toBe('payload_too_large')
    expect((await send(good, Buffer.from('x'))).json?.error).toBe('invalid_release_version')
    expect((await send(good, Buffer.from('x'), '1.0')).json?.error).toBe('invalid_release_file')
  })
})

describe('a project that was deleted', () => {
  it('is invalid_dsn also where its key was found just before', async () => {
    const by = await server.newKey()
    const body = form([{ name: 'file', fileName: 'a', content: '1' }])
    expect((await upload('1.0', body, { by })).status).toBe(201)
    await server.database.queries.deleteFrom('project').where('id', '=', by.project.projectId).execute()
    const answer = await upload('1.0', body, { by })
    expect([answer.status, answer.json?.error]).toEqual([401, 'invalid_dsn'])
  })
})

describe('a folder that leads out of the artifacts directory', () => {
  it('is never written to', async () => {
    const by = await server.newKey()
    const outside = join(server.dataDir, 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(server.artifactsDir, by.project.projectUid))
    const answer = await upload('1.0', form([{ name: 'file', fileName: 'a', content: '1' }]), { by })
    expect([answer.status, answer.json?.error]).toEqual([500, 'storage_error'])
    expect(readdirSync(outside)).toEqual([])
    expect(await files(by, '1.0')).toEqual([])
  })

  it('nor does a link in the place of the content lead anywhere', async () => {
    const by = await server.newKey()
    const folder = join(server.artifactsDir, by.project.projectUid)
    const victim = join(server.dataDir, 'victim')
    writeFileSync(victim, 'untouched')
    mkdirSync(folder)
    symlinkSync(victim, join(folder, sha256('content')))
    const answer = await upload('1.0', form([{ name: 'file', fileName: 'a', content: 'content' }]), {
      by,
    })
    expect(answer.status).toBe(201)
    expect(readFileSync(victim, 'utf8')).toBe('untouched')
    expect(readFileSync(join(folder, sha256('content')), 'utf8')).toBe('content')
  })

  it('is storage_error where a file is in the way of the folder', async () => {
    const by = await server.newKey()
    const folder = join(server.artifactsDir, by.project.projectUid)
    writeFileSync(folder, '')
    const answer = await upload('1.0', form([{ name: 'file', fileName: 'a', content: '1' }]), { by })
    expect([answer.status, answer.json?.error]).toEqual([500, 'storage_error'])
    rmSync(folder)
    expect((await upload('1.0', form([{ name: 'file', fileName: 'a', content: '1' }]), { by })).status).toBe(
      201,
    )
  })
})

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sweepArtifacts } from '#ingest/release-file/sweep-artifacts.ts'
import { listReleaseFiles } from '#storage/project/release-file.ts'
import { BOUNDARY, form, type Part } from '../support/client/multipart-form.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startIngestServer, type TestKey } from '../support/server/ingest-server.ts'

const MAX = 2 * 1024 * 1024
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describeOn(ONE_ENGINE, 'release files', (engine) => {
  let key: TestKey
  const server = ofSuite(() => startIngestServer({ engine }))
  beforeAll(async () => {
    key = await server.newKey()
  })

  function upload(
    version: string,
    body: Uint8Array,
    options: { by?: TestKey; type?: string; withSecret?: boolean } = {},
  ) {
    const by = options.by ?? key
    const secret = options.withSecret ? `&compat_secret=${by.secret}` : ''
    return sendRaw(server.url, {
      path: `/api/${by.project.projectUid}/releases/${version}/files/?compat_key=${by.publicKey}${secret}`,
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

  /** What the service does once an hour, two hours later. */
  function sweep(): Promise<void> {
    const { database, artifactsDir } = server
    return sweepArtifacts({ database, artifactsDir, clock: () => Date.now() + 7_200_000 }, async () => true)
  }

  const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
  const blob = (by: TestKey, content: string | Uint8Array) =>
    join(server.artifactsDir, by.project.projectUid, sha256(content))

  describe('an upload', () => {
    it('is stored under its hash and listed under its name', async () => {
      const content = '{"version":3}'
      const body = form([
        { name: 'file', fileName: 'app.js.map', content },
        { name: 'name', content: '~/static/js/app.js.map' },
      ])
      const answer = await upload('shop@1.0.0%2B7', body)
      const answered = { id: expect.stringMatching(UUID), name: '~/static/js/app.js.map' }
      expect([answer.status, answer.json]).toEqual([201, answered])
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      const [file] = await files(key, 'shop@1.0.0+7')
      expect(file).toMatchObject({
        ...(answer.json as object),
        sizeBytes: content.length,
        sha256: sha256(content),
      })
      expect(readFileSync(blob(key, content), 'utf8')).toBe(content)
    })

    it.each([
      [
        'the field wins, before the file',
        [
          { name: 'name', content: 'a/b.js' },
          { name: 'file', fileName: 'c.js', content: '1' },
        ],
        'a/b.js',
      ],
      ['the file has it where there is no field', [{ name: 'file', fileName: 'c.js', content: '1' }], 'c.js'],
      [
        'an empty field does not count',
        [
          { name: 'name', content: '' },
          { name: 'file', fileName: 'c.js', content: '1' },
        ],
        'c.js',
      ],
      [
        'a URL loses its scheme and host',
        [
          { name: 'name', content: 'https://cdn.example.com:8443/x/y.js' },
          { name: 'file', content: '1' },
        ],
        '~/x/y.js',
      ],
      [
        'an odd name is only a name',
        [
          { name: 'name', content: '~/a b/ü/...js' },
          { name: 'file', content: '1' },
        ],
        '~/a b/ü/...js',
      ],
    ] as [string, Part[], string][])('is named: %s', async (_, parts, name) => {
      const answer = await upload('names', form(parts))
      expect([answer.status, answer.json?.name]).toEqual([201, name])
    })

    it('of the same release and name replaces, whichever way the name is written', async () => {
      const by = await server.newKey()
      const put = (content: string, name: string) =>
        upload(
          '1.0',
          form([
            { name: 'file', content },
            { name: 'name', content: name },
          ]),
          { by, withSecret: true },
        )
      await put('first', '~/app.js')
      await put('second', 'https://example.com/app.js')
      await sweep()
      const [file, ...others] = await files(by, '1.0')
      expect(others).toEqual([])
      expect(file).toMatchObject({ name: '~/app.js', sha256: sha256('second') })
      expect(existsSync(blob(by, 'first'))).toBe(false)
      expect(readFileSync(blob(by, 'second'), 'utf8')).toBe('second')
    })

    it('keeps content that another release still has', async () => {
      const by = await server.newKey()
      const put = (version: string, content: string) =>
        upload(version, form([{ name: 'file', fileName: 'app.js', content }]), { by, withSecret: true })
      await put('1.0', 'shared')
      await put('2.0', 'shared')
      await put('2.0', 'changed')
      await sweep()
      expect(existsSync(blob(by, 'shared'))).toBe(true)
      await put('1.0', 'changed')
      await sweep()
      expect(existsSync(blob(by, 'shared'))).toBe(false)
      expect(readdirSync(join(server.artifactsDir, by.project.projectUid))).toEqual([sha256('changed')])
    })

    it('of another dist is another file', async () => {
      const by = await server.newKey()
      for (const dist of ['7', '8']) {
        const parts = [
          { name: 'file', fileName: 'a.js', content: dist },
          { name: 'dist', content: dist },
        ]
        expect((await upload('1.0', form(parts), { by })).status).toBe(201)
      }
      expect((await files(by, '1.0')).map((file) => file.dist)).toEqual(['7', '8'])
    })

    it('at the same time as others leaves every file whole', async () => {
      const by = await server.newKey()
      const contents = Array.from({ length: 20 }, (_, i) => `content ${i % 3}`)
      await server.atOnce.race(
        contents.map((content) =>
          upload('1.0', form([{ name: 'file', fileName: 'a.js', content }]), { by, withSecret: true }),
        ),
      )
      await sweep()
      const [file] = await files(by, '1.0')
      const folder = join(server.artifactsDir, by.project.projectUid)
      expect(readdirSync(folder)).toEqual([file!.sha256])
      expect(sha256(readFileSync(join(folder, file!.sha256)))).toBe(file!.sha256)
    })

    it('can be up to 2 MiB, whatever its frame takes', async () => {
      const put = (size: number) =>
        upload(
          'sizes',
          form([
            { name: 'note', content: 'x'.repeat(5000) },
            { name: 'file', fileName: 'a', content: Buffer.alloc(size, 'a') },
          ]),
        )
      expect((await put(MAX)).status).toBe(201)
      for (const size of [MAX + 1, MAX + 70_000, 5 * MAX]) {
        const answer = await put(size)
        expect([answer.status, answer.json?.error]).toEqual([413, 'payload_too_large'])
      }
    })
  })

  describe('an upload of stock tools', () => {
    it('by fetch', async () => {
      const body = new FormData()
      body.set('file', new Blob(['x']), 'naïve "quoted".js')
      const path = `/api/${key.project.projectId}/releases/tools/files?compat_key=${key.publicKey}`
      const answer = await fetch(server.url + path, { method: 'POST', body })
      expect([answer.status, ((await answer.json()) as { name: string }).name]).toEqual([
        201,
        'naïve "quoted".js',
      ])
    })

    it('by .NET, with unquoted parameters', async () => {
      const body = `--b\r\nContent-Type: text/plain\r\nContent-Disposition: form-data; name=file; filename=a.js; filename*=utf-8''na%C3%AFve.js\r\n\r\nx\r\n--b--\r\n`
      const answer = await upload('tools', Buffer.from(body), { type: 'multipart/form-data; boundary="b"' })
      expect([answer.status, answer.json?.name]).toEqual([201, 'naïve.js'])
    })

    it('with a preamble, padding and an epilogue', async () => {
      const body = `hello\r\n--b  \r\nContent-Disposition: form-data; name="file"; filename="a.js"\r\n\r\nx\r\n--b--\r\nbye`
      const answer = await upload('tools', Buffer.from(body), {
        type: 'Multipart/Form-Data;charset=utf-8;Boundary=b',
      })
      expect(answer.status).toBe(201)
    })
  })
})

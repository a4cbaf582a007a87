import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../support/client/raw-request.ts'
import { type ApiServer, startApiServer } from '../support/server/api-server.ts'

const PAGE = '<!doctype html><title>Errata</title>'

describe('the files of the dashboard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'errata-web-'))
  let server: ApiServer
  beforeAll(async () => {
    const webDir = join(folder, 'dist')
    mkdirSync(join(webDir, 'assets'), { recursive: true })
    writeFileSync(join(folder, 'secret.txt'), 'secret')
    writeFileSync(join(webDir, 'index.html'), PAGE)
    writeFileSync(join(webDir, 'favicon.svg'), '<svg/>')
    writeFileSync(join(webDir, 'assets', 'main-abc123.js'), 'start()')
    writeFileSync(join(webDir, 'assets', 'main-abc123.js.br'), brotliCompressSync('start()'))
    writeFileSync(join(webDir, 'assets', 'main-abc123.js.gz'), gzipSync('start()'))
    server = await startApiServer({ webDir })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  const get = (path: string, accept = '*/*', method = 'GET') =>
    sendRaw(server.url, { method, path, headers: { accept } })

  it.each(['/', '/index.html', '/issues', '/issues/42?tab=events', '/setup'])(
    'the page at %s, never from a cache unasked',
    async (path) => {
      const answer = await get(path, 'text/html,application/xhtml+xml')
      expect([answer.status, answer.text]).toEqual([200, PAGE])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
    },
  )

  it('files by name, those with a hash in it forever', async () => {
    const script = await get('/assets/main-abc123.js')
    expect([script.status, script.text]).toEqual([200, 'start()'])
    expect(script.headers['content-type']).toMatch(/^text\/javascript|^application\/javascript/)
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const icon = await get('/favicon.svg')
    expect([icon.status, icon.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect((await get('/favicon.svg', '*/*', 'HEAD')).text).toBe('')
  })

  it('files of a build that is newer than the service', async () => {
    const late = join(folder, 'dist', 'assets', 'main-def456.js')
    expect((await get('/assets/main-def456.js')).status).toBe(404)
    writeFileSync(late, 'startAgain()')
    await expect
      .poll(async () => (await get('/assets/main-def456.js')).text, { timeout: 5000 })
      .toBe('startAgain()')
    expect((await get('/assets/../../secret.txt')).status).toBe(404)
  })

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('as the build compressed them for a client that takes %s', async (accepted, encoding) => {
    const headers = { accept: '*/*', 'accept-encoding': accepted }
    const answer = await sendRaw(server.url, { method: 'GET', path: '/assets/main-abc123.js', headers })
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, encoding])
    expect(answer.headers['content-type']).toMatch(/javascript/)
    expect(answer.headers.vary).toContain('accept-encoding')
    expect(answer.headers['cache-control']).toContain('immutable')
  })

  it.each([
    ['/assets/missing.js', '*/*'],
    ['/assets/main-abc123.js.br', '*/*'],
    ['/../secret.txt', '*/*'],
    ['/..%2fsecret.txt', '*/*'],
    ['/assets/..%2f..%2fsecret.txt', '*/*'],
    ['/assets', '*/*'],
    ['/api/v1/nowhere', 'text/html'],
    ['/api/nowhere', 'text/html'],
  ])('nothing at %s for %s', async (path, accept) => {
    const answer = await get(path, accept)
    expect([answer.status, answer.json?.error]).toEqual([404, 'not_found'])
    expect(answer.text).not.toContain('secret')
  })

  it('no page for what is not a GET', async () => {
    expect((await get('/issues', 'text/html', 'POST')).status).toBe(404)
  })
})

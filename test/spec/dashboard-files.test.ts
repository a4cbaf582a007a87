import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/api-server.ts'
import { sendRaw } from '../support/raw-request.ts'

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

  it('files by name, those with a hash in it for ever', async () => {
    const script = await get('/assets/main-abc123.js')
    expect([script.status, script.text]).toEqual([200, 'start()'])
    expect(script.headers['content-type']).toMatch(/^text\/javascript|^application\/javascript/)
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const icon = await get('/favicon.svg')
    expect([icon.status, icon.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect((await get('/favicon.svg', '*/*', 'HEAD')).text).toBe('')
  })

  it.each([
    ['/assets/missing.js', '*/*'],
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

  it('no page for what is no GET', async () => {
    expect((await get('/issues', 'text/html', 'POST')).status).toBe(404)
  })
})

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { startApp } from '#app'
import { everyRoute } from '#http/routes/routes.ts'
import { readConfig } from '#platform/config/config.ts'
import { routePage } from '../../scripts/routes/page.ts'

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/routes.md'), 'utf8')
/** They refuse what has no route, or serve the dashboard. */
const CATCH_ALL = ['/api/0/*', '/api/{project}/*', '/api/{project}/releases/*', '/*']
/** Said of all DSN routes at the top of the page: preflights, and methods that are refused. */
const REFUSED_OF_DSN = ['OPTIONS', 'PUT', 'PATCH', 'DELETE']

describe('docs/routes.md', () => {
  it('is what `npm run docs:routes` writes', () => {
    expect(PAGE).toBe(routePage(everyRoute()))
  })

  it('names every route that the service registers, and no other', { timeout: 60_000 }, async () => {
    const registered = await registeredRoutes()
    const listed = new Set([...PAGE.matchAll(/^\| `(.+?)` \|/gm)].map((match) => withoutSlash(match[1]!)))
    expect(listed.size).toBeGreaterThan(100)
    expect([...registered].filter((address) => !isListed(address, listed))).toEqual([])
    expect([...listed].filter((address) => !registered.has(address))).toEqual([])
  })
})

function isListed(address: string, listed: ReadonlySet<string>): boolean {
  const [method, path] = address.split(' ') as [string, string]
  const isListedAs = (other: string) => listed.has(`${other} ${path}`)
  if (listed.has(address) || CATCH_ALL.includes(path)) return true
  if (method === 'HEAD' || (method === 'GET' && isDsnPath(path)))
    return isListedAs('GET') || isListedAs('POST')
  return REFUSED_OF_DSN.includes(method) && isDsnPath(path) && isListedAs('POST')
}

function isDsnPath(path: string): boolean {
  return path.startsWith('/api/{project}/') || path.startsWith('/api/embed/')
}

function withoutSlash(address: string): string {
  return address.endsWith(' /') ? address : address.replace(/\/$/, '')
}

/** What the framework is told while the whole service starts: `GET /api/v1/issues/{id}`. */
async function registeredRoutes(): Promise<Set<string>> {
  const found = new Set<string>()
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) found.add(withoutSlash(`${one} ${url.replace(/:(\w+)/g, '{$1}')}`))
    })
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-routes-'))
  subscribe('fastify.initialization', watch)
  try {
    const config = readConfig({ SVC_DATA_DIR: dataDir, SVC_PORT: '0', SVC_LOG_LEVEL: 'fatal' })
    await (await startApp(config)).close()
  } finally {
    unsubscribe('fastify.initialization', watch)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return found
}

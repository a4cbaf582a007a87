import { existsSync, readdirSync } from 'node:fs'
import { sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { earlyHints } from './early-hints.ts'

const INDEX = 'index.html'
/** Names in this folder change with their content. */
const HASHED = 'assets/'

/** The folder is read again for a missing name at most this often. */
const READ_AGAIN_MS = 1000

/** Serves the built dashboard: its files by name, and its page for every other path that a browser opens.
 * Only files that a listing of the folder names are served, so no path can lead elsewhere. */
export async function registerStatic(fastify: FastifyInstance, webDir: string): Promise<void> {
  if (!existsSync(webDir)) {
    fastify.log.warn({ webDir }, 'the dashboard is not built; run `npm run build`')
    return
  }
  let site = readSite(webDir)
  const has = (name: string): boolean => {
    // The dashboard may be built again while the service runs: its page then names other files.
    const isNew = !site.files.has(name) && name.startsWith(HASHED)
    if (isNew && performance.now() - site.readAt > READ_AGAIN_MS) site = readSite(webDir)
    return site.files.has(name)
  }
  await fastify.register(fastifyStatic, {
    root: webDir,
    serve: false,
    cacheControl: false,
    preCompressed: true,
  })
  fastify.get('/*', async (request, reply) => {
    const name = fileName(request)
    if (has(name)) return sendFile(reply, name)
    if (has(INDEX) && isPageRequest(request, name)) {
      const links = site.hints(request, name)
      return sendFile(links === null ? reply : reply.header('link', links), INDEX)
    }
    return reply.callNotFound()
  })
}

function readSite(webDir: string) {
  const files = new Set(listFiles(webDir))
  return { files, hints: earlyHints(files), readAt: performance.now() }
}

function listFiles(webDir: string): string[] {
  return (
    readdirSync(webDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}${sep}${entry.name}`.slice(webDir.length + 1).replaceAll(sep, '/'))
      // Compressed copies are served in place of their files, under the names of these.
      .filter((name) => !/\.(br|gz)$/.test(name))
  )
}

function fileName(request: FastifyRequest): string {
  return (request.params as { '*': string })['*'] || INDEX
}

function isPageRequest(request: FastifyRequest, name: string): boolean {
  return !name.startsWith('api/') && (request.headers.accept ?? '').includes('text/html')
}

function sendFile(reply: FastifyReply, name: string): FastifyReply {
  reply.header('vary', 'accept-encoding')
  reply.header('cache-control', name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache')
  return reply.sendFile(name)
}

import { existsSync, readdirSync } from 'node:fs'
import { sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { earlyHints } from './early-hints.ts'

const INDEX = 'index.html'
const HASHED = 'assets/'

/**
 * Serves the built dashboard: its files by name, and its page for every other path that a browser opens.
 * Only the files found at start are served, so no path can lead elsewhere.
 */
export async function registerStatic(fastify: FastifyInstance, webDir: string): Promise<void> {
  if (!existsSync(webDir)) {
    fastify.log.warn({ webDir }, 'the dashboard is not built; run `npm run build`')
    return
  }
  const files = new Set(listFiles(webDir))
  const hints = earlyHints(files)
  await fastify.register(fastifyStatic, {
    root: webDir,
    serve: false,
    cacheControl: false,
    preCompressed: true,
  })
  fastify.get('/*', async (request, reply) => {
    const name = fileName(request)
    if (files.has(name)) return sendFile(reply, name)
    if (files.has(INDEX) && isPageRequest(request, name)) {
      const links = hints(request, name)
      return sendFile(links === null ? reply : reply.header('link', links), INDEX)
    }
    return reply.callNotFound()
  })
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

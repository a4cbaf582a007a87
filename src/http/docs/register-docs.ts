import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#domain/text/escape-html.ts'
import type { Config } from '#platform/config/config.ts'
import type { OpenApi } from '../description/open-api.ts'
import { originOf } from '../origin-of.ts'
import { ORIGIN_MARK } from './curl-example.ts'
import { docsPage } from './docs-page.ts'
import { llmsText } from './llms-text.ts'

const PIECE_CHARS = 64 * 1024

/** Serves the description to people (`/docs`) and to agents (`/llms.txt`); both name the address they are
 * at. Each is written when it is first asked for: a service nobody reads about keeps no text. */
export function registerDocs(
  fastify: FastifyInstance,
  { describe, config }: { describe: () => OpenApi; config: Pick<Config, 'baseUrl'> },
): void {
  let page: string[] | undefined
  let text: string[] | undefined
  fastify.get('/docs', async (request, reply) => {
    page ??= docsPage(describe()).split(ORIGIN_MARK)
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    return Readable.from(joined(page, escapeHtml(originOf(config, request))), { objectMode: false })
  })
  fastify.get('/llms.txt', async (request, reply) => {
    text ??= llmsText(describe()).split(ORIGIN_MARK)
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache')
    return text.join(originOf(config, request))
  })
}

/** Written as fast as it is read: nobody who doesn't read it makes us hold it. */
function* joined(parts: readonly string[], separator: string): Generator<string, void> {
  let piece = ''
  for (const [index, part] of parts.entries()) {
    piece += index === 0 ? part : separator + part
    if (piece.length < PIECE_CHARS) continue
    yield piece
    piece = ''
  }
  yield piece
}

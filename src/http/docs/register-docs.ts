import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '#domain/text/escape-html.ts'
import type { Config } from '#platform/config/config.ts'
import type { OpenApi } from '../description/open-api.ts'
import { ORIGIN_MARK } from './curl-example.ts'
import { docsPage } from './docs-page.ts'
import { llmsText } from './llms-text.ts'

/** Serves the description to people (`/docs`) and to agents (`/llms.txt`); both name the address they are
 * at. Each is written when it is first asked for: a service nobody reads about keeps no text. */
export function registerDocs(
  fastify: FastifyInstance,
  { describe, config }: { describe: () => OpenApi; config: Pick<Config, 'baseUrl'> },
): void {
  let page: string | undefined
  let text: string | undefined
  const originOf = ({ protocol, host }: FastifyRequest) => config.baseUrl ?? `${protocol}://${host}`
  fastify.get('/docs', async (request, reply) => {
    page ??= docsPage(describe())
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    return page.replaceAll(ORIGIN_MARK, () => escapeHtml(originOf(request)))
  })
  fastify.get('/llms.txt', async (request, reply) => {
    text ??= llmsText(describe())
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache')
    return text.replaceAll(ORIGIN_MARK, () => originOf(request))
  })
}

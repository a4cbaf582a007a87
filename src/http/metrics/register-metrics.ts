import type { FastifyInstance } from 'fastify'
import { ServiceError } from '#contract/errors.ts'
import { equalSecrets } from '#platform/secret-token.ts'
import type { MetricSources } from './service-metrics.ts'

const OFF = 'Metrics are off. Set SVC_METRICS_TOKEN, and send it as a Bearer token.'
const REFUSED = 'Send the value of SVC_METRICS_TOKEN as a Bearer token.'

/** `GET /metrics`: numbers of this process as Prometheus reads them, for clients with the token. Without
 * one in the settings nothing is counted, and the library is not even loaded. */
export async function registerMetrics(
  fastify: FastifyInstance,
  { token, sources }: { token: string | null; sources: MetricSources },
): Promise<void> {
  if (token === null) {
    fastify.get('/metrics', async () => {
      throw new ServiceError('not_found', OFF)
    })
    return
  }
  const { ServiceMetrics } = await import('./service-metrics.ts')
  const metrics = new ServiceMetrics(sources)
  metrics.watch(fastify.server)
  fastify.get('/metrics', async (request, reply) => {
    const given = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
    if (given === undefined || !equalSecrets(given, token)) throw refusal()
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}

function refusal(): ServiceError {
  return new ServiceError('unauthenticated', REFUSED, {
    headers: { 'www-authenticate': 'Bearer realm="metrics"' },
  })
}

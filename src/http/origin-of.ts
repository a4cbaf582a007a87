import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/config.ts'

/** The origin that answers name as the service's: the configured one, or the one that the request came to. */
export function originOf(
  { baseUrl }: Pick<Config, 'baseUrl'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
  // A proxy may pass on what its client called the scheme.
  return baseUrl ?? `${protocol === 'https' ? 'https' : 'http'}://${host}`
}

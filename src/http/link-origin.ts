import { isIP } from 'node:net'
import { ServiceError } from '#contract/errors.ts'
import { originOf } from './origin-of.ts'
import type { PublicCallBase } from './routes/route.ts'

export function dsnOrigin({ services, request }: Pick<PublicCallBase, 'services' | 'request'>): string {
  return originOf(services.config, request)
}

/** For links that carry a secret: the configured base address, else where the caller's browser is, or an
 * address that is not a stranger's name. @throws conflict for a Host that anybody could have written. */
export function linkOrigin(call: Pick<PublicCallBase, 'services' | 'request'>): string {
  const { services, request } = call
  const isOwn = request.headers['sec-fetch-site'] === 'same-origin' || isLiteralHost(request.hostname)
  if (services.config.baseUrl === null && !isOwn) {
    throw new ServiceError(
      'conflict',
      'The service does not know its public address, so it cannot create a link. Set SVC_BASE_URL.',
    )
  }
  return dsnOrigin(call)
}

function isLiteralHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return isIP(bare) !== 0 || bare === 'localhost' || bare.endsWith('.localhost')
}

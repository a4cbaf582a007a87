import type { FastifyRequest } from 'fastify'
import { ServiceError } from '#contract/errors.ts'

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Refuses a change that another site's page asks the browser for. `Sec-Fetch-Site` decides; where a
 * browser does not send it, `Origin` has to name this host. With neither header the caller is no browser,
 * and nobody's cookie is being abused. @throws forbidden */
export function requireSameOrigin(request: FastifyRequest, baseUrl: string | null): void {
  if (SAFE_METHODS.includes(request.method)) return
  const site = request.headers['sec-fetch-site']
  const allowed =
    site === undefined ? isOwnOrigin(request, baseUrl) : site === 'same-origin' || site === 'none'
  if (!allowed) throw new ServiceError('forbidden', 'This request came from another site.')
}

function isOwnOrigin(request: FastifyRequest, baseUrl: string | null): boolean {
  const { origin } = request.headers
  if (origin === undefined || origin === baseUrl) return true
  // The scheme is not compared: behind a proxy that ends TLS, ours looks like http.
  return URL.canParse(origin) && new URL(origin).host === request.host
}

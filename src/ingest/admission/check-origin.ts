import { ServiceError } from '#contract/errors.ts'
import { isAllowedOrigin, originOfRequest } from '#domain/access/allowed-origin.ts'
import type { DsnKey } from './authenticate-dsn.ts'

const MAX_SHOWN_CHARS = 200
const WHERE = "An admin can change this in the project's settings, under DSN keys."

/**
 * Refuses a request from a page that its key does not allow, if the key has a list of pages. One that names no
 * page is refused as well: browsers always name it in requests to another origin, and a server has its own key.
 * @throws ServiceError forbidden
 */
export function checkOrigin(
  key: Pick<DsnKey, 'limits'>,
  headers: { origin?: string | undefined; referer?: string | undefined },
): void {
  const allowed = key.limits?.allowedOrigins ?? null
  if (allowed === null) return
  const origin = originOfRequest(headers)
  if (origin === null) {
    throw new ServiceError(
      'forbidden',
      `This DSN key accepts only certain origins, and the request has none. Use another key for servers and apps. ${WHERE}`,
    )
  }
  if (!isAllowedOrigin(allowed, origin)) {
    const shown = origin.slice(0, MAX_SHOWN_CHARS)
    throw new ServiceError('forbidden', `This DSN key does not accept events from ${shown}. ${WHERE}`)
  }
}

import { ServiceError } from '#contract/errors.ts'
import { isAllowedOrigin, originOfRequest } from '#domain/access/allowed-origin.ts'
import type { DsnKey } from './authenticate-dsn.ts'

const MAX_SHOWN_CHARS = 200
const WHERE = "An admin can change this in the project's settings, under DSN keys."

/** For keys with a list of pages. A request without a page is refused too: browsers name it for other
 * origins, and a server has its own key. @throws forbidden */
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

import type { TokenPrincipal } from '#actions/accounts/principal.ts'
import type { Whoami } from '#contract/account/agent-token.ts'
import { isoTime } from '#contract/time.ts'
import type { ApiServices } from '../../api-services.ts'
import { RATE_WINDOW_SECONDS, type RateKind } from './rate-windows.ts'

export function tokenFacts({ rateWindows }: ApiServices, principal: TokenPrincipal, ip: string): Whoami {
  const { token, orgUid, userId, role } = principal
  const windowOf = (kind: RateKind) => {
    const { limit, remaining, resetSeconds } = rateWindows.look({ ip, tokenPrefix: token.tokenPrefix }, kind)
    return { limit, remaining, reset_seconds: resetSeconds }
  }
  return {
    org_id: orgUid,
    user_id: userId,
    role,
    scopes: [...token.scopes],
    token: {
      id: token.id,
      label: token.label,
      token_prefix: token.tokenPrefix,
      ...(token.expiresAt !== null && { expires_at: isoTime(token.expiresAt) }),
    },
    limits: { window_seconds: RATE_WINDOW_SECONDS, reads: windowOf('read'), writes: windowOf('write') },
  }
}

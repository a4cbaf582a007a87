import type { Whoami } from '#contract/agent-token.ts'
import { RATE_WINDOW_SECONDS, type RateKind } from '../auth/rate-windows.ts'
import type { TokenCall } from '../route.ts'

/** GET /api/v1/agent/whoami. */
export async function getWhoami({ services, request, principal }: TokenCall): Promise<Whoami> {
  const { token, orgUid, userId, role } = principal
  const key = { ip: request.ip, tokenPrefix: token.tokenPrefix }
  const windowOf = (kind: RateKind) => {
    const { limit, remaining, resetSeconds } = services.rateWindows.look(key, kind)
    return { limit, remaining, reset_seconds: resetSeconds }
  }
  return {
    org_id: orgUid,
    user_id: userId,
    role,
    scopes: [...token.scopes],
    token: { id: token.id, label: token.label, token_prefix: token.tokenPrefix },
    limits: { window_seconds: RATE_WINDOW_SECONDS, reads: windowOf('read'), writes: windowOf('write') },
  }
}

import type { Whoami } from '#contract/account/agent-token.ts'
import { tokenFacts } from '../../auth/token/facts.ts'
import type { TokenCall } from '../../routes/route.ts'

export async function getWhoami({ services, request, principal }: TokenCall): Promise<Whoami> {
  return tokenFacts(services, principal, request.ip)
}

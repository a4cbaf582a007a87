import type { CreatedAgentToken, NewAgentToken } from '#contract/account/agent-token.ts'
import { ServiceError } from '#contract/errors.ts'
import { roleMay } from '#domain/access/permissions.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { byCommandLine } from '../acting.ts'
import { requireUser } from '../require-user.ts'
import { makeToken } from './tokens.ts'

const ACTOR = { kind: 'command_line', id: null, name: 'errata token create' } as const

/** As in the dashboard, no token is made for a Member, who could neither see nor
 * revoke it. @throws not_found, forbidden */
export async function makeTokenFor(
  deps: ActionDeps,
  { email, ...asked }: NewAgentToken & { email: string },
): Promise<CreatedAgentToken> {
  const user = await requireUser(deps, email)
  if (!roleMay(user.role, 'tokens:manage')) {
    const message = `${email} has the role ${user.role}; access tokens are for admins and owners.`
    throw new ServiceError('forbidden', message)
  }
  return makeToken(deps, { ...byCommandLine(user), actor: ACTOR }, { ...asked, creator: user })
}

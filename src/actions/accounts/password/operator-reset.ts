import type { AuditTarget } from '#storage/account/audit-entry.ts'
import type { UserCredential } from '#storage/account/credentials.ts'
import { insertPasswordLink } from '#storage/account/password-link.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { byCommandLine, recordAct } from '../acting.ts'
import { requireUser } from '../require-user.ts'
import type { PasswordHasher } from './hasher.ts'
import { type MadeLink, newPasswordLink } from './link.ts'
import { replacePassword } from './reset.ts'
import { requireGoodPassword } from './rule.ts'

/** A link for the operator to hand over. @throws not_found */
export async function makeResetLink(deps: ActionDeps, email: string): Promise<MadeLink> {
  const user = await requireUser(deps, email)
  const at = deps.clock()
  const link = newPasswordLink('password_reset', at, 'none')
  await deps.database.inOrg(user, async (scope) => {
    await insertPasswordLink(scope, user.userId, link)
    const act = { action: 'member.reset_link_created', target: targetOf(user, email) } as const
    await recordAct(scope, byCommandLine(user), { at, ...act })
  })
  return link
}

/** Sets a user's password and ends their sessions. @throws not_found, invalid_request */
export async function setPassword(
  deps: ActionDeps & { passwords: PasswordHasher },
  { email, password }: { email: string; password: string },
): Promise<void> {
  const user = await requireUser(deps, email)
  await requireGoodPassword(password, { ...user, organization: user.orgName })
  const passwordHash = await deps.passwords.hash(password)
  await deps.database.inOrg(user, async (scope) => {
    const details = { sessions_ended: await replacePassword(scope, user.userId, passwordHash) }
    const act = { action: 'password.reset', target: targetOf(user, email), details } as const
    await recordAct(scope, byCommandLine(user), { at: deps.clock(), ...act })
  })
}

function targetOf({ userId }: UserCredential, email: string): AuditTarget {
  return { kind: 'member', id: userId, name: email }
}

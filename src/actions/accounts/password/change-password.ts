import type { PasswordChangeBody } from '#contract/account/auth.ts'
import { invalidField } from '#contract/errors.ts'
import { deletePasswordLinks } from '#storage/account/password-link.ts'
import { deleteOtherSessions } from '#storage/account/session.ts'
import { findPasswordHash, updatePasswordHash } from '#storage/account/user.ts'
import { type ActingCaller, memberTarget, recordAct } from '../acting.ts'
import type { SessionPrincipal } from '../principal.ts'
import type { LoginDeps } from '../session/log-in.ts'
import { admitLogin, forgiveLogin, judgeLogin } from '../session/login-throttle.ts'
import { writeAsMember } from '../write-as-member.ts'
import { requireGoodPassword, requirePasswordLength } from './rule.ts'

/** Asks for the current password; ends the other sessions. @throws invalid_request, rate_limit_exceeded */
export async function changeOwnPassword(
  deps: LoginDeps,
  caller: ActingCaller<SessionPrincipal>,
  body: PasswordChangeBody,
): Promise<void> {
  requirePasswordLength(body.new_password, 'new_password')
  const { ip, email, userId } = caller
  const attempt = await admitLogin(deps, { ip, email })
  const isCurrent = await judgeLogin(deps, attempt, async () => {
    const present = await findPasswordHash(deps.database.scope(caller), userId)
    return deps.passwords.verify(present, body.current_password, { name: userId, isReserved: true })
  })
  if (!isCurrent) throw invalidField('current_password', 'This is not your current password.')
  await forgiveLogin(deps, attempt)
  await requireGoodPassword(body.new_password, { ...caller, organization: caller.orgName }, 'new_password')
  const passwordHash = await deps.passwords.hash(body.new_password)
  await writeAsMember(deps, caller, async (scope) => {
    await updatePasswordHash(scope, userId, passwordHash)
    await deletePasswordLinks(scope, userId)
    const ended = await deleteOtherSessions(scope, userId, caller.session.id)
    await recordAct(scope, caller, {
      at: deps.clock(),
      action: 'password.changed',
      target: memberTarget(caller),
      details: { sessions_ended: ended },
    })
  })
}

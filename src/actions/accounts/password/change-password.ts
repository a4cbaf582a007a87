import type { PasswordChangeBody } from '#contract/account/auth.ts'
import { deletePasswordLinks } from '#storage/account/password-link.ts'
import { deleteOtherSessions } from '#storage/account/session.ts'
import { updatePasswordHash } from '#storage/account/user.ts'
import { type ActingCaller, memberTarget, recordAct } from '../acting.ts'
import type { SessionPrincipal } from '../principal.ts'
import type { NoteDeps } from '../session/note-throttled-login.ts'
import { writeAsMember } from '../write-as-member.ts'
import type { PasswordHasher } from './hasher.ts'
import { requireOwnPassword, requireSamePassword } from './require-own-password.ts'
import { requireGoodPassword, requirePasswordLength } from './rule.ts'

/** Asks for the current password; ends the other sessions. @throws invalid_request, rate_limit_exceeded */
export async function changeOwnPassword(
  deps: NoteDeps & { passwords: PasswordHasher },
  caller: ActingCaller<SessionPrincipal>,
  body: PasswordChangeBody,
): Promise<void> {
  requirePasswordLength(body.new_password, 'new_password')
  const given = { password: body.current_password, path: 'current_password' }
  const current = await requireOwnPassword(deps, caller, given)
  const { userId } = caller
  await requireGoodPassword(body.new_password, { ...caller, organization: caller.orgName }, 'new_password')
  const passwordHash = await deps.passwords.hash(body.new_password)
  await writeAsMember(deps, caller, async (scope) => {
    await requireSamePassword(scope, userId, current)
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

import { invalidField } from '#contract/errors.ts'
import { findPasswordHash } from '#storage/account/user.ts'
import type { ActingCaller } from '../acting.ts'
import type { SessionPrincipal } from '../principal.ts'
import { admitLogin, forgiveLogin, judgeLogin } from '../session/login-throttle.ts'
import type { NoteDeps } from '../session/note-throttled-login.ts'
import type { PasswordHasher } from './hasher.ts'

/** Asked again of someone who is signed in. A wrong one counts as a failed sign-in.
 * @throws invalid_request (`path`), rate_limit_exceeded */
export async function requireOwnPassword(
  deps: NoteDeps & { passwords: PasswordHasher },
  caller: ActingCaller<SessionPrincipal>,
  { password, path }: { password: string; path: string },
): Promise<void> {
  const { ip, email, userId } = caller
  const attempt = await admitLogin(deps, { ip, email })
  const isCurrent = await judgeLogin(deps, attempt, async () => {
    const present = await findPasswordHash(deps.database.scope(caller), userId)
    return deps.passwords.verify(present, password, { name: userId, isReserved: true })
  })
  if (!isCurrent) throw invalidField(path, 'This is not your current password.')
  await forgiveLogin(deps, attempt)
}

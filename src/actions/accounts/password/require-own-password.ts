import { invalidField, ServiceError } from '#contract/errors.ts'
import { findPasswordHash, lockPasswordHash } from '#storage/account/user.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { ActingCaller } from '../acting.ts'
import type { SessionPrincipal } from '../principal.ts'
import { admitLogin, forgiveLogin, judgeLogin } from '../session/login-throttle.ts'
import type { NoteDeps } from '../session/note-throttled-login.ts'
import { NO_PASSWORD, type PasswordHasher } from './hasher.ts'

/** Asked again of someone who is signed in. A wrong one counts as a failed sign-in.
 * @returns its hash, for `requireSamePassword`. @throws invalid_request (`path`), conflict for a member without one, rate_limit_exceeded */
export async function requireOwnPassword(
  deps: NoteDeps & { passwords: PasswordHasher },
  caller: ActingCaller<SessionPrincipal>,
  { password, path }: { password: string; path: string },
): Promise<string> {
  const { ip, email, userId } = caller
  if ((await findPasswordHash(deps.database.scope(caller), userId)) === NO_PASSWORD) throw noPassword()
  const attempt = await admitLogin(deps, { ip, email })
  const current = await judgeLogin(deps, attempt, async () => {
    const present = await findPasswordHash(deps.database.scope(caller), userId)
    const isRight = await deps.passwords.verify(present, password, { name: userId, isReserved: true })
    return isRight ? present : null
  })
  if (current === null) throw invalidField(path, 'This is not your current password.')
  await forgiveLogin(deps, attempt)
  return current
}

function noPassword(): ServiceError {
  return new ServiceError(
    'conflict',
    'You have no password: you sign in with single sign-on. Set one first with a password reset link, by “Forgot your password?” on the sign-in page or from an owner or admin.',
  )
}

/** In the transaction of what the password allowed: someone else may have set a new one since, to shut the caller out.
 * @throws unauthenticated */
export async function requireSamePassword(
  scope: OrgScope,
  userId: string,
  passwordHash: string,
): Promise<void> {
  if ((await lockPasswordHash(scope, userId)) === passwordHash) return
  throw new ServiceError(
    'unauthenticated',
    'Your password was changed while this request ran. Sign in with the new one.',
  )
}

import { ServiceError } from '#contract/errors.ts'
import { findUserByEmail } from '#storage/account/credentials.ts'
import type { PasswordHasher } from '../password/hasher.ts'
import { requireSecondFactor, type SecondFactorDeps } from '../two-factor/require-second-factor.ts'
import { admitLogin, forgiveLogin, judgeLogin, loginLane } from './login-throttle.ts'
import { type Browser, startSession } from './start-session.ts'

export interface LoginDeps extends SecondFactorDeps {
  passwords: PasswordHasher
}

export interface LoginRequest {
  email: string
  password: string
  /** Of members with two-factor sign-in. */
  code?: string | undefined
  /** Names the browser, if it was signed in with this e-mail address before. */
  device: string | null
  browser: Browser
}

/** The same refusal, in the same time, for a wrong password and an unknown user.
 * @returns the session's token.
 * @throws invalid_credentials, second_factor_required, invalid_second_factor, rate_limit_exceeded */
export async function logIn(
  deps: LoginDeps,
  { email, password, code, device, browser }: LoginRequest,
): Promise<string> {
  const attempt = await admitLogin(deps, { ip: browser.ip, email, device })
  const user = await judgeLogin(deps, attempt, async () => {
    const found = await findUserByEmail(deps.database.queries, email)
    const matches = await deps.passwords.verify(found?.passwordHash ?? null, password, loginLane(attempt))
    return matches && found?.passwordHash ? { ...found, passwordHash: found.passwordHash } : undefined
  })
  if (!user) throw new ServiceError('invalid_credentials')
  const sealedSecret = await requireSecondFactor(deps, attempt, { user, code })
  await forgiveLogin(deps, attempt)
  const token = await startSession(deps, { ...user, sealedSecret }, browser)
  if (token === null) throw new ServiceError('invalid_credentials')
  return token
}

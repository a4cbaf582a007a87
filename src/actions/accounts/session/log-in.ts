import { ServiceError } from '#contract/errors.ts'
import { findUserByEmail } from '#storage/account/credentials.ts'
import type { PasswordHasher } from '../password/hasher.ts'
import { admitLogin, forgiveLogin } from './login-throttle.ts'
import type { NoteDeps } from './note-throttled-login.ts'
import { type Browser, startSession } from './start-session.ts'

export interface LoginDeps extends NoteDeps {
  passwords: PasswordHasher
}

export interface LoginRequest {
  email: string
  password: string
  /** Names the browser, if it was signed in with this e-mail address before. */
  device: string | null
  browser: Browser
}

/** The same refusal, in the same time, for a wrong password and an unknown user.
 * @returns the session's token. @throws invalid_credentials, rate_limit_exceeded */
export async function logIn(
  deps: LoginDeps,
  { email, password, device, browser }: LoginRequest,
): Promise<string> {
  const attempt = await admitLogin(deps, { ip: browser.ip, email, device })
  const user = await findUserByEmail(deps.database.queries, email)
  const matches = await deps.passwords.verify(user?.passwordHash ?? null, password)
  if (!user || !matches) throw new ServiceError('invalid_credentials')
  await forgiveLogin(deps, attempt)
  const token = await startSession(deps, user, browser)
  if (token === null) throw new ServiceError('invalid_credentials')
  return token
}

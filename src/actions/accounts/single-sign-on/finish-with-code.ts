import { ServiceError } from '#contract/errors.ts'
import { findUserByIdentity } from '#storage/account/oidc-identity.ts'
import { admitLogin, forgiveLogin } from '../session/login-throttle.ts'
import { type Browser, startSession } from '../session/start-session.ts'
import { requireSecondFactor } from '../two-factor/require-second-factor.ts'
import { requireProvider, type SingleSignOnDeps } from './deps.ts'
import { openStep } from './sealed-step.ts'

export interface CodeGiven {
  code: string
  /** What the browser keeps since the provider sent it back. */
  codeStep: string | undefined
  /** Names the browser, if it was signed in with this e-mail address before. */
  deviceOf(email: string): string | null
}

/** The code of two-factor sign-in, after the provider.
 * @throws not_found, unauthenticated, second_factor_required, invalid_second_factor, rate_limit_exceeded */
export async function finishWithCode(
  deps: SingleSignOnDeps,
  { code, codeStep, deviceOf }: CodeGiven,
  browser: Browser,
): Promise<{ returnTo: string; token: string }> {
  requireProvider(deps)
  const step = openStep(deps, 'sso_code', codeStep)
  const user = step && (await findUserByIdentity(deps.database.queries, step.identity))
  if (!step || !user?.passwordHash) throw tooLate()
  const { email, passwordHash } = user
  const attempt = await admitLogin(deps, { ip: browser.ip, email, device: deviceOf(email) })
  const sealedSecret = await requireSecondFactor(deps, attempt, { user, code })
  await forgiveLogin(deps, attempt)
  const { identity, returnTo } = step
  const token = await startSession(deps, { ...user, passwordHash, sealedSecret, identity }, browser)
  if (token === null) throw tooLate()
  return { returnTo, token }
}

function tooLate(): ServiceError {
  return new ServiceError('unauthenticated', 'This sign-in took too long. Begin it again.')
}

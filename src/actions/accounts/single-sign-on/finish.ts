import type { SsoProblem } from '#contract/account/single-sign-on.ts'
import { ServiceError } from '#contract/errors.ts'
import { type ProviderAccount, ProviderError, type SignInChecks } from '#platform/oidc/provider.ts'
import { findUserByIdentity } from '#storage/account/oidc-identity.ts'
import { hasTwoFactor } from '#storage/account/two-factor.ts'
import { admitSingleSignOn, forgiveSingleSignOn } from '../session/login-throttle.ts'
import { type Browser, startSession } from '../session/start-session.ts'
import { HOME } from './begin.ts'
import { requireProvider, type SingleSignOnDeps } from './deps.ts'
import { type LinkedMember, linkAccount } from './link-account.ts'
import { SsoRefusal } from './refusal.ts'
import { openStep, sealStep } from './sealed-step.ts'

/** `token`: of the session; `codeStep`: for the browser while the code of two-factor sign-in is asked for. */
export type SsoOutcome = { returnTo: string } & (
  | { token: string }
  | { codeStep: string }
  | { problem: SsoProblem; cause?: unknown }
)

/** @param query by which the browser came back. @param awayStep what it kept. @throws not_found */
export async function finishSingleSignOn(
  deps: SingleSignOnDeps,
  { query, awayStep }: { query: string; awayStep: string | undefined },
  browser: Browser,
): Promise<SsoOutcome> {
  requireProvider(deps)
  const away = openStep(deps, 'sso_away', awayStep)
  if (!away) return { returnTo: HOME, problem: 'expired' }
  const { returnTo, checks } = away
  try {
    const member = await identify(deps, { query, checks }, browser.ip)
    if (await hasTwoFactor(deps.database.serviceScope(member), member.userId)) {
      return { returnTo, codeStep: sealStep(deps, 'sso_code', { returnTo, identity: member.identity }) }
    }
    const token = await startSession(deps, member, browser)
    return token === null ? { returnTo, problem: 'expired' } : { returnTo, token }
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error
    return { returnTo, problem: error.problem, cause: error.cause }
  }
}

/** What the provider rejects counts as a failed sign-in of the address. */
async function identify(
  deps: SingleSignOnDeps,
  answer: { query: string; checks: SignInChecks },
  ip: string,
): Promise<LinkedMember> {
  try {
    await admitSingleSignOn(deps, ip)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'rate_limit_exceeded') throw error
    throw new SsoRefusal('too_many')
  }
  const account = await ask(deps, answer)
  await forgiveSingleSignOn(deps, ip)
  const { issuer, subject } = account
  const identity = { issuer, subject }
  const known = await findUserByIdentity(deps.database.queries, identity)
  if (!known) return linkAccount(deps, account, ip)
  return { ...known, passwordHash: known.passwordHash!, identity }
}

async function ask(
  deps: SingleSignOnDeps,
  { query, checks }: { query: string; checks: SignInChecks },
): Promise<ProviderAccount> {
  try {
    return await requireProvider(deps).finish(query, checks)
  } catch (error) {
    if (error instanceof ProviderError) throw new SsoRefusal(error.kind, { cause: error })
    throw error
  }
}

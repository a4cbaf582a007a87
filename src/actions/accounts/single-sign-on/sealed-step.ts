import { MINUTE_MS } from '#contract/time.ts'
import type { Clock } from '#platform/clock.ts'
import type { InstallationKey } from '#platform/installation-key.ts'
import type { SignInChecks } from '#platform/oidc/provider.ts'
import type { OidcIdentity } from '#storage/account/oidc-identity.ts'

/** How long someone may take at the provider, and for the code after it. */
export const STEP_MS = 10 * MINUTE_MS

interface Step {
  /** Where the dashboard opens afterwards. */
  returnTo: string
}

/** What a browser keeps between two requests of a sign-in; it can neither read nor change it. */
export interface Steps {
  /** It is with the provider. */
  sso_away: Step & { checks: SignInChecks }
  /** It came back, and a code of two-factor sign-in is needed. */
  sso_code: Step & { identity: OidcIdentity }
}

interface SealDeps {
  key: InstallationKey
  clock: Clock
}

export function sealStep<Name extends keyof Steps>(
  { key, clock }: SealDeps,
  name: Name,
  step: Steps[Name],
): string {
  return key.seal(name, JSON.stringify({ ...step, until: clock() + STEP_MS }))
}

/** Null if it is not of this step, or took too long. */
export function openStep<Name extends keyof Steps>(
  { key, clock }: SealDeps,
  name: Name,
  sealed: string | undefined,
): Steps[Name] | null {
  const text = sealed === undefined ? null : key.open(name, sealed)
  if (text === null) return null
  const { until, ...step } = JSON.parse(text) as Steps[Name] & { until: number }
  return until > clock() ? (step as unknown as Steps[Name]) : null
}

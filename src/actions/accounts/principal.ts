import type { TokenScope } from '#contract/vocabulary.ts'
import type { Caller } from '#storage/account/caller.ts'

export interface SessionPrincipal extends Caller {
  kind: 'session'
  session: { id: string; createdAt: number; expiresAt: number }
  orgRequiresTwoFactor: boolean
  hasSecondFactor: boolean
}

/** Their own account is all that they reach until they have turned on two-factor sign-in. */
export function lacksSecondFactor(caller: SessionPrincipal): boolean {
  return caller.orgRequiresTwoFactor && !caller.hasSecondFactor
}

export interface TokenPrincipal extends Caller {
  kind: 'token'
  token: {
    id: string
    label: string
    tokenPrefix: string
    scopes: readonly TokenScope[]
    expiresAt: number | null
  }
}

/** A token that was in force until `expiredAt`. */
export interface ExpiredToken {
  kind: 'expired'
  expiredAt: number
}

export type Principal = SessionPrincipal | TokenPrincipal

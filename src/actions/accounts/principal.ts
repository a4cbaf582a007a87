import type { TokenScope } from '#contract/vocabulary.ts'
import type { SecondFactor } from '#domain/access/second-factor.ts'
import type { Caller } from '#storage/account/caller.ts'

export interface SessionPrincipal extends Caller, SecondFactor {
  kind: 'session'
  session: { id: string; createdAt: number; expiresAt: number }
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

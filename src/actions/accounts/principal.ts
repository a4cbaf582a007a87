import type { TokenScope } from '#contract/vocabulary.ts'
import type { Caller } from '#storage/account/caller.ts'

/** A signed-in user. */
export interface SessionPrincipal extends Caller {
  kind: 'session'
  session: { id: string; createdAt: number; expiresAt: number }
}

/** A personal access token, in the place of the user who made it; the role is that user's at present. */
export interface TokenPrincipal extends Caller {
  kind: 'token'
  token: { id: string; label: string; tokenPrefix: string; scopes: readonly TokenScope[] }
}

/** Who makes a request, and by which credential. */
export type Principal = SessionPrincipal | TokenPrincipal

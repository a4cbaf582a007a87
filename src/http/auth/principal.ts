import type { Role, TokenScope } from '#contract/vocabulary.ts'

/** Whoever makes a request. Satisfies what use-cases ask of an organization. */
interface Caller {
  /** Row key. */
  orgId: number
  orgUid: string
  orgName: string
  /** Of a token: who made it. */
  userId: string
  email: string
  name: string
  /** Of the user; read on each request. */
  role: Role
}

/** A signed-in user. */
export interface SessionPrincipal extends Caller {
  kind: 'session'
  session: { id: string; createdAt: number; expiresAt: number }
}

/** A personal access token, in the place of the user who made it. */
export interface TokenPrincipal extends Caller {
  kind: 'token'
  token: { id: string; label: string; tokenPrefix: string; scopes: readonly TokenScope[] }
}

/** Who makes a request, and by which credential. */
export type Principal = SessionPrincipal | TokenPrincipal

import type { Role, TokenScope } from '#contract/vocabulary.ts'
import { ranksBelow } from './member-rule.ts'

export interface AccessRule {
  /** The least role, of a session's user or a token's creator. */
  role: Role
  /** The scope a token must have; null: none is enough. */
  scope: TokenScope | null
  sessionOnly: boolean
}

const read = { role: 'member', scope: 'read:agent', sessionOnly: false } as const
const triage = { role: 'member', scope: 'write:triage', sessionOnly: false } as const
const administer = { role: 'admin', scope: 'write:admin', sessionOnly: false } as const

/** Scopes × roles, the one table for routes, API description and dashboard; docs/api.md (Authentication). */
export const ACCESS = {
  account: { role: 'member', scope: null, sessionOnly: true },
  'token:self': read,
  'issues:read': read,
  'issues:triage': triage,
  'comments:moderate': administer,
  'views:read': read,
  'views:triage': triage,
  'views:moderate': administer,
  'alerts:read': read,
  'alerts:triage': triage,
  'rules:read': read,
  'rules:write': administer,
  'projects:read': read,
  'projects:test': { ...administer, role: 'member' },
  'projects:write': administer,
  'projects:delete': { ...administer, role: 'owner' },
  'keys:write': administer,
  'webhooks:read': { ...read, role: 'admin' },
  'webhooks:write': administer,
  // A stolen token must not open the door to stolen passwords.
  'organization:write': { ...administer, role: 'owner', sessionOnly: true },
  'members:read': read,
  'members:write': administer,
  // A token whose creator has left, or has lost it, must not be a way to that person's password.
  'members:reset': { ...administer, sessionOnly: true },
  'audit:read': { ...read, role: 'admin' },
  'dead-letters:read': { ...read, role: 'admin' },
  'dead-letters:retry': administer,
  // A token can neither make nor see tokens. If it may not administer at all, that is the reason it gets.
  'tokens:manage': { ...administer, sessionOnly: true },
} as const satisfies Record<string, AccessRule>

export type Permission = keyof typeof ACCESS

export type SessionPermission = {
  [Name in Permission]: (typeof ACCESS)[Name]['sessionOnly'] extends true ? Name : never
}[Permission]

export function roleMay(role: Role, permission: Permission): boolean {
  return !ranksBelow(role, ACCESS[permission].role)
}

export interface TokenGrant {
  role: Role
  scopes: readonly TokenScope[]
}

/** A session is needed (401), or the scope or its creator's role is missing (403); null if it may. */
export function tokenRefusal(grant: TokenGrant, permission: Permission): 'session' | 'scope' | 'role' | null {
  const { scope, sessionOnly } = ACCESS[permission]
  if (scope !== null && !grant.scopes.includes(scope)) return 'scope'
  if (sessionOnly) return 'session'
  return roleMay(grant.role, permission) ? null : 'role'
}

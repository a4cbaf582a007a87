import type { Role, TokenScope } from '#contract/vocabulary.ts'

/*
 * Who may call what, written from docs/api.md (Authentication) by the addresses of the routes; the matrix test holds
 * the service against it. It shares nothing with the table that the service reads.
 */

/** Someone with a credential: what kind, and what it stands for. */
export type OracleCaller =
  | { kind: 'refused' }
  | { kind: 'session'; role: Role }
  | { kind: 'token'; role: Role; scope: TokenScope }

export type Verdict = 'allowed' | 'unauthenticated' | 'forbidden'

const POWER: Record<Role, number> = { member: 0, admin: 1, owner: 2 }

/** Whether a route that is not public lets this caller through, judged before the body. */
export function verdictOf(address: string, caller: OracleCaller): Verdict {
  if (caller.kind === 'refused') return 'unauthenticated'
  const roleIsEnough = POWER[caller.role] >= POWER[leastRole(address)]
  if (caller.kind === 'session') {
    if (address.includes('/agent/')) return 'unauthenticated'
    return roleIsEnough ? 'allowed' : 'forbidden'
  }
  if (isOwnAccount(address)) return 'unauthenticated'
  if (isForSessionsOfAdmins(address)) return caller.scope === 'write:admin' ? 'unauthenticated' : 'forbidden'
  return caller.scope === scopeOf(address) && roleIsEnough ? 'allowed' : 'forbidden'
}

/** A member's own sessions, password and mails: no token stands for them. */
function isOwnAccount(address: string): boolean {
  return address.includes('/auth/') || address.includes('/me/')
}

/** "a token can't make or see tokens", nor links to someone's password, nor change how they, or all, sign in otherwise. */
function isForSessionsOfAdmins(address: string): boolean {
  return (
    /\/(agent-tokens|organization)/.test(address) ||
    /\/members\/\{id\}\/(reset-link|two-factor|single-sign-on)$/.test(address)
  )
}

/** "GET and POST trends need read:agent; issue and alert mutations write:triage; the rest write:admin". */
function scopeOf(address: string): TokenScope {
  if (address.startsWith('GET ') || address.endsWith('/issues/trends')) return 'read:agent'
  return /\/(issues|alerts|comments|views)(\/|$)/.test(address) ? 'write:triage' : 'write:admin'
}

/**
 * "Member: every triage and alert action, and every read except webhooks, deliveries, agent tokens, audit log and dead letters. Admin: + projects, DSN
 * keys, … tokens, members. Owner: + delete a project, require two-factor sign-in".
 */
function leastRole(address: string): Role {
  if (address === 'DELETE /api/v1/projects/{id}' || address.endsWith('/organization')) return 'owner'
  if (address === 'POST /api/v1/projects/{id}/test-event') return 'member'
  if (/\/(agent-tokens|audit-log|dead-letters|webhooks|deliveries)/.test(address)) return 'admin'
  if (address.startsWith('GET ') || isOwnAccount(address)) return 'member'
  return /\/(issues|alerts|comments|views)(\/|$)/.test(address) ? 'member' : 'admin'
}

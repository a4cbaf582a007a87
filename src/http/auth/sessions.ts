import type { EndedAnswer, Me, PasswordChangeBody, SessionList } from '#contract/auth.ts'
import { ServiceError } from '#contract/errors.ts'
import type { IdParams } from '#contract/scalars.ts'
import type { AuditTarget } from '#storage/audit-entry.ts'
import { deletePasswordLinks } from '#storage/password-link.ts'
import type { OrgScope } from '#storage/scope.ts'
import { deleteOtherSessions, deleteSession, listSessions } from '#storage/session.ts'
import { findPasswordHash, updatePasswordHash } from '#storage/user.ts'
import type { SessionOnlyCall } from '../route.ts'
import { admitLogin, forgiveLogin } from './login-throttle.ts'
import { requireGoodPassword } from './password-rule.ts'
import type { SessionPrincipal } from './principal.ts'
import { recordAct } from './record-act.ts'

const isoTime = (at: number) => new Date(at).toISOString()

/** GET /api/v1/auth/me. */
export async function getMe({ principal }: SessionOnlyCall): Promise<Me> {
  const { session } = principal
  return {
    user: { id: principal.userId, email: principal.email, name: principal.name },
    org: { id: principal.orgUid, name: principal.orgName },
    role: principal.role,
    session: {
      id: session.id,
      created_at: isoTime(session.createdAt),
      expires_at: isoTime(session.expiresAt),
    },
  }
}

/** GET /api/v1/auth/sessions. */
export async function getSessions({ services, principal, scope }: SessionOnlyCall): Promise<SessionList> {
  const rows = await listSessions(scope, principal.userId, services.clock())
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      created_at: isoTime(row.createdAt),
      last_seen_at: isoTime(row.lastSeenAt),
      expires_at: isoTime(row.expiresAt),
      user_agent: row.userAgent,
      ip: row.ip,
      current: row.id === principal.session.id,
    })),
  }
}

/** DELETE /api/v1/auth/sessions: every session of the caller but this one. */
export async function endOtherSessions(call: SessionOnlyCall): Promise<EndedAnswer> {
  const { userId, session } = call.principal
  return endAndNote(call, (scope) => deleteOtherSessions(scope, userId, session.id))
}

/** DELETE /api/v1/auth/sessions/{id}: one of the caller's own. */
export async function endSession(call: SessionOnlyCall<{ params: IdParams }>): Promise<EndedAnswer> {
  const answer = await endAndNote(call, (scope) =>
    deleteSession(scope, call.principal.userId, call.params.id),
  )
  if (answer.ended === 0) throw new ServiceError('not_found', 'You have no session with this id.')
  return answer
}

function endAndNote(call: SessionOnlyCall, end: (scope: OrgScope) => Promise<number>): Promise<EndedAnswer> {
  return call.write(async (scope) => {
    const ended = await end(scope)
    const target = selfAsTarget(call.principal)
    if (ended > 0) await recordAct(call, scope, { action: 'sessions.ended', target, details: { ended } })
    return { ended }
  })
}

/** POST /api/v1/auth/password. Ends the caller's other sessions. */
export async function changePassword(call: SessionOnlyCall<{ body: PasswordChangeBody }>): Promise<void> {
  const { services, principal, body } = call
  requireGoodPassword(body.new_password, 'new_password')
  const identity = { ip: call.request.ip, email: principal.email }
  const attempt = await admitLogin(services, identity)
  const present = await findPasswordHash(call.scope, principal.userId)
  if (!(await services.passwords.verify(present, body.current_password))) {
    throw invalid('current_password', 'This is not your present password.')
  }
  await forgiveLogin(services, attempt)
  const passwordHash = await services.passwords.hash(body.new_password)
  await call.write(async (scope) => {
    await updatePasswordHash(scope, principal.userId, passwordHash)
    await deletePasswordLinks(scope, principal.userId)
    const ended = await deleteOtherSessions(scope, principal.userId, principal.session.id)
    const target = selfAsTarget(principal)
    await recordAct(call, scope, {
      action: 'password.changed',
      target,
      details: { sessions_ended: ended },
    })
  })
}

function selfAsTarget({ userId, name, email }: SessionPrincipal): AuditTarget {
  return { kind: 'member', id: userId, name: name || email }
}

function invalid(path: string, message: string): ServiceError {
  return new ServiceError('invalid_request', message, { details: [{ path, message }] })
}

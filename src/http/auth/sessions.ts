import type { EndedAnswer, Me, PasswordChangeBody, SessionList } from '#contract/auth.ts'
import { ServiceError } from '#contract/errors.ts'
import type { IdParams } from '#contract/scalars.ts'
import { deleteOtherSessions, deleteSession, listSessions } from '#storage/session.ts'
import { findPasswordHash, updatePasswordHash } from '#storage/user.ts'
import type { SessionCall } from '../route.ts'
import { admitLogin, forgiveLogin } from './login-throttle.ts'
import { passwordProblem } from './password-rule.ts'

const isoTime = (at: number) => new Date(at).toISOString()

/** GET /api/v1/auth/me. */
export async function getMe({ principal }: SessionCall): Promise<Me> {
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
export async function getSessions({ services, principal, scope }: SessionCall): Promise<SessionList> {
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
export async function endOtherSessions({ principal, scope }: SessionCall): Promise<EndedAnswer> {
  return { ended: await deleteOtherSessions(scope, principal.userId, principal.session.id) }
}

/** DELETE /api/v1/auth/sessions/{id}: one of the caller's own. */
export async function endSession(call: SessionCall<{ params: IdParams }>): Promise<EndedAnswer> {
  const ended = await deleteSession(call.scope, call.principal.userId, call.params.id)
  if (ended === 0) throw new ServiceError('not_found', 'You have no session with this id.')
  return { ended }
}

/** POST /api/v1/auth/password. Ends the caller's other sessions. */
export async function changePassword(call: SessionCall<{ body: PasswordChangeBody }>): Promise<void> {
  const { services, principal, body } = call
  const problem = passwordProblem(body.new_password)
  if (problem) throw invalid('new_password', problem)
  const identity = { ip: call.request.ip, email: principal.email }
  await admitLogin(services, identity)
  const present = await findPasswordHash(call.scope, principal.userId)
  if (!(await services.passwords.verify(present, body.current_password))) {
    throw invalid('current_password', 'This is not your present password.')
  }
  await forgiveLogin(services, identity)
  const passwordHash = await services.passwords.hash(body.new_password)
  await call.write(async (scope) => {
    await updatePasswordHash(scope, principal.userId, passwordHash)
    await deleteOtherSessions(scope, principal.userId, principal.session.id)
  })
}

function invalid(path: string, message: string): ServiceError {
  return new ServiceError('invalid_request', message, { details: [{ path, message }] })
}

import { changeOwnPassword } from '#actions/accounts/password/change-password.ts'
import { changeOwnName } from '#actions/accounts/session/change-own-name.ts'
import {
  endOtherSessions as endOthers,
  endOwnSession,
  ownSessions,
} from '#actions/accounts/session/sessions.ts'
import type { EndedAnswer, Me, MePatch, PasswordChangeBody, SessionList } from '#contract/account/auth.ts'
import type { IdParams } from '#contract/scalars.ts'
import { isoTime } from '#contract/time.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { knownDevice, rememberDevice } from '../../auth/session/device-cookie.ts'
import type { SessionOnlyCall } from '../../routes/route.ts'

/** The dashboard asks after each sign-in, so the browser is noted here: a login sets one cookie only. */
export async function getMe(call: SessionOnlyCall): Promise<Me> {
  const { principal } = call
  const { session, email } = principal
  if (knownDevice(call, email) === null) rememberDevice(call, email)
  return {
    user: { id: principal.userId, email: principal.email, name: principal.name },
    org: {
      id: principal.orgUid,
      name: principal.orgName,
      requires_two_factor: principal.orgRequiresTwoFactor,
    },
    role: principal.role,
    session: {
      id: session.id,
      created_at: isoTime(session.createdAt),
      expires_at: isoTime(session.expiresAt),
    },
  }
}

export async function patchMe(call: SessionOnlyCall<{ body: MePatch }>): Promise<Me> {
  const { name } = call.body
  await changeOwnName(call.services, callerOf(call), name)
  // The caller was read before the change.
  const answer = await getMe(call)
  return { ...answer, user: { ...answer.user, name } }
}

export async function getSessions({ services, principal }: SessionOnlyCall): Promise<SessionList> {
  return ownSessions(services, principal)
}

export async function endOtherSessions(call: SessionOnlyCall): Promise<EndedAnswer> {
  return { ended: await endOthers(call.services, callerOf(call)) }
}

export async function endSession(call: SessionOnlyCall<{ params: IdParams }>): Promise<EndedAnswer> {
  return { ended: await endOwnSession(call.services, callerOf(call), call.params.id) }
}

export async function changePassword(call: SessionOnlyCall<{ body: PasswordChangeBody }>): Promise<void> {
  await changeOwnPassword(call.services, callerOf(call), call.body)
}

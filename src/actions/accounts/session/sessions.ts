import type { SessionList } from '#contract/account/auth.ts'
import { ServiceError } from '#contract/errors.ts'
import { isoTime } from '#contract/time.ts'
import { deleteOtherSessions, deleteSession, listSessions } from '#storage/account/session.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { type ActingCaller, memberTarget, recordAct } from '../acting.ts'
import type { SessionPrincipal } from '../principal.ts'
import { writeAsMember } from '../write-as-member.ts'

type Caller = ActingCaller<SessionPrincipal>

export async function ownSessions(
  { database, clock }: ActionDeps,
  caller: SessionPrincipal,
): Promise<SessionList> {
  const rows = await listSessions(database.scope(caller), caller.userId, clock())
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      created_at: isoTime(row.createdAt),
      last_seen_at: isoTime(row.lastSeenAt),
      expires_at: isoTime(row.expiresAt),
      user_agent: row.userAgent,
      ip: row.ip,
      current: row.id === caller.session.id,
    })),
  }
}

/** Ends every session of the caller but the present one. @returns how many. */
export async function endOtherSessions(deps: ActionDeps, caller: Caller): Promise<number> {
  const { userId, session } = caller
  return endAndNote(deps, caller, (scope) => deleteOtherSessions(scope, userId, session.id))
}

/** Ends one of the caller's own sessions. @returns how many. @throws not_found */
export async function endOwnSession(deps: ActionDeps, caller: Caller, sessionId: string): Promise<number> {
  const ended = await endAndNote(deps, caller, (scope) => deleteSession(scope, caller.userId, sessionId))
  if (ended === 0) throw new ServiceError('not_found', 'You have no session with this ID.')
  return ended
}

function endAndNote(
  deps: ActionDeps,
  caller: Caller,
  end: (scope: OrgScope) => Promise<number>,
): Promise<number> {
  return writeAsMember(deps, caller, async (scope) => {
    const ended = await end(scope)
    if (ended === 0) return 0
    const act = { action: 'sessions.ended', target: memberTarget(caller), details: { ended } } as const
    await recordAct(scope, caller, { at: deps.clock(), ...act })
    return ended
  })
}

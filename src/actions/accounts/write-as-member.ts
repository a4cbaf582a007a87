import { ServiceError } from '#contract/errors.ts'
import { ranksBelow } from '#domain/access/member-rule.ts'
import { isInForce } from '#storage/account/agent-token.ts'
import { readRole } from '#storage/account/member.ts'
import { lockOrg } from '#storage/account/org.ts'
import { hasSession } from '#storage/account/session.ts'
import { isMissingReference } from '#storage/engine/database.ts'
import type { OrgKey, OrgScope } from '#storage/engine/scope.ts'
import type { ActionDeps, Actor } from '../action-deps.ts'
import type { Principal } from './principal.ts'

/** The service itself, or the command line on its machine: not bound to a member or a credential. */
export interface ServiceWriter extends OrgKey {
  kind: 'service'
}

export type Writer = Principal | ServiceWriter

export function asService({ orgId, orgUid }: OrgKey): ServiceWriter {
  return { kind: 'service', orgId, orgUid }
}

export function actorOf(writer: Principal): Actor & { id: string }
export function actorOf(writer: Writer): Actor
export function actorOf(writer: Writer): Actor {
  if (writer.kind === 'service') return { kind: 'system', id: null }
  return writer.kind === 'token'
    ? { kind: 'token', id: writer.token.id }
    : { kind: 'user', id: writer.userId }
}

/** `work` may run more than once. A caller who was removed or given a lower role since the request was let in writes
 * nothing, nor with a session or token that has ended: it may have waited for seconds. @throws unauthenticated, forbidden */
export async function writeAsMember<T>(
  deps: Pick<ActionDeps, 'database'>,
  caller: Writer,
  work: (scope: OrgScope) => Promise<T>,
): Promise<T> {
  try {
    return await deps.database.inOrg(caller, async (scope) => {
      await requireStanding(scope, caller)
      return work(scope)
    })
  } catch (error) {
    if (!isMissingReference(error)) throw error
    throw removed(error)
  }
}

/** For changes to members: of two that end each other's right to make them, the second is refused.
 * @throws unauthenticated, forbidden */
export async function writeToMembers<T>(
  deps: Pick<ActionDeps, 'database'>,
  caller: Writer,
  work: (scope: OrgScope) => Promise<T>,
): Promise<T> {
  return writeAsMember(deps, caller, async (scope) => {
    await lockOrg(scope)
    await requireStanding(scope, caller)
    return work(scope)
  })
}

/** For transactions that `writeAsMember` does not open. @throws unauthenticated, forbidden */
export async function requireStanding(scope: OrgScope, writer: Writer): Promise<void> {
  if (writer.kind === 'service') return
  const { userId, role } = writer
  const present = await readRole(scope, userId)
  if (present === undefined) throw removed()
  if (ranksBelow(present, role)) {
    throw new ServiceError('forbidden', `Your role was changed to ${present} while this request ran.`)
  }
  await requireCredential(scope, writer)
}

async function requireCredential(scope: OrgScope, caller: Principal): Promise<void> {
  if (caller.kind === 'session' && !(await hasSession(scope, caller.session.id))) {
    throw new ServiceError('unauthenticated', 'Your session ended while this request ran. Sign in again.')
  }
  if (caller.kind === 'token' && !(await isInForce(scope, caller.token.id))) {
    throw new ServiceError('unauthenticated', 'The access token was revoked while this request ran.')
  }
}

function removed(cause?: unknown): ServiceError {
  return new ServiceError('unauthenticated', 'You were removed from the organization.', { cause })
}

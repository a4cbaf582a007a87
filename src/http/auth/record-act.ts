import { type AuditAct, type AuditActor, recordAudit } from '#storage/audit-entry.ts'
import type { OrgScope } from '#storage/scope.ts'
import type { PublicCallBase, SessionCallBase } from '../route.ts'
import type { Principal } from './principal.ts'

/**
 * Notes what the caller did in the organization's audit log. `scope` is that of the transaction of the act,
 * inside `call.write`.
 */
export async function recordAct(
  call: Pick<SessionCallBase<Principal>, 'services' | 'request' | 'principal'>,
  scope: OrgScope,
  act: AuditAct,
): Promise<void> {
  await recordActOf(call, scope, { ...act, actor: auditActor(call.principal) })
}

/** The same for a caller who has no session yet, e.g. one who accepts an invitation. */
export async function recordActOf(
  { services, request }: Pick<PublicCallBase, 'services' | 'request'>,
  scope: Pick<OrgScope, 'db' | 'orgId'>,
  act: AuditAct & { actor: AuditActor },
): Promise<void> {
  await recordAudit(scope, { ...act, at: services.clock(), ip: request.ip })
}

/** Who stands for what nobody signed in has done. */
export const SERVICE_ACTOR: AuditActor = { kind: 'system', id: null, name: 'Errata' }

/** Whoever may run commands on the machine of the service. */
export const COMMAND_LINE_ACTOR: AuditActor = { kind: 'command_line', id: null, name: 'Command line' }

/** A user as the one who acts; who has no name is known by the e-mail address. */
export function userActor({
  userId,
  name,
  email,
}: {
  userId: string
  name: string
  email: string
}): AuditActor {
  return { kind: 'user', id: userId, name: name || email }
}

function auditActor(principal: Principal): AuditActor {
  if (principal.kind === 'session') return userActor(principal)
  return { kind: 'token', id: principal.token.id, name: principal.token.label }
}

import type { JsonObject } from '#contract/scalars.ts'
import {
  type AuditAct,
  type AuditActor,
  type AuditTarget,
  recordAudit,
} from '#storage/account/audit-entry.ts'
import type { OrgKey, OrgScope } from '#storage/engine/scope.ts'
import type { Principal } from './principal.ts'
import { asService, type Writer } from './write-as-member.ts'

export type Acting = Writer & {
  actor: AuditActor
  /** Empty if no request did this. */
  ip: string
}

export type ActingCaller<Caller extends Principal = Principal> = Caller & Pick<Acting, 'actor' | 'ip'>

export const SERVICE_ACTOR: AuditActor = { kind: 'system', id: null, name: 'Errata' }

export const COMMAND_LINE_ACTOR: AuditActor = { kind: 'command_line', id: null, name: 'Command line' }

/** The person who runs a command on the service's machine, in this organization. */
export function byCommandLine(org: OrgKey): Acting {
  return { ...asService(org), actor: COMMAND_LINE_ACTOR, ip: '' }
}

interface NamedUser {
  userId: string
  /** Empty if nobody gave one. */
  name: string
  email: string
}

export function userActor(user: NamedUser): AuditActor {
  return { kind: 'user', id: user.userId, name: user.name || user.email }
}

export function memberTarget(user: NamedUser): AuditTarget {
  return { kind: 'member', id: user.userId, name: user.name || user.email }
}

export function actingAs<Caller extends Principal>(principal: Caller, ip: string): ActingCaller<Caller> {
  return { ...principal, actor: auditActor(principal), ip }
}

function auditActor(principal: Principal): AuditActor {
  if (principal.kind === 'session') return userActor(principal)
  return { kind: 'token', id: principal.token.id, name: principal.token.label }
}

/** In the transaction of the act itself (`scope`), so that neither is without the other. */
export async function recordAct(
  scope: OrgScope,
  { actor, ip }: Pick<Acting, 'actor' | 'ip'>,
  act: AuditAct & { at: number },
): Promise<void> {
  await recordAudit(scope, { ...act, actor, ip })
}

/** As `recordAct`, but notes nothing if no field differs: `details` is empty then. */
export async function recordChange(
  scope: OrgScope,
  by: Pick<Acting, 'actor' | 'ip'>,
  act: AuditAct & { at: number; details: JsonObject },
): Promise<void> {
  if (Object.keys(act.details).length > 0) await recordAct(scope, by, act)
}

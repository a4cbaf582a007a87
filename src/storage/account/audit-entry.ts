import type { AuditAction, AuditActorKind, AuditTargetKind } from '#contract/account/audit.ts'
import type { JsonObject } from '#contract/scalars.ts'
import type { OrgScope } from '../engine/scope.ts'

export interface AuditActor {
  kind: AuditActorKind
  /** ID of the user or token; null for others. */
  id: string | null
  name: string
}

export interface AuditTarget {
  kind: AuditTargetKind
  id: string
  name: string
}

export interface AuditAct {
  action: AuditAction
  target: AuditTarget
  /** By the names of the API; never a secret. Default: none. */
  details?: JsonObject
}

export interface NewAuditEntry extends AuditAct {
  at: number
  actor: AuditActor
  ip: string
}

/** Notes an administrative act. Run in the transaction of the act itself, so that neither is without the other. */
export async function recordAudit(
  scope: Pick<OrgScope, 'db' | 'orgId'>,
  { at, actor, ip, action, target, details = {} }: NewAuditEntry,
): Promise<void> {
  await scope.db
    .insertInto('audit_entry')
    .values({
      org_id: scope.orgId,
      at,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      ip,
      action,
      target_kind: target.kind,
      target_id: target.id,
      target_name: target.name,
      details: JSON.stringify(details),
    })
    .execute()
}

/** True when this act was noted for a target at `since` (epoch ms) or later. */
export async function isAudited(
  scope: OrgScope,
  { action, targetId }: { action: AuditAction; targetId: string },
  since: number,
): Promise<boolean> {
  const row = await scope.db
    .selectFrom('audit_entry')
    .select('id')
    .where('org_id', '=', scope.orgId)
    .where('action', '=', action)
    .where('target_id', '=', targetId)
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

import { z } from 'zod'
import { clamped, givenTime, jsonObject, nextCursor, pageCursor, timestamp } from '../scalars.ts'

/** Every kind of administrative act, in the past tense: `<thing>.<what happened to it>`. */
export const AUDIT_ACTIONS = [
  'organization.created',
  'organization.changed',
  'member.created',
  'member.invited',
  'member.invitation_renewed',
  'member.joined',
  'member.role_changed',
  'member.renamed',
  'member.reset_link_created',
  'member.removed',
  'password.changed',
  'password.reset_requested',
  'password.reset',
  'login.throttled',
  'two_factor.enabled',
  'two_factor.disabled',
  'two_factor.codes_replaced',
  'two_factor.code_used',
  'two_factor.throttled',
  'single_sign_on.linked',
  'single_sign_on.unlinked',
  'sessions.ended',
  'project.created',
  'project.changed',
  'project.deleted',
  'dsn_key.created',
  'dsn_key.changed',
  'dsn_key.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.secret_rotated',
  'webhook.deleted',
  'webhook.disabled',
  'release.hidden',
  'release.shown',
  'release_files.deleted',
  'release.deployed',
  'release.commits_named',
  'dead_letter.retried',
  'alert_rule.created',
  'alert_rule.changed',
  'alert_rule.deleted',
  'view.created',
  'view.changed',
  'view.deleted',
  'token.created',
  'token.revoked',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** All actions on a kind of thing: the part of their names before the dot. */
const AUDIT_GROUPS = [...new Set(AUDIT_ACTIONS.map(groupOf))]
export type AuditGroup = (typeof AUDIT_GROUPS)[number]

function groupOf<Name extends string>(action: `${Name}.${string}`): Name {
  return action.slice(0, action.indexOf('.')) as Name
}

const AUDIT_ACTORS = ['user', 'token', 'command_line', 'system'] as const
export type AuditActorKind = (typeof AUDIT_ACTORS)[number]

const AUDIT_TARGETS = [
  'organization',
  'member',
  'session',
  'project',
  'dsn_key',
  'webhook',
  'release',
  'event',
  'token',
  'alert_rule',
  'view',
] as const
export type AuditTargetKind = (typeof AUDIT_TARGETS)[number]

/** One act. Names are as they were then, so a line outlives what it speaks of. */
const auditEntry = z
  .object({
    id: z.string(),
    at: timestamp,
    action: z.enum(AUDIT_ACTIONS),
    actor: z.object({
      kind: z.enum(AUDIT_ACTORS),
      id: z.string().nullable().meta({ description: 'ID of the user or token; null for others.' }),
      name: z.string(),
    }),
    target: z.object({ kind: z.enum(AUDIT_TARGETS), id: z.string(), name: z.string() }),
    ip: z
      .string()
      .meta({ description: 'Address of the client; empty if the change did not come from a request.' }),
    details: jsonObject.meta({ description: "What changed, with the API's field names. Never a secret." }),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntry>

const auditFilter = z.object({
  action: z
    .enum([...AUDIT_ACTIONS, ...AUDIT_GROUPS])
    .optional()
    .meta({
      description: 'An action, or the part before its dot for all on that kind of thing.',
      examples: ['member'],
    }),
  actor_id: z.string().max(200).optional().meta({ description: 'ID of the user or token that acted.' }),
  target_id: z.string().max(200).optional().meta({ description: 'ID of what was acted on.' }),
  from: givenTime.optional().meta({ description: 'Entries of this time or later.' }),
  until: givenTime.optional().meta({ description: 'Entries before this time.' }),
})
export type AuditFilter = z.infer<typeof auditFilter>

export const auditQuery = auditFilter.extend({
  limit: clamped({ fallback: 50, min: 1, max: 200 }).meta({ description: 'Entries per page.' }),
  cursor: pageCursor,
})
export type AuditQuery = z.infer<typeof auditQuery>

export const auditExportQuery = auditFilter.extend({
  format: z.enum(['csv', 'ndjson']).default('csv').meta({
    description: 'csv: for spreadsheets. ndjson: one entry of the list per line.',
  }),
})
export type AuditExportQuery = z.infer<typeof auditExportQuery>

/** Answer of GET /api/v1/audit-log, newest first. */
export const auditPage = z.object({
  entries: z.array(auditEntry),
  next_cursor: nextCursor,
})
export type AuditPage = z.infer<typeof auditPage>

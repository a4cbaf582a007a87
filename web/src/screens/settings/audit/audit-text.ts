import type { AuditEntry, Json } from '../../../api/wire.ts'
import { FORMAT_LABELS } from '../../../entities/project/webhook-formats.ts'

/** The act, in words that its object's name follows; `alone`: what people do to their own account, without an
 * object; `other`: the same done by someone else. */
const TEXTS: Record<AuditEntry['action'], string | { alone: string; other?: string }> = {
  'organization.created': 'created the organization',
  'member.created': 'added',
  'member.invited': 'invited',
  'member.invitation_renewed': 'renewed the invitation of',
  'member.joined': { alone: 'accepted the invitation' },
  'member.role_changed': 'changed the role of',
  'member.reset_link_created': 'created a password reset link for',
  'member.removed': 'removed',
  'password.changed': { alone: 'changed their password' },
  'password.reset_requested': 'requested a password reset for',
  'password.reset': { alone: 'set a new password with a reset link', other: 'set a new password for' },
  'login.throttled': 'blocked repeated sign-ins as',
  'sessions.ended': { alone: 'signed out elsewhere' },
  'project.created': 'created the project',
  'project.changed': 'changed the project',
  'project.deleted': 'deleted the project',
  'dsn_key.created': 'created the DSN key',
  'dsn_key.changed': 'changed the DSN key',
  'dsn_key.revoked': 'revoked the DSN key',
  'webhook.created': 'created the webhook to',
  'webhook.changed': 'changed the webhook to',
  'webhook.secret_rotated': 'rotated the secret of the webhook to',
  'webhook.deleted': 'deleted the webhook to',
  'webhook.disabled': 'disabled the webhook to',
  'release.hidden': 'hid the release',
  'release.shown': 'unhid the release',
  'release_files.deleted': 'deleted the files of the release',
  'release.deployed': 'deployed the release',
  'release.commits_named': 'named the commits of the release',
  'dead_letter.retried': 'retried the event',
  'alert_rule.created': 'created the alert rule',
  'alert_rule.changed': 'changed the alert rule',
  'alert_rule.deleted': 'deleted the alert rule',
  'token.created': 'created the token',
  'token.revoked': 'revoked the token',
}

/** The act as a sentence that begins with the actor: `changed the role of` **ada@example.com**. */
export function auditText({ action, actor, target }: Pick<AuditEntry, 'action' | 'actor' | 'target'>): {
  text: string
  object: string
} {
  const text = TEXTS[action] ?? action
  if (typeof text === 'string') return { text, object: target.name }
  const isOwn = actor.id === target.id
  if (isOwn || text.other === undefined) return { text: text.alone, object: '' }
  return { text: text.other, object: target.name }
}

const LABELS: Record<string, string> = FORMAT_LABELS

/** The changes in one line: `member → admin`, `scopes: read:agent, write:triage`. */
export function auditDetails({ details }: Pick<AuditEntry, 'details'>): string {
  const { from, to, project_id, ...rest } = details
  const named = rest.project === undefined && project_id !== undefined ? { project_id, ...rest } : rest
  const change = from !== undefined && to !== undefined ? [`${show(from)} → ${show(to)}`] : []
  const others = Object.entries(named).map(
    ([key, value]) =>
      `${key.replaceAll('_', ' ')}: ${show(key === 'format' ? (LABELS[String(value)] ?? value) : value)}`,
  )
  return [...change, ...others].join(' · ')
}

function show(value: Json): string {
  if (value === null || value === '') return 'none'
  if (Array.isArray(value)) return value.map(show).join(', ') || 'none'
  if (typeof value !== 'object') return String(value)
  if ('from' in value && 'to' in value) return `${show(value.from ?? null)} → ${show(value.to ?? null)}`
  return JSON.stringify(value)
}

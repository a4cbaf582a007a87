import type { AuditEntry, Json } from '../../../api/wire.ts'
import { minutesText, THRESHOLDS } from '../../../entities/alert/rule-units.ts'
import { SORTS, WINDOWS } from '../../../entities/issue/issue-filter.ts'
import { FORMAT_LABELS } from '../../../entities/project/webhook-formats.ts'
import { formatCount, plural } from '../../../format/number.ts'
import { formatUtc } from '../../../format/time.ts'

/** The act, in words that its object's name follows; `alone`: what people do to their own account, without an
 * object; `other`: the same done by someone else. */
const TEXTS: Record<AuditEntry['action'], string | { alone: string; other?: string }> = {
  'organization.created': 'created the organization',
  'organization.changed': 'changed the organization',
  'member.created': 'added',
  'member.invited': 'invited',
  'member.invitation_renewed': 'renewed the invitation of',
  'member.joined': { alone: 'accepted the invitation' },
  'member.role_changed': 'changed the role of',
  'member.renamed': { alone: 'changed their name' },
  'member.reset_link_created': 'created a password reset link for',
  'member.removed': 'removed',
  'password.changed': { alone: 'changed their password' },
  'password.reset_requested': 'requested a password reset for',
  'password.reset': { alone: 'set a new password with a reset link', other: 'set a new password for' },
  'login.throttled': 'blocked repeated sign-ins as',
  'two_factor.enabled': { alone: 'turned on two-factor sign-in' },
  'two_factor.disabled': {
    alone: 'turned off two-factor sign-in',
    other: 'turned off two-factor sign-in for',
  },
  'two_factor.codes_replaced': { alone: 'made new recovery codes' },
  'two_factor.code_used': { alone: 'signed in with a recovery code' },
  'two_factor.throttled': 'blocked wrong sign-in codes for',
  'single_sign_on.linked': { alone: 'signed in with single sign-on for the first time' },
  'single_sign_on.unlinked': 'unlinked the single sign-on account of',
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
  'view.created': 'shared the view',
  'view.changed': 'changed the view',
  'view.deleted': 'deleted the view',
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

/** The fields' names on their screens, where these are not the API's. */
const FIELDS: Record<string, string> = {
  grouping_fingerprint_rules: 'fingerprint rules',
  source_links: 'source links',
  ingest_hourly_cap: 'hourly event limit',
  requires_two_factor: 'two-factor sign-in required',
  hourly_cap: 'hourly event limit',
  client_events_per_minute: 'events per minute from one client',
  retention_days: 'keep events for',
  query: 'events that match',
  window_minutes: 'within',
  threshold: 'fires on',
  cooldown_minutes: 'cooldown',
  project_id: 'project',
}
/** Where a field has another name on the screens of one kind of object. */
const FIELDS_OF: Partial<Record<AuditEntry['target']['kind'], Record<string, string>>> = {
  view: { query: 'search', visibility: 'who sees it' },
}
const labels = (choices: readonly { value: string; label: string }[]): Record<string, string> =>
  Object.fromEntries(choices.map(({ value, label }) => [value, label.toLowerCase()]))
/** Values with other names on the screens. */
const VALUES: Record<string, Record<string, string>> = {
  format: FORMAT_LABELS,
  window: labels(WINDOWS),
  sort: labels(SORTS),
  visibility: { private: 'only its creator', shared: 'everyone' },
}

/** The changes in one line: `member → admin`, `scopes: read:agent, write:triage`. */
export function auditDetails({ details, target }: Pick<AuditEntry, 'details' | 'target'>): string {
  const { from, to, project_id, ...rest } = details
  const named = rest.project === undefined && project_id !== undefined ? { project_id, ...rest } : rest
  const change = from !== undefined && to !== undefined ? [show(details, '')] : []
  const names = { ...FIELDS, ...FIELDS_OF[target.kind] }
  const others = Object.entries(named).map(
    ([field, value]) => `${names[field] ?? field.replaceAll('_', ' ')}: ${show(value, field)}`,
  )
  return [...change, ...others].join(' · ')
}

/** A value of a field, or what it was and is. */
function show(value: Json, field: string): string {
  if (Array.isArray(value)) return value.map((part) => show(part, field)).join(', ') || 'none'
  if (value === null || value === '') return ABSENT[field] ?? 'none'
  if (typeof value === 'number') return showNumber(value, field)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string')
    return field.endsWith('_at') ? formatUtc(value) : (VALUES[field]?.[value] ?? value)
  const { from, to, type, value: least } = value
  if (from !== undefined && to !== undefined) return `${show(from, field)} → ${show(to, field)}`
  if (typeof type !== 'string' || typeof least !== 'number') return JSON.stringify(value)
  const unit = THRESHOLDS.find((threshold) => threshold.value === type)?.unit ?? type
  return `${formatCount(least)} ${unit}`
}

/** What a field means that has no value. */
const ABSENT: Record<string, string> = {
  ingest_hourly_cap: 'server default',
  retention_days: 'server default',
  project: 'all projects',
  expires_at: 'never',
  query: 'all',
}

function showNumber(value: number, field: string): string {
  if (field === 'retention_days') return plural(value, 'day')
  return field.endsWith('_minutes') ? minutesText(value) : formatCount(value)
}
